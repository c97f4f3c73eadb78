// Draws the places in the block of JSON. All of their data becomes text, never markup.
(function () {
  "use strict";
  var data = JSON.parse(document.getElementById("places").textContent);
  var bounds = [];
  var map = L.map("map", { preferCanvas: data.places.length > 5000, worldCopyJump: true, attributionControl: true });
  map.attributionControl.setPrefix(false);

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function describe(place) {
    var box = element("div");
    box.appendChild(element("bdi", "name", place.name));
    Object.keys(place.facts).forEach(function (key) {
      var value = place.facts[key];
      var row = element("div", "fact");
      row.appendChild(element("span", "", key + ": "));
      row.appendChild(element("bdi", "", Array.isArray(value) ? value.join(", ") : value));
      box.appendChild(row);
    });
    (place.links || []).forEach(function (address) {
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

  var list = document.getElementById("list");
  data.places.forEach(function (place) {
    var item = element("li");
    item.appendChild(describe(place));
    list.appendChild(item);
    if (place.lat === undefined) return;
    var point = [place.lat, place.lon];
    bounds.push(point);
    var marker = L.circleMarker(point, { radius: 7, color: "#fff", weight: 1.5, fillColor: "#c2334d", fillOpacity: 0.9 });
    marker.addTo(map).bindPopup(function () { return describe(place); });
    item.className = "placed";
    item.tabIndex = 0;
    function show() { map.setView(point, Math.max(map.getZoom(), 13)); marker.openPopup(); }
    item.addEventListener("click", function (event) { if (event.target.tagName !== "A") show(); });
    item.addEventListener("keydown", function (event) { if (event.key === "Enter") show(); });
  });

  var credits = document.getElementById("credits");
  data.credits.forEach(function (credit) {
    var row = element("div");
    row.appendChild(element("bdi", "", "© " + credit));
    credits.appendChild(row);
  });

  if (bounds.length) map.fitBounds(bounds, { padding: [30, 30], maxZoom: 15 });
  else map.setView([20, 0], 2);

  // Lines of latitude and longitude, about six across.
  var lines = L.layerGroup().addTo(map);
  function drawLines() {
    lines.clearLayers();
    var box = map.getBounds();
    var steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
    var step = steps.find(function (step) { return (box.getEast() - box.getWest()) / step <= 8; }) || 60;
    var style = { color: "#b5c4ce", weight: 1, interactive: false };
    var west = Math.ceil(box.getWest() / step), east = Math.floor(box.getEast() / step);
    var south = Math.ceil(Math.max(box.getSouth(), -85) / step), north = Math.floor(Math.min(box.getNorth(), 85) / step);
    for (var x = west; x <= east; x++) L.polyline([[-85, x * step], [85, x * step]], style).addTo(lines);
    for (var y = south; y <= north; y++) {
      L.polyline([[y * step, box.getWest() - 1], [y * step, box.getEast() + 1]], style).addTo(lines);
    }
  }
  map.on("moveend", drawLines);
  drawLines();

  // No server is contacted before the user asks for it.
  var button = document.getElementById("tiles");
  button.addEventListener("click", function () {
    button.hidden = true;
    map.removeLayer(lines);
    map.off("moveend", drawLines);
    L.tileLayer("https://tile.openstreetmap.org/{z}/{x}/{y}.png", {
      maxZoom: 19,
      attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a> contributors'
    }).addTo(map);
  });
})();
