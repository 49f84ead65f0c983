import Sockets

/// What `/metrics` tells, in Prometheus' text format.
extension Hub {
    func metrics() -> [UInt8] {
        var text = ""
        func tell(_ name: String, _ type: String, _ help: String, _ value: some CustomStringConvertible) {
            text += "# HELP backspin_\(name) \(help)\n# TYPE backspin_\(name) \(type)\nbackspin_\(name) \(value)\n"
        }
        tell("sessions", "gauge", "Sessions that are connected.", sessionCount)
        tell("shelves_loaded", "gauge", "Shelves in memory.", shelves.count)
        tell("shelves_read_total", "counter", "Shelves read from the journal.", counters.shelvesRead)
        tell("shelves_stored", "gauge", "Shelves in the journal.", stored.count)
        tell("shelves_unverified", "gauge", "Shelves of the journal that are still to be read after the start.", unverified)
        tell("trouble", "gauge", "1 while the journal cannot be written.", trouble == nil ? 0 : 1)
        tell("received_messages_total", "counter", "Messages received.", counters.received)
        tell("received_bytes_total", "counter", "Bytes of messages received.", counters.receivedBytes)
        tell("appends_total", "counter", "Commits of the journal.", counters.appends)
        tell("journal_entries_total", "counter", "Entries appended to the journal.", counters.entries)
        tell("events_total", "counter", "Requests carried out.", counters.events)
        tell("nothing_to_do_total", "counter", "Requests that changed nothing.", counters.nones)
        tell("refusals_total", "counter", "Requests refused when applied.", counters.refusals)
        tell("repeats_total", "counter", "Requests that came again.", counters.repeats)
        tell("snapshots_encoded_total", "counter", "Snapshots encoded for readers.", counters.encodedSnapshots)
        tell("writes_total", "counter", "Writes to sockets.", counters.writes)
        tell("sent_bytes_total", "counter", "Bytes written to sockets.", counters.sentBytes)
        tell("allocated_bytes", "gauge", "Memory that is allocated. The process holds more: what is free in between, and its code.", allocatedMemory())
        tell("loop_lag_max_seconds", "gauge", "The longest lag of the loop since the start.", Double(loopLag.max) / 1e9)
        let lag = "backspin_loop_lag_seconds"
        text += "# HELP \(lag) How much later than due the loop came round, ten times a second.\n# TYPE \(lag) histogram\n"
        return Array((text + loopLag.prometheusLines(lag) + times.prometheusText).utf8)
    }
}
