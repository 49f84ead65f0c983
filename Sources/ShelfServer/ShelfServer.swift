// ShelfServer
