import GazetteerIndex

extension ListSource {
  /// The same list with these columns; nil: those that it has.
  ///
  /// - Throws: a `Failure` if neither the data nor the list have a column of that name.
  func showing(_ columns: ColumnNames?, in catalog: Catalog) throws(Failure) -> ListSource {
    guard let columns else { return self }
    if let unknown = ShownColumns.unknown(columns.names, in: catalog) {
      throw catalog.noColumn(unknown, besides: ShownColumns.ofLists(catalog))
    }
    var source = self
    source.columns = columns.names
    return source
  }
}
