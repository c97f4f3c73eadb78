import GazetteerIndex

/// The tables of the favorites, and the migration of older schemas. There must never be views, triggers or virtual
/// tables: `FavoritesDatabase` refuses files with them.
///
///     favorites  each favorite as it is now, with the number of the edit that changed it last
///     edits      all edits in order
///     changes    what each edit changed: a favorite before and after it, NULL for none
///     properties "version": the version of the schema, to tell a damaged file header from one of a newer version
///                "sum": the sum of the checksums of all favorites, to find missing rows
///
/// Each favorite is stored twice: in `favorites`, and in its last change. Either can be restored from the other.
enum FavoritesSchema {
  /// "gazF", in the header of the file.
  static let application: Int64 = 0x6761_7A46
  static let version: Int64 = 3

  /// Step i migrates the schema from version i to version i + 1.
  static let steps = [first, second, third]

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

  /// The author of an edit, the edit that it undoes, and an index for the history of a favorite.
  private static let second = """
    ALTER TABLE edits ADD COLUMN author TEXT NOT NULL DEFAULT '';
    ALTER TABLE edits ADD COLUMN undoes INTEGER;
    CREATE INDEX changes_by_favorite ON changes (favorite, edit);
    CREATE TABLE properties (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
    """

  /// Records can have the distance of a favorite from its station. The tables are the same, but an older program would
  /// drop the distance when it writes a favorite, and it never writes into a file of a newer version.
  private static let third = "SELECT 1"

  static func checksum(ofFavorite id: String, revision: Int64, record: [UInt8]) -> Int64 {
    var checksum = Checksum()
    checksum.add(id)
    checksum.add(revision)
    checksum.add(record)
    return checksum.value
  }

  /// Edits of the first version have no author and undo nothing, so their checksums are the same.
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
