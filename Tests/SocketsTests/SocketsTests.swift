import Testing

/// All tests of this module, one after the other: libwebsockets closes a descriptor of its own twice when a context ends, and in between
/// the number may be somebody else's.
@Suite(.serialized) struct SocketsTests {}
