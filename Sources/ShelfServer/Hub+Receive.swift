import ShelfCore
import ShelfWire

/// *Receive* and *decode*: bytes become requests, or a reason to refuse them.
extension Hub {
    /// A connection was opened for a shelf; its session waits for `hello`.
    public func opened(_ link: any Link, shelf: String) -> Session {
        let bucket = TokenBucket(ratePerSecond: limits.requestsPerSecond, burst: limits.requestBurst, now: now)
        let session = Session(link: link, shelfName: shelf, greetUntil: now + limits.helloSeconds * 1000, bucket: bucket)
        sessionCount += 1
        greeting.add(session)
        return session
    }

    public func received(_ message: UnsafeRawBufferPointer, isText: Bool, from session: Session) {
        guard !session.hasEnded else { return }
        counters.received += 1
        counters.receivedBytes += message.count
        if session.unread.isEmpty, session.early.isEmpty, mayRead(session) {
            times.add(0, to: .receive)
            read(message, isText: isText, from: session)
        } else {
            keepUnread(Array(message), isText: isText, from: session)
        }
    }

    private func keepUnread(_ message: [UInt8], isText: Bool, from session: Session) {
        session.link.pauseReading()
        session.unread.append((message, isText, surroundings.stopwatch))
        countUnread(message.count)
    }

    private func countUnread(_ bytes: Int) {
        unreadBytes += bytes
        if unreadBytes > limits.undecodedBytes { endLargestReader() }
    }

    /// Beyond the limit of all undecoded messages together, the session that holds the most of them is closed (X).
    private func endLargestReader() {
        let all = [everySession.max { $0.unreadBytes < $1.unreadBytes }, greeting.max { $0.unreadBytes < $1.unreadBytes }]
        if let largest = all.compactMap(\.self).max(by: { $0.unreadBytes < $1.unreadBytes }) { end(largest, code: .overloaded, reason: "too much undecoded data on this server") }
    }

    private func read(_ message: UnsafeRawBufferPointer, isText: Bool, from session: Session) {
        session.bucket.take(bytes: message.count)
        guard message.count > options.bytesDecodedOnTheLoop else {
            return handle(timed(.decode) { arrivals(in: message, isText: isText, limits: limits) }, from: session)
        }
        decodeElsewhere(Array(message), isText: isText, from: session)
    }

    /// A large message is decoded by the worker; what its client sends meanwhile waits behind it.
    private func decodeElsewhere(_ message: [UInt8], isText: Bool, from session: Session) {
        let limits = limits
        session.decodingBytes = message.count
        session.link.pauseReading()
        countUnread(message.count)
        let begun = surroundings.stopwatch
        let byteCount = message.count
        surroundings.work(.awaited) {
            message.withUnsafeBytes { arrivals(in: $0, isText: isText, limits: limits) }
        } then: { [self] decoded in
            times.add(surroundings.stopwatch - begun, to: .decode)
            guard !session.hasEnded else { return }
            session.decodingBytes = 0
            unreadBytes -= byteCount
            handle(decoded, from: session)
            readOn(session)
        }
    }

    /// Reads what waited, as far as the client's rate, open requests and untaken answers allow (X).
    func readOn(_ session: Session) {
        while mayRead(session), let next = session.takeEarly() { handle(next, from: session) }
        while mayRead(session), session.early.isEmpty, !session.unread.isEmpty {
            let next = session.unread.removeFirst()
            unreadBytes -= next.bytes.count
            times.add(surroundings.stopwatch - next.arrived, to: .receive)
            next.bytes.withUnsafeBytes { read($0, isText: next.isText, from: session) }
        }
        if mayRead(session) { session.link.resumeReading() } else { waitToRead(session) }
    }

    private func mayRead(_ session: Session) -> Bool {
        guard !isDraining, !session.isDecoding, !session.awaitsShelf, session.openRequests < limits.openRequests else { return false }
        switch session.phase {
        case .greeting, .live: return !isHeldBack(session)
        case .joining, .ended: return false
        }
    }

    /// Whether it has asked for too much, or has not taken what it asked for: answers must not pile up. The clock tells when it is read on.
    private func isHeldBack(_ session: Session) -> Bool {
        session.hasUntaken(limits.answerBytes) || session.bucket.isOverdrawn(now: now)
    }

    private func waitToRead(_ session: Session) {
        guard !session.hasEnded else { return }
        session.link.pauseReading()
        guard isHeldBack(session), !session.isHeldBack else { return }
        session.isHeldBack = true
        heldBack.append(session)
    }

    private func handle(_ decoded: Result<[Arrival], Violation>, from session: Session) {
        switch decoded {
        case .failure(let violation): end(session, code: violation.code, reason: violation.reason)
        case .success(let elements): handle(elements, from: session)
        }
        if !mayRead(session) { waitToRead(session) }
    }

    /// What stands behind `hello` waits until the session is live, what stands behind questions until their answers are taken, and
    /// everything until the shelf is here.
    private func handle(_ elements: [Arrival], from session: Session) {
        for (index, element) in elements.enumerated() where !session.hasEnded {
            guard !session.isJoining, !session.awaitsShelf, !session.hasUntaken(limits.answerBytes) else {
                return session.early.append(contentsOf: elements[index...])
            }
            handle(element, from: session)
        }
    }

    private func handle(_ element: Arrival, from session: Session) {
        switch element.incoming {
        case .message(.request(let number, _)) where session.isLive:
            session.bucket.take(1)
            if let action = element.action { receive(action, number: number, from: session) }
        case .ignored: session.bucket.take(1)
        case .refused(let number, let refusal):
            session.bucket.take(1)
            if session.isLive { answer(session, .nack(number: number, refusal)) } else { helloExpected(of: session) }
        case .message(let message): handle(message, from: session)
        }
    }

    private func handle(_ message: ClientMessage, from session: Session) {
        session.bucket.take(1)
        switch (session.phase, message) {
        case (.greeting, .hello(let hello)): greet(session, hello)
        case (.live, .here(let here)): place(session, here)
        case (.live, .ping): tick(session)
        case (.live, .history(let before, let count)): tellHistory(before: before, count: count, to: session)
        case (.live, .bin(let before, let count)): tellBin(before: before, count: count, to: session)
        case (.live, .hello): end(session, code: .badRequest, reason: "hello was said before; it comes once on a connection")
        default: helloExpected(of: session)
        }
    }

    private func helloExpected(of session: Session) {
        end(session, code: .badRequest, reason: "the first message must be hello, and the only one until welcome")
    }

    private func receive(_ action: EncodedAction, number: Int, from session: Session) {
        guard let live = session.shelf else { return }
        if case .do(let operations) = action.action { session.bucket.take(Double(operations.count) / 100) }
        let request = Request(client: session.client, name: session.name, number: number, at: surroundings.wallClock,
                              isAdmin: session.pass.role == .admin, action: action)
        if let outcome = live.shelf.outcome(of: session.client, number: number, digest: request.digest) {
            tell(outcome, number: number, to: session)
        } else {
            order(request, from: session, on: live)
        }
    }
}
