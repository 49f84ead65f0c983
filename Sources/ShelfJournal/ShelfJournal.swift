// ShelfJournal
