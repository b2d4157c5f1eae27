"""Clients who ask servers that are killed for all that is not a move at a table, and note what they were told."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import random
from base64 import b64encode
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import httpx
from tests.server.ledger import Ledger
from tests.server.push.stand_in import PushBrowser
from tests.server.victims import CUT, LATER, PAUSE, ROOT, Victim, up

_PAUSE: Final = 0.2
"""Seconds until the same is asked again."""
STEPS: Final = 3
"""How many steps a hint has."""


async def keep_asking(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask for one study after the other until all of them are promised, and then wait."""
    records = [path.read_text() for path in sorted((ROOT / "tests" / "game" / "golden").glob("*.txt"))]
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while records:
            try:
                victim = await up(victims, chance)
                body = {"record": records[-1], "effort": "quick"}
                answer = await http.post(f"{victim.address}/api/reviews", json=body)
            except CUT:
                continue
            if answer.status_code == 200:
                ledger.studies.add(answer.json()["id"])
                records.pop()
            else:
                code = answer.json()["code"]
                assert code in (*LATER, "study.queue_full"), code
                await asyncio.sleep(PAUSE)
    await asyncio.Event().wait()


async def keep_hunting(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask for the puzzle of the day and draw for the hunt, again and again."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while True:
            try:
                victim = await up(victims, chance)
                puzzle = await http.get(f"{victim.address}/api/puzzles/daily")
                hunt = await http.get(f"{victim.address}/api/hunt")
                attempt = await http.post(f"{victim.address}/api/hunt/attempts", json={"name": "Cem"})
            except CUT:
                continue
            for answer in (puzzle, hunt, attempt):
                assert answer.is_success or answer.json()["code"] in LATER, answer.text
            if puzzle.is_success:
                ledger.daily_puzzles.add((puzzle.json()["day"], puzzle.json()["id"]))
            if hunt.is_success:
                ledger.marks.add((hunt.json()["week"], hunt.json()["mark"]))
            if attempt.is_success:
                ledger.hunted.add(attempt.json()["table"])
            await asyncio.sleep(_PAUSE)


async def keep_joining(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Make leagues and join them, at whichever server is up; one of three who joined leaves."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            maker, guest = f"maker-{number}", f"guest-{number}"
            body = {"name": "League", "player": maker, "browser": f"the-browser-of-{maker}"}
            try:
                victim = await up(victims, chance)
                made = await http.post(f"{victim.address}/api/leagues", json=body)
                if not made.is_success:
                    assert made.json()["code"] in (*LATER, "league.too_many_made"), made.text
                    await asyncio.sleep(_PAUSE)
                    continue
                id_ = made.json()["league"]
                ledger.leagues.add((id_, maker))
                members = f"{(await up(victims, chance)).address}/api/leagues/{id_}/members"
                browser = f"the-browser-of-{guest}"
                joined = await http.post(members, json={"name": guest, "browser": browser})
                assert joined.is_success or joined.json()["code"] in LATER, joined.text
                if joined.is_success and number % 3:
                    ledger.leagues.add((id_, guest))
                elif joined.is_success:
                    await http.delete(f"{members}/me", headers={"x-browser": browser})
            except CUT:
                continue
            await asyncio.sleep(_PAUSE)


async def keep_moving(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Have games held for another device, and delete the code of every second one."""
    games = b64encode(gzip.compress(b"{}")).decode()
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            with suppress(*CUT):
                path = f"{(await up(victims, chance)).address}/api/transfers"
                given = await http.post(path, json={"games": games})
                assert given.is_success or given.json()["code"] in (*LATER, "transfer.too_many"), given.text
                if given.is_success:
                    code = given.json()["code"]
                    if number % 2 == 0:
                        ledger.codes.add(code)
                    else:
                        gone = await http.post(f"{path}/delete", json={"code": code})
                        if gone.is_success:
                            ledger.deleted_codes.add(code)
            await asyncio.sleep(_PAUSE)


async def keep_subscribing(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask to be called at tables that never start, and end it at every second one."""
    # A public address that no message is sent to, because nobody waits at these tables.
    wanted = PushBrowser().subscription("https://1.1.1.1/browser") | {"language": "en"}
    body = {"name": "Ann", "clock": 86400, "seats": [{"kind": "human"}, {"kind": "human"}]}
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        for number in itertools.count():
            with suppress(*CUT):
                tables = f"{(await up(victims, chance)).address}/api/tables"
                given = await http.post(tables, json=body)
                assert given.is_success or given.json()["code"] in LATER, given.text
                if given.is_success:
                    push = f"{tables}/{given.json()['table']}/push"
                    owner = {"Authorization": f"Bearer {given.json()['token']}"}
                    told = await http.put(push, json=wanted, headers=owner)
                    assert told.is_success or told.json()["code"] in LATER, told.text
                    if told.is_success and number % 2:
                        told = await http.delete(push, headers=owner)
                    if told.is_success:
                        ledger.called[given.json()["table"]] = told.json()["told"]
            await asyncio.sleep(_PAUSE)


async def keep_hinting(victims: Sequence[Victim], *, ledger: Ledger, chance: random.Random) -> None:
    """Ask for all steps of a hint at one table after the other; a server that is killed need not answer."""
    async with httpx.AsyncClient(verify=False, timeout=None) as http:  # noqa: S113, S501 - nothing is encrypted
        while True:
            with suppress(*CUT):
                tables = f"{(await up(victims, chance)).address}/api/tables"
                given = await http.post(tables, json={"name": "Dan"})
                assert given.is_success or given.json()["code"] in LATER, given.text
                for step in range(1, STEPS + 1) if given.is_success else ():
                    path = f"{tables}/{given.json()['table']}/hint"
                    owner = {"Authorization": f"Bearer {given.json()['token']}"}
                    told = await http.post(path, json={"step": step}, headers=owner)
                    assert told.is_success or told.json()["code"] in (*LATER, "hint.too_slow"), told.text
                    if told.is_success:
                        ledger.hints[given.json()["table"]] = told.json()["used"]
            await asyncio.sleep(_PAUSE)


VISITORS: Final = (keep_asking, keep_hunting, keep_joining, keep_moving, keep_subscribing)
"""What takes little time to answer."""
