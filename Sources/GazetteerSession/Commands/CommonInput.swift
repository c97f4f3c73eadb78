import GazetteerIndex

/// The inputs that several commands have in common.
enum CommonInput {
  static let limit = Option<Limit>("limit", "N", "How many rows; 0: only the total; all: every row.")

  static let place = Parameter<PlaceReference>("N", onePlace)
  static let places = Parameter<PlaceReference>("N", severalPlaces)
  static let optionalPlaces = OptionalParameter<PlaceReference>("N", severalPlaces)
  /// The same for places that are favorites.
  static let favorite = Parameter<PlaceReference>("N", onePlace, completes: .place(amongFavorites: true))
  static let favorites = Parameter<PlaceReference>("N", severalPlaces, completes: .place(amongFavorites: true))

  /// What a point can be.
  static let point = "LAT,LON, a link, a name, a number of the last list, '.' or DATASET:ID."
  static let near = Option<PointReference>("near", "WHERE", "Measure distances from this point.")
  static let category = RepeatedOption<Untrusted>(
    "category", "C", "Only this category; give it again for more categories.", completes: .category())
  static let conditions = RepeatedOption<Condition>(
    "where", "CONDITION",
    "Only where a column has a value that meets this: 'rating>=4', City=Newark, City~new, 'rating is null'.",
    completes: .condition)
  static let columns = Option<ColumnNames>(
    "columns", "A,B", "Show these columns, such as name,City,rating; all: every one that the data have.",
    completes: .columns)
  static let column = Option<Untrusted>(
    "sort", "COLUMN", "By this column of the data, such as name.", completes: .column)
  static let reverse = Flag("reverse", "With --sort: the other way round. Places without a value stay last.")
  static let selected = Flag("selected", "Only places of the selected categories.")

  static let lists = RepeatedOption<LabelName>(
    "list", "L", "Only favorites on this list; give it again for more lists.", completes: .label(.list))
  static let tags = RepeatedOption<LabelName>(
    "tag", "T", "Only favorites with this tag; give it again for more tags.", completes: .label(.tag))

  private static let onePlace = "A name, a number of the last list, '.' or DATASET:ID."
  private static let severalPlaces = "A name, numbers of the last list, '.' or DATASET:ID."
}
