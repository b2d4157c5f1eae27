"""Challenges in both kinds of database."""

from __future__ import annotations

from dataclasses import replace

from tests.server.storage.writes import first

from inkrail.server.rooms.challenges import Challenge
from inkrail.server.storage.challenge_store import ChallengeStore
from inkrail.server.storage.store import Store


async def test_a_seat_has_one_challenge(store: Store) -> None:
    await store.commit([first("a")])
    challenges = ChallengeStore(store)
    challenge = Challenge("one", "a", 0, "browser")
    assert await challenges.of_id("one") is None
    assert await challenges.add(challenge) == challenge
    assert await challenges.add(replace(challenge, id="two", browser="another")) == challenge
    assert await challenges.add(Challenge("three", "a", 1, "another")) != challenge
    assert await challenges.of_id("one") == challenge
    assert await challenges.of_id("two") is None
