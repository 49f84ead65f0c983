import ShelfWire
import Sockets

/// Appends a message, framed.
func frame(_ message: ServerMessage, into bytes: inout [UInt8]) {
    bytes.appendTextMessage { message.encode(into: &$0) }
}
