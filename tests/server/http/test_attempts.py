"""The attempt of a browser at a game with the same dice for all."""

from __future__ import annotations

from fastapi import FastAPI
from tests.server.asking import play_out, services

from inkrail.server.http.attempts import begin, played, resume
from inkrail.server.rooms.rows import Spec

SPEC = Spec(rules="base", counted=False, purpose="challenge", source="contest")


async def test_a_browser_has_one_attempt_which_is_resumed_and_finished(app: FastAPI) -> None:
    server = services(app)
    assert played(None) == "no"
    given = await begin(server, "contest", SPEC, name="Ann", browser="ann", opener="here")
    assert given is not None
    assert await begin(server, "contest", SPEC, name="Ann", browser="ann", opener="here") is None
    other = await begin(server, "contest", SPEC, name="Ben", browser="ben", opener="here")
    assert other is not None
    attempt = await server.attempts.of("contest", browser="ann")
    assert attempt is not None
    assert (attempt.table, attempt.name, played(attempt)) == (given["table"], "Ann", "running")
    resumed = await resume(server, attempt)
    assert (resumed["table"], resumed["seat"]) == (given["table"], 0)
    assert resumed["token"] != given["token"]
    await play_out(app, given["table"])
    assert played(await server.attempts.of("contest", browser="ann")) == "over"
