/// A session's connection as the hub sees it: a socket when serving, a queue in the simulation. Bytes are framed already.
public protocol Link: AnyObject {
    /// The peer's address without its port.
    var address: String { get }
    var isLoopback: Bool { get }
    /// The reader has not taken all that was sent; `Hub.writable` follows when it has. Nothing is sent to it meanwhile.
    var isBehind: Bool { get }
    /// How much it has taken since it was opened.
    var bytesTaken: UInt64 { get }
    func send(_ frames: [UInt8])
    /// The close frame goes out behind what was sent.
    func close(code: Int, reason: String)
    /// Both may be repeated.
    func pauseReading()
    func resumeReading()
}
