extension [UInt8] {
    mutating func welcome(_ welcome: Welcome) {
        open("t", "welcome")
        member("client", welcome.client)
        if let key = welcome.key { member("key", key.text) }
        member("shelf", welcome.shelf)
        member("epoch", welcome.epoch)
        member("seq", welcome.seq)
        member("req", welcome.lastRequest)
        member("role", welcome.role.rawValue)
        member("resumed", welcome.resumed)
        member("durable", welcome.durable.rawValue)
        limits(welcome.limits)
        member("web_covers", welcome.webCovers)
        member("server", welcome.server)
        close()
    }

    /// What a client must keep to, or may want to know.
    private mutating func limits(_ limits: Limits) {
        member("limits")
        open("message_bytes", limits.messageBytes)
        member("messages_per_frame", limits.messagesPerFrame)
        member("operations_per_request", limits.settings.operationsPerRequest)
        member("event_bytes", limits.settings.eventBytes)
        member("field_bytes", limits.fieldBytes)
        member("album_fields", limits.settings.fieldsPerAlbum)
        member("album_bytes", limits.settings.albumBytes)
        member("albums", limits.settings.albums)
        member("name_characters", limits.nameCharacters)
        member("open_requests", limits.openRequests)
        member("requests_per_second", limits.requestsPerSecond)
        member("request_burst", limits.requestBurst)
        member("undo_depth", limits.settings.undoDepth)
        member("client_days", limits.settings.clientRetentionDays)
        close()
    }
}
