/// The words that columns of public files are named with, folded, in the languages of many data portals.
enum ColumnWords {
  /// Units and reference systems behind a name.
  static let endings: Set<String> = [
    "deg", "degree", "degrees", "dd", "ddd", "decimal", "dec", "wgs84", "wgs", "84", "4326", "epsg", "epsg4326",
    "gps", "grad", "etrs89", "2d", "nad83", "va", "text",
  ]

  static let latitude: Set<String> = [
    "lat", "latitude", "latitud", "latitudine", "latitudes", "latdd", "breite", "breitengrad", "breedtegraad",
    "breddegrad", "breddgrad", "latitudgrad", "szerokosc", "szerokoscgeograficzna", "enlem", "sirka", "leveysaste",
    "leveyspiiri", "szelesseg", "bredde", "geografskasirina", "zemljopisnasirina", "широта", "纬度", "緯度", "위도",
  ]
  static let longitude: Set<String> = [
    "lon", "lng", "long", "longitude", "longitud", "longitudine", "longitudes", "londd", "lange", "laenge",
    "langengrad", "laengengrad", "lengtegraad", "lengdegrad", "laengdegrad", "langdgrad", "longitudgrad", "dlugosc",
    "dlugoscgeograficzna", "boylam", "delka", "pituusaste", "pituuspiiri", "hosszusag", "laengde", "geografskaduzina",
    "zemljopisnaduzina", "geografskadolzina", "долгота", "经度", "経度", "경도",
  ]
  /// Those that are also said of widths and lengths, and were not always known.
  static let sizes: Set<String> = ["bredde", "laengde"]
  /// Numbers of reference systems behind a word for an angle, the best ones.
  static let datums: Set<String> = ["83", "84"]
  /// In brackets behind a name, for a column that another one has replaced.
  static let former: Set<String> = [
    "old", "alt", "previous", "prev", "former", "obsolete", "deprecated", "legacy", "superseded", "ancien", "antiguo",
    "vecchio", "oud", "gammel",
  ]
  static let angles = latitude.union(longitude)
  static let northSouth: Set<String> = ["N", "S", "NORTH", "SOUTH"]
  static let eastWest: Set<String> = ["E", "W", "EAST", "WEST"]
  /// After the word for an angle, for its parts.
  static let degrees: Set<String> = ["d", "deg", "degree", "degrees", "grad", "grados", "degres", "gradi", "graden"]
  static let minutes: Set<String> = [
    "m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minuut",
  ]
  static let seconds: Set<String> = [
    "s", "sec", "secs", "second", "seconds", "sek", "sekunden", "seg", "segundos", "secondes", "secondi", "seconden",
  ]
  static let maximum: Set<String> = ["max", "maximum"]
  /// For numbers that are degrees only if they look so.
  static let y: Set<String> = [
    "y", "ycoord", "ycoordinate", "pointy", "coordy", "coordinatey", "northing",
    "hochwert", "nordwert", "utmnorth", "utmy", "yutm", "norte", "coordonneey", "coordenaday", "coordinatay",
  ]
  static let x: Set<String> = [
    "x", "xcoord", "xcoordinate", "pointx", "coordx", "coordinatex", "easting",
    "rechtswert", "ostwert", "utmeast", "utmx", "xutm", "este", "coordonneex", "coordenadax", "coordinatax",
  ]

  /// For a position in one cell.
  static let geometry: Set<String> = [
    "geometry", "geom", "thegeom", "wkt", "wktgeom", "wktgeometry", "ewkt", "shape", "geo", "geopoint", "geoshape",
    "geolocation", "georeference", "geojson", "location", "point", "position", "coordinates", "coordinate", "coords",
    "coord", "coordonnees", "coordonneesxy", "coordonneesgeographiques", "coordonneesgeo", "coordenadas",
    "coordinaten", "koordinaten", "koordinate", "koordinater", "wspolrzedne", "latlon", "latlng", "latlong", "lonlat",
    "lnglat", "ubicacion", "localizacion", "localisation", "standort", "puntogeo", "locationgeocoordinates",
    "geocoordinates", "xy", "geolocalisation", "geolocalizacion",
  ]
  /// All words for positions and parts of them.
  static let positions = latitude.union(longitude).union(y).union(x).union(geometry)

