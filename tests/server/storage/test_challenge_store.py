"""Challenges in both kinds of database."""

from __future__ import annotations

from dataclasses import replace

from tests.server.storage.writes import first

from inkrail.server.rooms.challenges import Challenge
from inkrail.server.rooms.interfaces import Attempt
from inkrail.server.storage.attempt_store import AttemptStore
from inkrail.server.storage.challenge_store import ChallengeStore
from inkrail.server.storage.store import Store

CHALLENGE = Challenge("one", "a", 0, "browser")


async def test_a_seat_has_one_challenge(store: Store) -> None:
    await store.commit([first("a")])
    challenges = ChallengeStore(store)
    assert await challenges.of_id("one") is None
    await challenges.add(CHALLENGE)
    await challenges.add(replace(CHALLENGE, id="two", browser="another"))
    other = Challenge("three", "a", 1, "another")
    await challenges.add(other)
    assert await challenges.of_seat("a", 0) == CHALLENGE
    assert await challenges.of_seat("a", 1) == other
    assert await challenges.of_id("one") == CHALLENGE
    assert await challenges.of_id("two") is None


async def test_a_challenge_is_removed_with_those_who_took_it(store: Store) -> None:
    challenges, attempts = ChallengeStore(store), AttemptStore(store)
    taken = [Attempt(contest, "ben", contest, "Ben", late=False) for contest in ("one", "three")]
    await store.commit([first("a"), *(first(one.table, attempt=one) for one in taken)])
    await challenges.add(CHALLENGE)
    await challenges.add(Challenge("three", "a", 1, "another"))
    await challenges.remove("one")
    assert await challenges.of_id("one") is None
    assert await attempts.of("one", browser="ben") is None
    assert await challenges.of_id("three") is not None
    assert await attempts.of("three", browser="ben") == taken[1]
    await challenges.add(replace(CHALLENGE, id="four"))
    assert await challenges.of_seat("a", 0) == replace(CHALLENGE, id="four")
