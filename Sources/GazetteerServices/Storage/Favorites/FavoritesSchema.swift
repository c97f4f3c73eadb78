import GazetteerIndex

/// The tables of the favorites, and how older ones become the ones of now.
///
///     favorites  what is kept: each favorite as it is, with the number of the edit that made it so
///     edits      what was done, in the order of doing
///     changes    what each edit did: a favorite before and after, nothing standing for its absence
///     properties "version": that of the schema, once more: a damaged head of the file is told from a newer one
///                "sum": of the checksums of all favorites: rows that are missing show
///
/// A favorite is told twice, as it is and in the last change of it: each can be made of the other.
enum FavoritesSchema {
  /// "gazF", in the head of the file.
  static let application: Int64 = 0x6761_7A46
  static let version: Int64 = 2

  /// What turns the schema of version i into that of version i + 1.
  static let steps = [first, second]

  private static let first = """
    CREATE TABLE favorites (
      id TEXT PRIMARY KEY, revision INTEGER NOT NULL, name TEXT NOT NULL, record BLOB NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX favorites_by_revision ON favorites (revision);
    CREATE TABLE edits (
      number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, title BLOB NOT NULL, checksum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE changes (
      edit INTEGER NOT NULL REFERENCES edits (number), favorite TEXT NOT NULL, before BLOB, after BLOB,
      checksum INTEGER NOT NULL, PRIMARY KEY (edit, favorite)
    ) STRICT, WITHOUT ROWID;
    """

  /// Whose an edit is and what it takes back; the past of a favorite is found at once.
  private static let second = """
    ALTER TABLE edits ADD COLUMN author TEXT NOT NULL DEFAULT '';
    ALTER TABLE edits ADD COLUMN undoes INTEGER;
    CREATE INDEX changes_by_favorite ON changes (favorite, edit);
    CREATE TABLE properties (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
    """

  static func checksum(ofFavorite id: String, revision: Int64, record: [UInt8]) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(revision)
    checksum.add(record)
    return checksum.value
  }

  /// An edit of the first version has no author and takes nothing back, and so the same checksum.
  static func checksum(ofEdit number: Int64, _ time: Int64, _ title: [UInt8], _ author: String, _ undoes: Int64?)
    -> Int64
  {
    var checksum = Checksum()
    checksum.add(number)
    checksum.add(time)
    checksum.add(title)
    if !author.isEmpty { checksum.add(author) }
    if let undoes { checksum.add(undoes) }
    return checksum.value
  }

  static func checksum(ofChange edit: Int64, _ id: String, _ before: [UInt8]?, _ after: [UInt8]?) -> Int64 {
    var checksum = Checksum()
    checksum.add(edit)
    checksum.add(id)
    for record in [before, after] {
      checksum.add(record == nil ? 0 : 1)
      checksum.add(record ?? [])
    }
    return checksum.value
  }
}
