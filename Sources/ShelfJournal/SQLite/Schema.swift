/// How the journal lies in its file. A row id carries the shelf and the number, so one B-tree in the order of reading is all there is.
enum Schema {
    /// "bksp": how `file` and other tools tell whose SQLite file it is.
    static let applicationID = 0x626b_7370
    /// Raised with every change that an older Backspin could not read.
    static let formatVersion = 1

    /// `hash` beside `number` of a shelf is its newest entry's once more, so that a lost end of the chain shows.
    static let creation = """
        CREATE TABLE shelves(id INTEGER PRIMARY KEY, name TEXT NOT NULL, oldest INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL);
        CREATE TABLE entries(id INTEGER PRIMARY KEY, previous BLOB NOT NULL, hash BLOB NOT NULL, body BLOB NOT NULL);
        CREATE TABLE snapshots(shelf INTEGER PRIMARY KEY, id INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL,
            size INTEGER NOT NULL, checksum BLOB NOT NULL);
        CREATE TABLE parts(id INTEGER PRIMARY KEY, body BLOB NOT NULL);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(formatVersion);
        """

    /// 2^40 entries of 2^23 shelves: a thousand entries a second for 34 years.
    private static let numberBits = 40
    /// 2^20 parts of a snapshot: 256 GiB.
    static let partBits = 20

    static let lastNumber = 1 << numberBits - 1

    static func entryID(shelf: Int, number: Int) -> Int { shelf << numberBits | number }
    static func shelf(ofEntryID id: Int) -> Int { id >> numberBits }
    static func number(ofEntryID id: Int) -> Int { id & lastNumber }
    static func lastEntryID(shelf: Int) -> Int { entryID(shelf: shelf, number: lastNumber) }

    static func partID(snapshot: Int, part: Int) -> Int { snapshot << partBits | part }
}
