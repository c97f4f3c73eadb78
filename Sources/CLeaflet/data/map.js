// Draws the places in the block of JSON. All of their data becomes text, never markup.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("places").textContent);
  var otherColor = data.otherColor;

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function grouped(count) { return count.toLocaleString("en"); }

  // The sizes of single places by population, and of markers for several places.
  var sizes = [
    [1, 3.5, "fewer than 100,000 people"], [1e5, 5, "100,000 or more"], [1e6, 7.5, "1 million or more"],
    [1e7, 10, "10 million or more"]
  ];
  function radiusOf(population) {
    var radius = 5;
    sizes.forEach(function (size) { if (population >= size[0]) radius = size[1]; });
    return radius;
  }
  function radiusOfGroup(count) {
    return count < 10 ? 8.5 : count < 100 ? 10 : count < 1000 ? 12.5 : count < 10000 ? 16 : 19;
  }
  var largest = 19, gap = 1;

  // Mercator's projection to a square of size 1.
  function across(lon) { return (lon + 180) / 360; }
  function down(lat) {
    var sine = Math.sin(Math.max(-85.05, Math.min(85.05, lat)) * Math.PI / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  }

  var places = data.places.map(function (row, index) {
    var categories = (Array.isArray(row[4]) ? row[4] : [row[4]]);
    var more = row[6] || {};
    var place = {
      index: index, name: row[0], region: data.regions[row[3]], population: row[5] || 0, facts: more.facts || {},
      links: more.links || [], color: data.colors[categories[0]] || otherColor,
      categories: categories.map(function (number) { return data.categories[number]; })
    };
    if (row[1] !== null) {
      place.lat = row[1];
      // Places on both sides of the antimeridian are shown together.
      place.lon = row[2] > data.east ? row[2] - 360 : row[2];
      place.x = across(place.lon);
      place.y = down(place.lat);
      place.radius = radiusOf(place.population);
    }
    return place;
  });
  // The most important first.
  var important = places.filter(function (place) { return place.x !== undefined; })
    .sort(function (one, other) { return other.population - one.population || one.index - other.index; });

  // The map.
  var map = L.map("map", { zoomSnap: 0.25, zoomDelta: 1, minZoom: 0, maxZoom: 18, maxBoundsViscosity: 1 });
  map.attributionControl.setPrefix(false);
  map.attributionControl.addAttribution("base map: Natural Earth");
  L.control.scale({ imperial: false }).addTo(map);
  ["base", "names"].forEach(function (name) { map.createPane(name).classList.add("still"); });
  map.getPane("base").style.zIndex = 210;
  map.getPane("names").style.zIndex = 610;
  var middle = important.length ? (data.west + data.east) / 2 : 0;
  map.setMaxBounds([[-85.05, middle - 270], [85.05, middle + 270]]);

  function fit(shown) {
    var bounds = shown.filter(function (place) { return place.x !== undefined; })
      .map(function (place) { return [place.lat, place.lon]; });
    var isOne = bounds.every(function (point) { return point.join() === bounds[0].join(); });
    // One sees where a single place is.
    if (bounds.length) map.fitBounds(bounds, { padding: [28, 28], maxZoom: isOne ? 7 : 12 });
    else map.setView([20, 0], 1);
  }

  // The base map: rough lines for the whole earth, and finer ones around the places, which cover them.
  var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var values = {};
  for (var letter = 0; letter < 64; letter++) values[alphabet[letter]] = letter;
  function decoded(texts, unit, turn) {
    return texts.split(" ").filter(Boolean).map(function (text) {
      var line = [], numbers = [0, 0], value = 0, shift = 1, turnOf = 0;
      for (var at = 0; at < text.length; at++) {
        var digit = values[text[at]];
        value += (digit & 31) * shift;
        shift *= 32;
        if (digit & 32) continue;
        numbers[turnOf] += value % 2 ? -(value + 1) / 2 : value / 2;
        if (turnOf) line.push([numbers[1] * unit, numbers[0] * unit + turn]);
        turnOf = 1 - turnOf;
        value = 0;
        shift = 1;
      }
      return line;
    });
  }
  var canvas = L.canvas({ pane: "base", padding: 0.3 });
  var base = L.layerGroup().addTo(map);
  function area(lines, color) {
    if (lines.length) L.polygon(lines, {
      renderer: canvas, pane: "base", stroke: false, fill: true, fillColor: color, fillOpacity: 1, interactive: false
    }).addTo(base);
  }
  function stroke(lines, color, weight, dashes) {
    if (lines.length) L.polyline(lines, {
      renderer: canvas, pane: "base", color: color, weight: weight, dashArray: dashes, interactive: false
    }).addTo(base);
  }
  function drawBase(part, turn) {
    var unit = part.unit, box = part.box;
    if (box) {
      // A little smaller than the land in it, so that its edge does not show.
      var edge = (box[2] - box[0]) / 500, west = box[0] + edge, east = box[2] - edge;
      var south = box[1] + edge / 2, north = box[3] - edge / 2;
      area([[[south, west], [south, east], [north, east], [north, west]]], "#d5e5ee");
    }
    area(decoded(part.land, unit, turn), "#f7f4ea");
    stroke(decoded(part.rivers, unit, turn), "#a9c9dc", 1);
    area(decoded(part.lakes, unit, turn), "#d5e5ee");
    stroke(decoded(part.states, unit, turn), "#d3c8ac", 1, "4 3");
    stroke(decoded(part.coasts, unit, turn), "#8fb0c2", 1);
    stroke(decoded(part.borders, unit, turn), "#a4957a", 1.2);
  }
  [-360, 0, 360].forEach(function (turn) { drawBase(data.earth, turn); });
  drawBase(data.around, 0);

  // What a place or several are, for the list and for the bubbles on the map.
  function describe(place) {
    var box = element("div");
    box.appendChild(element("bdi", "name", place.name));
    var parts = [place.region, place.categories.join(", ")].filter(Boolean);
    if (place.population) parts.push(grouped(place.population) + " people");
    var line = element("div", "fact");
    parts.forEach(function (part, index) {
      if (index) line.appendChild(document.createTextNode(" · "));
      line.appendChild(element("bdi", "", part));
    });
    box.appendChild(line);
    Object.keys(place.facts).forEach(function (key) {
      var value = place.facts[key];
      var row = element("div", "fact");
      row.appendChild(element("span", "", key + ": "));
      row.appendChild(element("bdi", "", Array.isArray(value) ? value.join(", ") : value));
      box.appendChild(row);
    });
    place.links.forEach(function (address) {
      if (!/^https?:\/\//i.test(address)) return;
      var link = element("a", "", address);
      link.href = address;
      link.target = "_blank";
      link.rel = "noopener noreferrer";
      var row = element("div", "fact");
      row.appendChild(link);
      box.appendChild(row);
    });
    return box;
  }
  function tell(content, lat, lon) {
    var width = map.getSize().x - 80;
    L.popup({ minWidth: Math.min(200, width), maxWidth: Math.min(280, width), maxHeight: Math.max(120, map.getSize().y * 0.6) })
      .setLatLng([lat, lon]).setContent(content).openOn(map);
  }
  function show(place) {
    if (place.x === undefined) return;
    map.setView([place.lat, place.lon], Math.max(map.getZoom(), 10), { animate: false });
    tell(describe(place), place.lat, place.lon);
  }
  function open(group) {
    if (group.members.length === 1) return tell(describe(group.lead), group.lead.lat, group.lead.lon);
    var box = L.latLngBounds(group.members.map(function (place) { return [place.lat, place.lon]; }));
    var zoom = Math.min(map.getBoundsZoom(box, false, [40, 40]), 16);
    if (zoom > map.getZoom() + 0.2) return map.setView(box.getCenter(), zoom);
    var list = element("div");
    group.members.slice(0, 50).forEach(function (place) { list.appendChild(describe(place)); });
    if (group.members.length > 50) {
      list.appendChild(element("div", "fact", "and " + grouped(group.members.length - 50) + " more"));
    }
    tell(list, group.lead.lat, group.lead.lon);
  }

  // Boxes that are found by where they are.
  function Grid() { this.cells = new Map(); }
  Grid.prototype.each = function (box, visit) {
    for (var x = Math.floor(box[0] / 48); x <= Math.floor(box[2] / 48); x++) {
      for (var y = Math.floor(box[1] / 48); y <= Math.floor(box[3] / 48); y++) visit(x * 4194304 + y);
    }
  };
  Grid.prototype.add = function (box, owner) {
    var cells = this.cells;
    this.each(box, function (key) {
      if (cells.has(key)) cells.get(key).push([box, owner]); else cells.set(key, [[box, owner]]);
    });
  };
  Grid.prototype.owners = function (box) {
    var cells = this.cells, found = new Set();
    this.each(box, function (key) {
      (cells.get(key) || []).forEach(function (entry) {
        var other = entry[0];
        if (box[0] <= other[2] && other[0] <= box[2] && box[1] <= other[3] && other[1] <= box[3]) found.add(entry[1]);
      });
    });
    return found;
  };
  function around(x, y, radius) { return [x - radius, y - radius, x + radius, y + radius]; }

  // Markers that do not meet: places whose markers would are one, at the most important of them.
  function joined(shown, scale) {
    var groups = shown.map(function (place) {
      return { lead: place, members: [place], x: place.x * scale, y: place.y * scale, radius: place.radius };
    });
    for (var count = -1; count !== groups.length;) {
      count = groups.length;
      var kept = [], grid = new Grid();
      groups.forEach(function (group) {
        var first = -1;
        grid.owners(around(group.x, group.y, group.radius + largest + gap)).forEach(function (index) {
          var other = kept[index], reach = group.radius + other.radius + gap;
          var dx = group.x - other.x, dy = group.y - other.y;
          if (dx * dx + dy * dy < reach * reach && (first < 0 || index < first)) first = index;
        });
        if (first >= 0) {
          var other = kept[first];
          group.members.forEach(function (place) { other.members.push(place); });
          other.radius = Math.max(radiusOfGroup(other.members.length), other.lead.radius + 1);
        } else {
          grid.add([group.x, group.y, group.x, group.y], kept.length);
          kept.push(group);
        }
      });
      groups = kept;
    }
    return groups;
  }

  // Names beside markers, the most important first. None covers another one or a marker; less important markers join
  // important ones that have no room for their names.
  var pen = document.createElement("canvas").getContext("2d");
  pen.font = "12px sans-serif";
  function named(groups, frame) {
    var grid = new Grid(), covered = new Grid(), labels = [], gone = new Set();
    var corner = map.getContainer().getBoundingClientRect();
    document.querySelectorAll(".leaflet-control").forEach(function (control) {
      var box = control.getBoundingClientRect(), x = frame[0] - corner.left, y = frame[1] - corner.top;
      covered.add([x + box.left, y + box.top, x + box.right, y + box.bottom], -1);
    });
    groups.forEach(function (group, index) { grid.add(around(group.x, group.y, group.radius), index); });
    function owners(box) {
      return Array.from(grid.owners(box)).filter(function (index) { return !gone.has(index); });
    }
    function sides(text, group, radius) {
      var width = pen.measureText(text).width + 2, x = group.x, y = group.y;
      var right = x + radius + 3, left = x - radius - 3 - width, above = y - radius - 17, below = y + radius + 1;
      return [
        [right, y - 8], [left, y - 8], [x - width / 2, above], [x - width / 2, below], [right, above], [right, below],
        [left, above], [left, below]
      ].map(function (at) { return [at[0], at[1], at[0] + width, at[1] + 16]; }).filter(function (box) {
        return box[0] >= frame[0] && box[1] >= frame[1] && box[2] <= frame[2] && box[3] <= frame[3]
          && !covered.owners(box).size;
      });
    }
    function makeRoom(text, group, index) {
      var best;
      [group.radius, radiusOfGroup(10), radiusOfGroup(100)].forEach(function (least) {
        if (best) return;
        var radius = Math.max(group.radius, least);
        if (covered.owners(around(group.x, group.y, radius)).size) return;
        sides(text, group, radius).forEach(function (box) {
          var joining = new Set(owners(box).concat(owners(around(group.x, group.y, radius))));
          joining.delete(index);
          var members = group.members, isLess = true;
          joining.forEach(function (other) {
            isLess = isLess && other > index && groups[other].lead.population * 2 <= group.lead.population;
            members = members.concat(groups[other].members);
          });
          var needed = Math.max(group.radius, joining.size ? radiusOfGroup(members.length) : 0);
          if (!isLess || needed > radius || best && best.members.length <= members.length) return;
          best = { box: box, members: members, radius: needed, joining: joining };
        });
      });
      if (!best) return;
      best.joining.forEach(function (other) { gone.add(other); });
      groups[index] = group = Object.assign({}, group, { members: best.members, radius: best.radius });
      grid.add(around(group.x, group.y, group.radius), index);
      return best.box;
    }
    var most = Math.min(200, 20 + (frame[2] - frame[0]) * (frame[3] - frame[1]) / 7000);
    for (var index = 0; index < groups.length && labels.length < most; index++) {
      if (gone.has(index)) continue;
      var group = groups[index], text = group.lead.name.trim();
      if (text.length > 32) text = Array.from(text).slice(0, 31).join("") + "…";
      if (!text) continue;
      // Sides where a name would seem to belong to another marker come last.
      var free = sides(text, group, group.radius).filter(function (box) { return !owners(box).length; });
      var box = free.find(function (box) {
        return owners([box[0] - 6, box[1] - 6, box[2] + 6, box[3] + 6]).every(function (other) { return other === index; });
      }) || free[0];
      if (!box && index < 40) box = makeRoom(text, group, index);
      if (!box) continue;
      covered.add(box, index);
      labels.push({ text: text, index: index, box: box });
    }
    labels.forEach(function (label) { label.group = groups[label.index]; });
    return { groups: groups.filter(function (group, index) { return !gone.has(index); }), labels: labels };
  }

  // What is drawn, by what it looks like, so that what stays the same is not drawn again.
  var drawn = new Map(), matching = places, current, currentScale;
  function colorOf(members) {
    var color = members[0].color;
    return members.every(function (place) { return place.color === color; }) ? color : otherColor;
  }
  function layerOf(group) {
    var color = colorOf(group.members), place = [group.lead.lat, group.lead.lon];
    var count = group.members.length, layer;
    if (count === 1) {
      layer = L.circleMarker(place, {
        radius: group.radius, color: "#fff", weight: 1, fillColor: color, fillOpacity: 1, className: "place"
      });
    } else {
      var circle = element("div", "group", grouped(count)), size = group.radius * 2;
      circle.style.background = color;
      circle.style.lineHeight = circle.style.width = circle.style.height = size + "px";
      layer = L.marker(place, {
        icon: L.divIcon({ className: "", html: circle, iconSize: [size, size] }), keyboard: false,
        title: group.members.slice(0, 10).map(function (one) { return one.name; }).join(", ") + (count > 10 ? " …" : "")
      });
    }
    return layer.on("click", function () { open(group); });
  }
  function labelOf(label) {
    var text = element("bdi", "", label.text);
    text.style.left = label.box[0] - label.group.x + "px";
    text.style.top = label.box[1] - label.group.y + "px";
    return L.marker([label.group.lead.lat, label.group.lead.lon], {
      icon: L.divIcon({ className: "label", html: text, iconSize: [0, 0] }), pane: "names", interactive: false,
      keyboard: false
    });
  }
  function draw() {
    var scale = 256 * Math.pow(2, map.getZoom()), size = map.getSize();
    if (!current || currentScale !== scale) {
      var isMatching = new Set(matching);
      current = joined(important.filter(function (place) { return isMatching.has(place); }), scale);
      currentScale = scale;
    }
    var center = map.getCenter(), x = across(center.lng) * scale, y = down(center.lat) * scale;
    var frame = [x - size.x / 2, y - size.y / 2, x + size.x / 2, y + size.y / 2];
    var visible = current.filter(function (group) {
      return group.x > frame[0] - 60 && group.x < frame[2] + 60 && group.y > frame[1] - 60 && group.y < frame[3] + 60;
    });
    var result = named(visible, frame), wanted = new Map();
    result.groups.forEach(function (group) {
      wanted.set([group.lead.index, group.members.length, group.radius].join(), function () { return layerOf(group); });
    });
    result.labels.forEach(function (label) {
      var offset = [label.box[0] - label.group.x, label.box[1] - label.group.y].map(Math.round);
      wanted.set(["label", label.group.lead.index].concat(offset).join(), function () { return labelOf(label); });
    });
    drawn.forEach(function (layer, key) {
      if (!wanted.has(key)) {
        layer.remove();
        drawn.delete(key);
      }
    });
    wanted.forEach(function (make, key) { if (!drawn.has(key)) drawn.set(key, make().addTo(map)); });
  }

  // The legend.
  var legend = document.getElementById("legend");
  legend.open = window.innerWidth > 700;
  function explain(color, radius, text, count) {
    var line = element("div"), cell = element("span", "cell"), circle = element("span", "dot", count);
    circle.style.background = color;
    circle.style.lineHeight = circle.style.width = circle.style.height = radius * 2 + "px";
    cell.appendChild(circle);
    line.appendChild(cell);
    line.appendChild(element("bdi", "", text));
    legend.appendChild(line);
  }
  data.colors.forEach(function (color, index) { explain(color, 5, data.categories[index]); });
  if (data.categories.length > data.colors.length) explain(otherColor, 5, "other categories");
  sizes.forEach(function (size) {
    if (important.some(function (place) { return place.population && place.radius === size[1]; })) {
      explain("#9aa5ad", size[1], size[2]);
    }
  });
  if (important.length > 1) explain(otherColor, 8.5, "several places, named after the first", "3");

  // The list, and the box that searches it. A long list is shown in parts.
  var list = document.getElementById("list"), more = document.getElementById("more"), part = 500;
  var box = document.getElementById("search"), status = document.getElementById("status");
  function item(place) {
    var made = element("li");
    made.appendChild(describe(place));
    if (place.x === undefined) return made;
    made.className = "placed";
    made.tabIndex = 0;
    made.addEventListener("click", function (event) { if (event.target.tagName !== "A") show(place); });
    made.addEventListener("keydown", function (event) {
      if (event.key === "Enter" && event.target === made) show(place);
    });
    return made;
  }
  function extend(count) {
    var start = list.children.length, parts = document.createDocumentFragment();
    matching.slice(start, start + count).forEach(function (place) { parts.appendChild(item(place)); });
    list.appendChild(parts);
    var left = matching.length - list.children.length;
    more.hidden = !left;
    more.textContent = "show " + grouped(Math.min(left, part)) + " more of " + grouped(left);
  }
  function folded(text) { return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(); }
  function search() {
    var words = folded(box.value).split(/\s+/).filter(Boolean);
    matching = !words.length ? places : places.filter(function (place) {
      if (place.text === undefined) {
        place.text = folded([place.name, place.region].concat(place.categories, Object.values(place.facts)).join(" "));
      }
      return words.every(function (word) { return place.text.indexOf(word) >= 0; });
    });
    status.textContent = words.length ? grouped(matching.length) + " of " + grouped(places.length) : "";
    list.textContent = "";
    list.scrollTop = 0;
    extend(part);
    current = undefined;
    draw();
  }
  var waiting;
  box.placeholder = "search " + (places.length === 1 ? "1 place" : grouped(places.length) + " places");
  box.addEventListener("input", function () {
    clearTimeout(waiting);
    waiting = setTimeout(search, 150);
  });
  box.addEventListener("keydown", function (event) {
    if (event.key !== "Enter") return;
    clearTimeout(waiting);
    search();
    map.closePopup();
    if (matching.length === 1) show(matching[0]); else fit(matching);
  });
  more.addEventListener("click", function () { extend(part); });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") map.closePopup(); });
  window.addEventListener("beforeprint", function () { extend(matching.length); });

  var credits = document.getElementById("credits");
  data.credits.forEach(function (credit) {
    var row = element("div");
    row.appendChild(element("bdi", "", "© " + credit));
    credits.appendChild(row);
  });

  // No server is asked before the user asks for it.
  var button = document.getElementById("tiles"), isOn = false;
  var tiles = L.tileLayer("https://tile.openstreetmap.org/{z}/{x}/{y}.png", {
    maxZoom: 19,
    attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors'
  });
  function name() { button.textContent = isOn ? "hide tiles" : "show tiles from openstreetmap.org"; }
  button.addEventListener("click", function () {
    isOn = !isOn;
    button.setAttribute("aria-pressed", isOn);
    if (isOn) {
      base.remove();
      tiles.addTo(map);
    } else {
      tiles.remove();
      base.addTo(map);
    }
    name();
  });
  name();

  fit(places);
  extend(part);
  draw();
  map.on("moveend", draw);
})();
