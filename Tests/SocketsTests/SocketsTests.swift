import Testing

/// All tests of this module, one after the other: several of them tell silence from work by tenths of a second.
@Suite(.serialized) struct SocketsTests {}
