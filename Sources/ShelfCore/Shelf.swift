/// One ordered list of albums with its clients and their undo: a value that only `apply` changes.
///
/// The idea. A register (presence, place or field of an album) shows its newest switched-on write. Undo and redo switch the
/// writes of a step. Whether switching a step would change the list is never asked by trying: it is a sum of small local
/// *facts*, which every change of a register takes away before and adds again after:
///
/// * a presence write that shows, with another value beneath it;
/// * a field write that shows on a shown album, with another value beneath it;
/// * a pair of neighbours in the shown list that the switch would put the other way round.
///
/// Each step keeps two sums: `off` (what undoing it would show) and `on` (what redoing it would show).
public struct Shelf: Sendable {
    /// The version of the rules by which acts are applied (S5).
    public static let rulesVersion = 1

    /// The name of this life of the history; empty before the first act (J7).
    public internal(set) var epoch = ""
    /// The `seq` of the last event; 0 before the first.
    public internal(set) var seq = 0
    public internal(set) var settings = Settings()
    /// Whose targets the last act changed, by id (U7).
    public internal(set) var changedTargets: [ClientID] = []

    var places = Places()
    var albums = Pool<AlbumState>()
    /// `noIndex` for an album that is gone.
    var albumIndices: [AlbumID: AlbumIndex] = [:]
    /// Ids that must never be used again, in the order in which they went (L6).
    var gone: [AlbumID] = []
    var firstShown: AlbumIndex = noIndex
    var fieldNames = FieldNames()
    var chains = Pool<Chain>()
    var writes = Pool<Write>()
    var steps = Pool<Step>()
    var stepIndices: [Int: StepIndex] = [:]
    /// The stamp of the latest undo.
    var lastStamp = 0
    var clients = Clients()
    /// The greatest time of any act.
    var now = 0
    var history = History()
    var bin = Bin()
    var trace = Trace()

    /// A shelf before its first act.
    public init() {}

    /// How many albums are on the list.
    public var count: Int { Int(places.counts.shown) }
}
