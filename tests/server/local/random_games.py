"""Plays a game of each bot and random games of every ruleset, and prints records and digests of all events.

`GAMES` says how many of each ruleset; they are the same in every Python.

It runs in CPython and, from the engine's archive, in Pyodide.
"""

import hashlib
import json
import os

import inkrail.server.local.engine  # noqa: F401 - everything that the browser runs can be imported
from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.core.dice import SeededRng
from inkrail.game.record import format_record
from inkrail.game.table import Phase, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Seat
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
from inkrail.server.local.bots import LOCAL_BOTS

digests = {}
for make in LOCAL_BOTS.values():
    played = play_game(parse_ruleset("base"), bots=[make], seed="browser")
    digests[make().name] = format_record(played.record)
for name in RULESET_NAMES:
    digest, ruleset = hashlib.sha256(), parse_ruleset(name)
    for game in range(int(os.environ.get("GAMES", "1"))):
        rng = SeededRng(name, game)
        table = open_table(ruleset, seats=1)
        while table.phase is not Phase.OVER:
            if table.phase is Phase.ROLL:
                table, events = table.roll(table.throw(rng))
                digest.update(repr(events).encode())
                continue
            for action in RandomBot().play(view(table, Seat(0)), rng=rng):
                table, events = table.act(Seat(0), action)
                digest.update(repr(events).encode())
        digest.update(str(table.sheets()[0].total).encode())
    digests[name] = digest.hexdigest()
print(json.dumps(digests))  # noqa: T201 - a test reads it
