// ShelfWire
