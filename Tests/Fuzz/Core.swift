import TestSupport

/// A random world whose every choice is a byte: shelf and reference must agree after every request.
func tryOutCore(_ choices: [UInt8]) {
    if let trouble = World.trouble(choices: choices) { fatalError(trouble) }
}