  static let name: Set<String> = [
    "name", "dba", "title", "label", "names", "bezeichnung", "bezeichnun", "titel", "namen", "benennung", "nom",
    "intitule", "denomination", "libelle", "appellation", "nombre", "denominacion", "titulo", "rotulo", "nome",
    "denominazione",
    "titolo", "denominacao", "naam", "benaming", "omschrijving", "namn", "benamning", "navn", "betegnelse", "nimi",
    "nazwa", "nazev", "nazov", "naziv", "nev", "isim", "ad", "adi", "наименование", "название", "имя", "名称", "名前",
    "이름", "designation", "placename", "sitename", "poi", "nomecompleto", "nomoff", "nam", "nme", "nm",
    "instnm",
  ]
  /// What else is called after the thing itself: used if no column has a word for a name.
  static let thing: Set<String> = [
    "place", "site", "station", "stop", "landmark", "park", "facility", "school", "hospital", "venue", "attraction",
    "standort", "haltestelle", "gare", "arret", "etablissement", "lieu", "lugar", "estacion", "stazione", "luogo",
    "estacao", "halte", "airport", "species", "scientificname", "locationdescription", "locname", "monument", "museum",
    "store", "branch", "filiale", "filial", "einrichtung", "restaurant", "hotel", "cafe", "library",
    "pharmacy", "clinic", "church", "university", "college", "kindergarten", "kita", "schule", "krankenhaus",
    "apotheke",
    "bibliothek", "kirche", "tienda", "farmacia", "escuela", "sucursal", "establecimiento", "ecole",
    "pharmacie", "magasin", "boutique", "hopital", "scuola", "negozio", "ospedale", "farmacie", "winkel", "apteka",
    "szkola", "sklep", "施設名", "店舗名", "店名", "駅名", "学校名", "病院名", "施設", "店舗", "駅",
  ]
  /// What places belong to: used if no column is called after the thing.
  static let organisation: Set<String> = [
    "company", "operator", "provider", "institution", "organisation", "organization", "organisme", "betreiber",
    "brand", "enseigne", "operateur", "exploitant", "firma", "unternehmen", "entreprise", "empresa", "azienda",
    "bedrijf", "business", "customer", "kunde", "client", "cliente", "klant", "agency", "chain",
  ]
  /// Where places are: used if no column says what is there, or if the places are these.
  static let settlement: Set<String> = [
    "city", "town", "village", "settlement", "locality", "ort", "ortsname", "stadt", "gemeinde", "commune", "ville",
    "ciudad", "municipio", "localidad", "comune", "citta", "localita", "cidade", "plaats", "gemeente", "stad",
  ]
  /// For texts about a place that differ, but do not name it.
  static let remarks: Set<String> = [
    "remark", "remarks", "comment", "comments", "note", "notes", "description", "details", "info", "text", "bemerkung",
    "bemerkungen", "beschreibung", "hinweis", "kommentar", "commentaire", "descriptif", "descripcion", "observaciones",
    "descrizione", "opmerking", "email", "mail", "url", "web", "website", "phone", "telefon", "telephone", "hours",
    "address", "adresse", "street", "strasse", "rue", "direccion", "indirizzo", "adres",
  ]
  /// What a person is called by: beside them, a `title` is `Dr` or `Mrs`.
  static let personName: Set<String> = [
    "firstname", "lastname", "surname", "givenname", "familyname", "forename", "vorname", "nachname", "prenom",
    "apellido", "apellidos", "cognome", "voornaam", "achternaam", "fornavn", "etternavn", "efternavn",
  ]
  /// Before a word for a name, these say that it is the name of what has several of the places, such as an agency of
  /// schools: used if no other column has such a name.
  static let ofSeveral: Set<String> = ["lea"]
  /// Before a word for a name, these say that it is the name of something else.
  static let others: Set<String> = [
    "first", "last", "middle", "sur", "given", "family", "user", "owner", "contact", "person", "file", "host",
    "domain", "street", "road", "st", "rue", "voie", "via", "calle", "strasse", "state", "country", "county",
    "region", "province", "district", "borough", "boro", "ward", "zone", "admin", "agency", "company", "operator",
    "manager", "department", "dept", "provider", "source", "dataset", "layer", "table", "category", "type", "class",
    "council", "bundesland", "land", "kreis", "departement", "dep", "parent", "group", "route", "line", "amenageur",
    "operateur", "enseigne", "nick", "code", "short", "alt", "alternate", "alternative", "old", "former", "zip",
    "match", "nearest", "timezone", "ntaname", "nta", "hood", "neighborhood", "neighbourhood", "barrio", "distrito",
    "jurisdiction",
    "brand", "login", "author", "editor", "creator", "vernacular", "agence", "sender", "end", "realisateur",
    "producteur",
  ]

