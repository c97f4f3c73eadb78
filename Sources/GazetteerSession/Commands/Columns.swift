import GazetteerIndex

extension Command {
  static let columns = Command(
    "columns", "List the columns of the places with their types, how full they are and examples.",
    takes: Inputs(Option<Untrusted>("from", "DATASET", "Only of this dataset.", completes: .dataset())),
    family: .find, synonyms: ["fields", "schema", "describe", "attributes"],
    examples: ["columns", "columns --from world"]
  ) { session, context, dataset in
    let name = try dataset.map { try session.dataset(named: $0, among: session.datasetNames) }
    let catalog = name.map { session.catalog(of: [$0]) } ?? session.catalog
    let columns = try catalog.columns(context.cancellation)
    return Reply(
      ColumnsView(of: catalog.size, columns, most: context.mostRows ?? .max),
      notices: (name == nil ? session.unopened(context) : [])
        + columns.compactMap { column in column.oddValues?.remark(on: column.name) })
  }
}
