"""Repeated requests."""

from __future__ import annotations

from tests.server.stored_room import started

from inkrail.server.rooms import commands
from inkrail.server.rooms.requests import last_event, propose_once


def test_a_request_is_carried_out_once_and_answered_alike_each_time() -> None:
    stored = started()
    wave = commands.React("wave")
    proposal = propose_once(stored.room, wave, seat=0, id_="n1", now=stored.now)
    assert proposal is not None
    assert (proposal.row.by, proposal.row.id) == (0, "n1")
    stored.store(proposal)
    number = last_event(stored.room, seat=0, id_="n1")
    assert number == len(stored.room.history(0))
    stored.send(1, type="react", reaction="clap")
    assert propose_once(stored.room, wave, seat=0, id_="n1", now=stored.now) is None
    assert last_event(stored.room, seat=0, id_="n1") == number < len(stored.room.history(0))


def test_the_same_id_of_another_seat_is_another_request() -> None:
    stored = started()
    wave = commands.React("wave")
    stored.send(0, type="react", id="n1", reaction="wave")
    assert propose_once(stored.room, wave, seat=1, id_="n1", now=stored.now) is not None


def test_a_request_without_an_id_is_carried_out_each_time() -> None:
    stored = started()
    for _ in range(2):
        proposal = propose_once(stored.room, commands.React("wave"), seat=0, id_="", now=stored.now)
        assert proposal is not None
        stored.store(proposal)
    assert stored.room.reactions[0] == 2
