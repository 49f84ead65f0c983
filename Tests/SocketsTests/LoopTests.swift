import Glibc
import Sockets
import Testing

extension SocketsTests {
    @Suite struct LoopTests {
        @Test("B3 A signal is told on the loop instead of ending the process")
        func signals() throws {
            let loop = try EventLoop()
            var count = 0
            loop.onSignal(SIGUSR1) {
                count += 1
                loop.stop()
            }
            loop.timer(after: 1) { kill(getpid(), SIGUSR1) }
            loop.run()
            #expect(count == 1)
        }

        @Test("B Timers ring once or again and again, until they are cancelled")
        func timers() throws {
            let loop = try EventLoop()
            var rung: [String] = []
            loop.timer(after: 30) {
                rung.append("stop")
                loop.stop()
            }
            loop.timer(after: 1) { rung.append("once") }
            loop.timer(after: 1) { rung.append("never") }.cancel()
            var repeating: Timer?
            repeating = loop.timer(after: 5, repeating: 1) {
                rung.append("again")
                if rung.count == 4 {
                    repeating?.cancel()
                    repeating?.cancel()
                }
            }
            loop.run()
            #expect(rung == ["once", "again", "again", "again", "stop"])
        }

        @Test("B The end of each turn is told, and wakes from other threads arrive")
        func wakes() throws {
            let loop = try EventLoop()
            var turns = 0
            var woken = 0
            loop.endOfTurn = { turns += 1 }
            loop.woken = {
                woken += 1
                loop.stop()
            }
            let waker = loop.waker
            let thread = Thread { waker.wake() }
            loop.run()
            thread.join()
            loop.woken = nil
            #expect(woken == 1)
            #expect(turns >= 1)
        }

        @Test("B A turn that lasts long ends in between, with what other threads have brought")
        func longTurn() throws {
            let loop = try EventLoop()
            var ends = 0
            var woken = 0
            loop.endOfTurn = { ends += 1 }
            loop.woken = { woken += 1 }
            loop.timer(after: 1) {
                let before = ends
                loop.endTurnIfLong()
                loop.endTurnIfLong()
                #expect(ends == before)
                usleep(8_000)
                loop.endTurnIfLong()
                loop.endTurnIfLong()
                #expect(ends == before + 1)
                #expect(woken == 1)
                loop.stop()
            }
            loop.run()
            loop.woken = nil
        }

        @Test("B Waking a loop that is gone does nothing")
        func wakesNobody() throws {
            var loop: EventLoop? = try EventLoop()
            let waker = loop!.waker
            loop = nil
            waker.wake()
        }
    }
}