  static let category: Set<String> = [
    "category", "categories", "type", "kind", "class", "kategorie", "kategorien", "typ", "art", "klasse", "gattung",
    "categorie", "nature", "genre", "categoria", "tipo", "tipologia", "clase", "soort", "kategori", "slag",
    "typologie", "luokka", "tyyppi", "rodzaj", "kategoria", "tur", "fclass", "featureclass", "amenity", "tourism",
    "shop", "leisure", "historic", "subtype", "subcategory", "тип", "категория", "类型", "primarytype",
  ]

  /// For texts that are countries only if most of them are known.
  static let country: Set<String> = [
    "country", "countries", "nation", "ctry", "cntry", "adm0", "admin0", "iso", "iso2", "iso3", "isoa2", "isoa3",
    "isocode", "isocc", "land", "landcode", "landkod", "laenderkennzeichen", "landerkennzeichen", "staat", "pays",
    "codepays", "pais", "codigopais", "paese", "stato", "nazione", "kraj", "zeme", "stat", "krajina", "drzava",
    "orszag", "maa", "riik", "valsts", "salis", "tara", "ulke", "страна", "країна", "χωρα", "国", "国家", "國家", "国名",
    "국가",
  ]

  /// Those that are also said of states, whose codes are often those of countries.
  static let countryOrState: Set<String> = [
    "land", "staat", "stato", "stat", "kraj", "krajina", "zeme", "drzava", "maa", "riik", "valsts", "nation",
  ]
  /// Beside a word for a country, others would say that it is the country of something else.
  static let besideCountry: Set<String> = [
    "name", "code", "iso", "iso2", "iso3", "a2", "a3", "alpha", "alpha2", "alpha3", "2", "3", "en", "de", "fr", "es",
    "nom", "nombre", "nome", "kod", "codigo", "codice",
  ]

  static let population: Set<String> = [
    "population", "totalpopulation", "inhabitants", "einwohner", "einwohnerzahl", "bevolkerung", "bevoelkerung",
    "habitants", "nombredhabitants", "poblacion", "habitantes", "populacao", "popolazione", "abitanti", "inwoners",
    "aantalinwoners", "befolkning", "folketal", "folkemengde", "vakiluku", "ludnosc", "obyvatel", "pocetobyvatel",
    "nepesseg", "nufus", "население", "人口", "인구",
  ]

  static let id: Set<String> = [
    "id", "uuid", "guid", "gid", "fid", "globalid", "oid", "ogcfid", "osmid", "cartodbid", "objectid", "identifier",
    "identifiant", "identificador", "identificativo", "kennung", "uid", "uniqueid", "gmlid", "featureid",
  ]
}
