import Sockets
import TestSupport
import Testing

extension SocketsTests {
    @Suite struct MessageTests {
        @Test("W Fragments are joined, down to one byte each", arguments: [1, 2, 7, 4096])
        func joins(fragmentSize: Int) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            let message = (0 ..< 9000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
            var bytes: [UInt8] = []
            for start in stride(from: 0, to: message.count, by: fragmentSize) {
                let end = min(start + fragmentSize, message.count)
                let opcode: TestWebSocket.Opcode = start == 0 ? .text : .continuation
                bytes += TestWebSocket.frame(opcode, message[start ..< end], isFinal: end == message.count)
            }
            try socket.tcp.send(bytes)
            #expect(try socket.receiveText() == String(decoding: message, as: UTF8.self))
            #expect(server.notes.last == "received 9000 text")
        }

        @Test("W Empty fragments and pings between fragments change nothing")
        func interleaved() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.text, [], isFinal: false)
            try socket.send(.continuation, Array("ab".utf8), isFinal: false)
            try socket.send(.ping, [1, 2, 3])
            #expect(try socket.receive() == .pong([1, 2, 3]))
            try socket.send(.continuation, [], isFinal: false)
            try socket.send(.continuation, Array("c".utf8))
            #expect(try socket.receive() == .text("abc"))
        }

        @Test("W Messages that come in one go are received one by one, in order")
        func together() throws {
            let server = try EchoServer { $0.sendBufferBytes = 1 << 20 }
            let socket = try TestWebSocket(port: server.port)
            try socket.tcp.send((0 ..< 2000).flatMap { TestWebSocket.frame(.text, Array("message \($0)".utf8)) })
            for number in 0 ..< 2000 { #expect(try socket.receive() == .text("message \(number)")) }
        }

        @Test("W11 A binary message is told as such")
        func binary() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.binary, [0xFF, 0, 1], isFinal: false)
            try socket.send(.continuation, [2])
            #expect(server.waits(for: "received 4 binary"))
        }

        @Test("W11 Text that is not UTF-8 closes with 1007", arguments: [
            [[0xFF]], [[0xC0, 0x80]], [[0xED, 0xA0, 0x80]], [[0x61, 0xE2, 0x82]], [[0xE2], [0x82], [0x41]], [[0x61], [0xF4, 0x90, 0x80, 0x80]],
        ] as [[[UInt8]]])
        func badText(fragments: [[UInt8]]) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            for (index, fragment) in fragments.enumerated() {
                try socket.send(index == 0 ? .text : .continuation, fragment, isFinal: index == fragments.count - 1)
            }
            #expect(try socket.receiveClose() == 1007)
            #expect(!server.notes.contains { $0.hasPrefix("received") })
        }

        @Test("W A character split between fragments is whole again")
        func splitCharacter() throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.text, [0xE2], isFinal: false)
            try socket.send(.continuation, [0x82], isFinal: false)
            try socket.send(.continuation, [0xAC])
            #expect(try socket.receive() == .text("€"))
        }

        @Test("X A message of the greatest size passes, one byte more closes with 1009, in one frame or many", arguments: [1, 3])
        func largestMessage(fragments: Int) throws {
            let server = try EchoServer { $0.maxMessageBytes = 60_000 }
            for (extra, passes) in [(0, true), (1, false)] {
                let socket = try TestWebSocket(port: server.port)
                for index in 0 ..< fragments {
                    let isLast = index == fragments - 1
                    let size = 60_000 / fragments + (isLast ? extra : 0)
                    try socket.send(index == 0 ? .text : .continuation, Array(repeating: 0x61, count: size), isFinal: isLast)
                }
                if passes {
                    #expect(try socket.receiveText().utf8.count == 60_000)
                } else {
                    #expect(try socket.receiveClose() == 1009)
                }
            }
            #expect(server.notes.count { $0.hasPrefix("received") } == 1)
        }

        @Test("X A declared length beyond the limit closes with 1009 at the first byte", arguments: [10_000_000, 1 << 32, 1 << 62, (1 << 63) - 1] as [UInt64])
        func declaredLength(length: UInt64) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.tcp.send(TestWebSocket.frame(.text, [0x61], declaring: length))
            #expect(try socket.receiveClose() == 1009)
            #expect(!server.notes.contains { $0.hasPrefix("received") })
        }

        @Test("X A message of too many fragments closes with 1009, empty ones too", arguments: [0, 1])
        func tooManyFragments(size: Int) throws {
            let server = try EchoServer { $0.maxFragments = 100 }
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.text, Array(repeating: 0x61, count: size), isFinal: false)
            let fragment = TestWebSocket.frame(.continuation, Array(repeating: 0x61, count: size), isFinal: false)
            try socket.tcp.send((0 ..< 100).flatMap { _ in fragment })
            #expect(try socket.receiveClose() == 1009)
        }

        @Test("X A message that does not end in time closes with 4500")
        func slowMessage() throws {
            let server = try EchoServer { $0.messageTimeout = 100 }
            let socket = try TestWebSocket(port: server.port)
            try socket.send(.text, [0x61], isFinal: false)
            #expect(try socket.receiveClose() == 4500)
            let other = try TestWebSocket(port: server.port)
            pause(milliseconds: 200)
            try other.send(text: "still here")
            #expect(try other.receiveText() == "still here")
        }

        @Test("X When unfinished messages are too much together, the largest is closed with 4003 and the others go on")
        func unfinishedTogether() throws {
            let server = try EchoServer { $0.maxUnfinishedBytes = 100_000 }
            let sockets = try (0 ..< 3).map { _ in try TestWebSocket(port: server.port) }
            for (socket, size) in zip(sockets, [20_000, 50_000, 40_000]) {
                try socket.send(.text, Array(repeating: 0x61, count: size), isFinal: false)
                // So that they arrive in this order.
                try socket.send(.ping, [])
                if size != 40_000 { #expect(try socket.receive() == .pong([])) }
            }
            #expect(try sockets[1].receiveClose() == 4003)
            #expect(try sockets[2].receive() == .pong([]))
            for (index, size) in [(0, 20_000), (2, 40_000)] {
                try sockets[index].send(.continuation, [])
                #expect(try sockets[index].receiveText().utf8.count == size)
            }
            // What was closed and what has ended no longer counts.
            let large = try TestWebSocket(port: server.port)
            try large.send(text: String(repeating: "a", count: 90_000))
            #expect(try large.receiveText().utf8.count == 90_000)
        }

        @Test("W What is no frame of a client closes with 1002", arguments: [
            [0x83, 0x80, 0, 0, 0, 0],  // reserved opcode
            [0x8B, 0x80, 0, 0, 0, 0],  // reserved control opcode
            [0xC1, 0x80, 0, 0, 0, 0],  // reserved bit without an extension
            [0x80, 0x80, 0, 0, 0, 0],  // continuation of nothing
            [0x09, 0x80, 0, 0, 0, 0],  // fragmented ping
            [0x89, 0xFE, 0, 126, 0, 0, 0, 0],  // long ping
        ] as [[UInt8]])
        func badFrame(bytes: [UInt8]) throws {
            let server = try EchoServer()
            let socket = try TestWebSocket(port: server.port)
            try socket.tcp.send(bytes)
            let code = try socket.receiveClose()
            // libwebsockets just hangs up on a control frame that is too long.
            #expect(code == (bytes.count == 8 ? nil : 1002))
            if code != nil { try socket.send(close: 1002) }
            #expect(server.waits(for: "closed"))
        }
    }
}
