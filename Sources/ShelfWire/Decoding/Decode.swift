import ShelfCore

/// The messages of a frame, in their order; or why the connection ends, in which case none of them counts (W11).
///
/// Judges whatever can be judged without the shelf.
public func decode(_ frame: UnsafeRawBufferPointer, isText: Bool, limits: Limits) -> Result<[Incoming], Violation> {
    do throws(Violation) {
        guard isText else { throw Violation(.badRequest, "messages are text frames") }
        try checkSize(of: frame, limits)
        return .success(try JSON.parse(frame) { root throws(Violation) in try messages(of: root, limits) })
    } catch {
        return .failure(error)
    }
}

private func checkSize(of frame: UnsafeRawBufferPointer, _ limits: Limits) throws(Violation) {
    guard frame.count <= limits.messageBytes else { throw Violation(.tooLarge, "a message has at most \(limits.messageBytes) bytes") }
    let shape = Shape(of: frame)
    guard shape.depth <= limits.jsonDepth else { throw Violation(.badRequest, "nested more than \(limits.jsonDepth) deep") }
    guard shape.containers <= limits.containers(in: frame.count) else {
        throw Violation(.tooLarge, "too many objects and arrays for a message of \(frame.count) bytes")
    }
}

private func messages(of root: JSON, _ limits: Limits) throws(Violation) -> [Incoming] {
    guard root.isArray else { return [try message(root, limits)] }
    guard root.count <= limits.messagesPerFrame else {
        throw Violation(.tooLarge, "a frame holds at most \(limits.messagesPerFrame) messages")
    }
    var messages: [Incoming] = []
    for element in root.elements { messages.append(try message(element, limits)) }
    return messages
}

private func message(_ object: JSON, _ limits: Limits) throws(Violation) -> Incoming {
    guard object.isObject, let kind = object["t"]?.string else {
        throw Violation(.badRequest, "a message is an object whose t is a string")
    }
    switch kind {
    case "do", "undo", "redo": return try request(object, kind, limits)
    case "hello": return .message(.hello(try hello(object, limits)))
    case "here": return .message(.here(here(object, limits)))
    case "ping": return .message(.ping)
    case "history": return .message(.history(before: object["before"]?.integer, count: pageCount(object, limits)))
    case "bin": return .message(.bin(before: object["before"]?.integer, count: pageCount(object, limits)))
    default: return .ignored
    }
}

private func request(_ object: JSON, _ kind: String, _ limits: Limits) throws(Violation) -> Incoming {
    // Without a number there is nothing to refuse.
    guard let number = object["req"]?.integer, number > 0 else {
        throw Violation(.badRequest, "\(kind).req: must be an integer from 1 to 2^53-1")
    }
    do {
        let action = switch kind {
        case "undo": Action.undo(try RequestDecoder.switching(object))
        case "redo": Action.redo(try RequestDecoder.switching(object))
        default: Action.do(try RequestDecoder(limits).operations(object))
        }
        return .message(.request(number: number, action: action))
    } catch {
        return .refused(number: number, error.refusal)
    }
}

private func pageCount(_ object: JSON, _ limits: Limits) -> Int {
    guard let count = object["count"]?.integer, 1...limits.pageCount ~= count else { return limits.pageCountDefault }
    return count
}
