"""Games that are moved to another device by a code."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode

import pytest
from fastapi import FastAPI
from tests.server.asking import Api, code, services
from tests.server.conftest import FakeClock

from inkrail.server.http.limits import LARGER_BODIES
from inkrail.server.rooms.transfers import HOLD_SECONDS, MOST_BYTES, MOST_OF_ONE

GAMES = b64encode(gzip.compress(b'{"games": []}')).decode()


async def held(api: Api) -> str:
    answer = await api.post("/api/transfers", json={"games": GAMES})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def test_whoever_has_the_code_gets_the_games_for_a_day(
    app: FastAPI, api: Api, clock: FakeClock
) -> None:
    made = await held(api)
    for typed in (made, made.lower().replace("-", " ")):
        answer = await api.post("/api/transfers/read", json={"code": typed})
        assert answer.json() == {"games": GAMES}
    clock.now += HOLD_SECONDS
    answer = await api.post("/api/transfers/read", json={"code": made})
    assert await code(answer) == (404, "transfer.unknown")
    await services(app).transfers.forget(now=clock.now)
    assert await services(app).transfers.count() == 0


async def test_a_code_is_deleted_by_who_has_it(api: Api) -> None:
    made, other = await held(api), await held(api)
    answer = await api.post("/api/transfers/delete", json={"code": made})
    assert answer.status_code == 204
    assert (await api.post("/api/transfers/delete", json={"code": made})).status_code == 204
    assert await code(await api.post("/api/transfers/read", json={"code": made})) == (404, "transfer.unknown")
    assert (await api.post("/api/transfers/read", json={"code": other})).is_success


async def test_an_address_has_a_few_codes_at_once(api: Api) -> None:
    made = [await held(api) for _ in range(MOST_OF_ONE)]
    answer = await api.post("/api/transfers", json={"games": GAMES})
    assert await code(answer) == (429, "transfer.too_many")
    await api.post("/api/transfers/delete", json={"code": made[0]})
    await held(api)


@pytest.mark.parametrize("games", ["", "no base64!", b64encode(b"no gzip").decode(), "Ü"])
async def test_what_is_not_compressed_is_refused(api: Api, games: str) -> None:
    answer = await api.post("/api/transfers", json={"games": games})
    assert await code(answer) == (422, "transfer.unusable")


async def test_the_largest_games_fit_in_a_body(api: Api) -> None:
    largest = {"games": b64encode(bytes(MOST_BYTES)).decode()}
    assert len(json.dumps(largest)) <= LARGER_BODIES["/api/transfers"]
    assert await code(await api.post("/api/transfers", json=largest)) == (422, "transfer.unusable")
    larger = {"games": b64encode(bytes(MOST_BYTES + 60_000)).decode()}
    assert await code(await api.post("/api/transfers", json=larger)) == (413, "request.too_large")
