"""The folder for those who try gaz: settings for these servers, data, and a program that starts gaz with both."""
import os
import pathlib
import shlex
import shutil
import tempfile

import parse
import yelp
from eateries import STATION

SERVICES = """\
[demo]
dialect = "parse"
url = "{base}/parse"
application-id = "{application}"
rest-key = "{rest_key}"

[onthemap]
dialect = "udacity"
url = "{base}/udacity/v1"
"""
CHANNELS = """\
[mail]
server = "smtp://127.0.0.1:{mail}"
from = "Sam Student <student@example.org>"

[ntfy]
server = "{base}/ntfy"

[webhook.demo]
url = "{base}/hook"
"""
PROGRAM = """\
#!/bin/sh
# Starts gaz with the settings and the data of this folder. If the servers end first, they remove the folder, and gaz
# makes it again when it saves its session; then it is removed here.
export XDG_CONFIG_HOME={folder}/config XDG_DATA_HOME={folder}/data
export XDG_STATE_HOME={folder}/state XDG_CACHE_HOME={folder}/cache
export GAZ_OVERPASS_URL={base}/overpass/api GAZ_NOMINATIM_URL={base}/nominatim
export GAZ_YELP_URL={base}/yelp/v3 GAZ_YELP_KEY={key}
unset GAZ_HISTORY
# gaz gets the signals of the terminal too, and decides when it ends.
trap : INT QUIT HUP TERM
code=0
{gaz} "$@" || code=$?
[ -e {folder}/gaz ] || rm -rf {folder}
exit $code
"""
STATIONS = f"""\
stop_id,stop_name,stop_lat,stop_lon,location_type
NWK,Newark Penn Station,{STATION[0]},{STATION[1]},1
BRD,Newark Broad Street,40.7475,-74.1720,1
HAR,Harrison,40.7395,-74.1556,1
SEC,Secaucus Junction,40.7613,-74.0758,1
HOB,Hoboken Terminal,40.7350,-74.0277,1
"""


class Folder:
    """A private folder, which is removed at the end."""

    def __init__(self, base, mail, gaz):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="gaz-demo-"))
        self.program, self.stations = self.path / "gaz", self.path / "stations"
        facts = {
            "base": base, "mail": mail, "application": parse.APPLICATION, "rest_key": parse.REST_KEY, "key": yelp.KEY,
            "folder": shlex.quote(str(self.path)), "gaz": shlex.quote(os.path.abspath(gaz)),
        }
        self.write("config/gaz/services.toml", SERVICES.format(**facts))
        self.write("config/gaz/channels.toml", CHANNELS.format(**facts))
        self.write("stations/stops.txt", STATIONS)
        self.write("gaz", PROGRAM.format(**facts))
        self.program.chmod(0o700)

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)
