/// What goes wrong in a world, so that it can be counted.
enum Mischief: String, CaseIterable {
    // Connections
    case cut, abandoned, delayed, repeated, reordered, slowReader, stalledReader
    // The process ends: at rest, or between two stages of a request.
    case killed, killedWhileAppending, killedWhenDurable, killedWhenApplied, killedWhileTelling, killedWhenStored
    // The disk
    case appendRefused, appendFailedAndHolds, reopeningRefused, newEpoch

    init(_ stage: SimulatedServer.Stage) {
        switch stage {
        case .appending: self = .killedWhileAppending
        case .durable: self = .killedWhenDurable
        case .applied: self = .killedWhenApplied
        case .tellingSome: self = .killedWhileTelling
        case .stored: self = .killedWhenStored
        }
    }
}
