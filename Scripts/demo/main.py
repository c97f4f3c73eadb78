#!/usr/bin/env python3
"""Starts servers to try gaz with, prints how, and waits for Ctrl-C. See ../demo-server."""
import argparse
import pathlib
import signal
import sys
import threading

from desk import Desk
from eateries import make_eateries
from faults import Faults
from folder import Folder
from locations import Locations, seed
from mail import MailServer
from messages import Ntfy, Page, Webhook
from nominatim import Nominatim
from overpass import Overpass
from parse import Parse
from people import ME, PASSWORD, People
from udacity import Udacity
from web import WebServer
from yelp import Yelp

ROOT = pathlib.Path(__file__).resolve().parents[2]


def port(text):
    number = int(text)
    if not 1024 <= number < 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1024 to 65534")
    return number


def every(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number from 1 on")
    return number


def options():
    parser = argparse.ArgumentParser(prog="demo-server", description="Servers on this machine to try gaz with.")
    parser.add_argument(
        "--port", type=port, metavar="N", help="for requests, and the next for mails; otherwise, free ones")
    parser.add_argument("--faults", type=every, nargs="?", const=5, metavar="N", help="every Nth request fails (5th)")
    parser.add_argument("--program", metavar="GAZ", help="the gaz to try; by default Scripts/run, which builds it")
    parser.add_argument("--quiet", action="store_true", help="no line for each request")
    return parser.parse_args()


def sites(desk):
    """What answers to requests, by the first part of their paths."""
    people, locations, eateries = People(), Locations(), make_eateries()
    seed(people, locations)
    return {
        "parse": Parse(people, locations), "udacity": Udacity(people, locations), "overpass": Overpass(eateries),
        "nominatim": Nominatim(eateries), "yelp": Yelp(eateries), "hook": Webhook(desk), "ntfy": Ntfy(desk),
        "page": Page(),
    }


GUIDE = """\
The servers run until Ctrl-C: {base}, and for mails port {mail}.
In another terminal, type{first}:
  {program}
Then, at its prompt, for example the following.
locations (the password of {me} is: {password})
  login demo --user {me}
  post "newark nj" --url {base}/page
  locations --own
  edit-location 1 --place "hoboken nj"
  edit-location 1 --place "prudential center"
  delete-location 1
  logout demo
the same with another protocol
  login onthemap --user {me}
  post munich --url {base}/page
  logout onthemap
restaurants
  open "{stations}"
  stations newark
  restaurants 1 --from overpass --limit 5
  restaurants stations:NWK --from nominatim --term pizza
  restaurants "van buren library" --from overpass --limit 5
  restaurants stations:NWK --from yelp --limit 5
  favorite 1 --note "ask for the window seat"
  check 1-2
friends (what they get is printed here)
  search hoboken --limit 1
  check 1
  add-contact Anna --mail anna@example.org --message ntfy:dinner --tag lunch
  notify Anna --by mail
  notify lunch --by message
"""


def guide(folder, web, mail, faults, is_built):
    """What to type: sections, each of which begins with its name. Lines that begin with blanks are commands."""
    first = "" if is_built else " (the first start builds gaz, which takes some minutes)"
    print(GUIDE.format(
        base=web.base, mail=mail.port, program=folder.program, stations=folder.stations, me=ME, password=PASSWORD,
        first=first))
    if faults.every:
        print(f"Every request whose number can be divided by {faults.every} fails. It is said here how.\n")
    sys.stdout.flush()


def main():
    arguments = options()
    desk = Desk(is_quiet=arguments.quiet)
    ended = threading.Event()
    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in ends:
        signal.signal(number, lambda *_: ended.set())
    # They may be blocked in the program that has started this one.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)
    faults = Faults(arguments.faults, ended)
    try:
        web = WebServer(arguments.port or 0, sites(desk), faults, desk)
        mail = MailServer(arguments.port + 1 if arguments.port else 0, desk)
    except OSError as error:
        sys.exit(f"demo-server: no server can be started: {error.strerror}; try: another --port, or none")
    with Folder(web.base, mail.port, arguments.program or ROOT / "Scripts/run") as folder:
        for server in (web, mail):
            threading.Thread(target=server.serve_forever, daemon=True).start()
        is_built = bool(arguments.program) or (ROOT / ".build/gaz.stamp").exists()
        guide(folder, web, mail, faults, is_built)
        ended.wait()
    print("the servers have ended, and their folder is removed", flush=True)


main()
