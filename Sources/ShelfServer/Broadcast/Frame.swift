import ShelfWire
import Sockets

/// Appends a message as one WebSocket frame.
func frame(_ message: ServerMessage, into bytes: inout [UInt8]) {
    bytes.appendTextFrame { message.encode(into: &$0) }
}
