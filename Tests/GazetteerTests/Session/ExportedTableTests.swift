import GazetteerIndex
import Testing

@testable import GazetteerSession

/// The columns of an exported table.
@Suite struct ExportedTableTests {
  /// A place with some attributes.
  private static func place(_ name: String, _ attributes: [(String, String)]) -> ExportedPlace {
    let attributes = attributes.map { Place.Attribute(key: Untrusted($0.0), value: Untrusted($0.1)) }
    let id = PlaceID(dataset: "d", id: .number(1))
    return ExportedPlace(Place(id: id, name: Untrusted(name), attributes: attributes), attribution: nil)
  }

  private static func csv(_ places: [ExportedPlace], isRaw: Bool = false) -> String {
    ExportedTable.csv(of: Export(title: "", places: places, time: 0), isRaw: isRaw)
  }

  /// First the columns that programs know, then those of this program in their own order, then the attributes as they
  /// come. An attribute that a column has no room for, or that a place has twice, is in a column of this program.
  @Test func columnsHaveOneOrder() {
    let places = [
      Self.place("a", [("own", "1"), ("x;y", "two, \"three\"")]), Self.place("b", [("twice", "2;"), ("twice", "")]),
      Self.place("c", [("more", "3"), ("own", " ")]),
    ]
    let table = """
      name,category,gaz:dataset,gaz:place-number,gaz:name,gaz:category,gaz:attribute:twice,gaz:attribute:own,gaz:columns,\
      own,x;y,more
      a,Default,d,1,a,Default,,,own;x\\3by,1,"two, ""three""\",
      b,Default,d,1,b,Default,2\\3b;;,,,,,
      c,Default,d,1,c,Default,,\\20,more,,,3

      """
    #expect(Self.csv(places) == table)
    #expect(Self.csv(places, isRaw: true) == table)
  }

  /// The mark is before the columns of others, and in each row, also in those before the first protected cell.
  @Test func aProtectedTableIsMarked() {
    let places = [Self.place("a", [("own", "1")]), Self.place("=b", [("own", "=2")])]
    #expect(
      Self.csv(places) == """
        name,category,gaz:dataset,gaz:place-number,gaz:name,gaz:category,gaz:protected,gaz:columns,own
        a,Default,d,1,a,Default,yes,own,1
        '=b,Default,d,1,\\3db,Default,yes,own,'=2

        """)
    #expect(
      Self.csv(places, isRaw: true) == """
        name,category,gaz:dataset,gaz:place-number,gaz:name,gaz:category,gaz:columns,own
        a,Default,d,1,a,Default,own,1
        =b,Default,d,1,=b,Default,own,=2

        """)
  }
}
