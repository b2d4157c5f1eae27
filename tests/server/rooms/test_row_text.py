"""Rows and specs as stored text."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.stored_room import started

from inkrail.core.errors import Refusal
from inkrail.game.actions import parse_action
from inkrail.server.rooms import rows
from inkrail.server.rooms.row_text import format_row, format_spec, parse_row, parse_spec
from inkrail.server.rooms.rows import Row, Spec, Step

RULESET = Spec(rules="meteor+draft", bots=(None, None)).ruleset()
STEPS: list[tuple[Step, str]] = [
    (
        rows.Join(seat=1, name="Zoë", token="t"),
        '{"kind":"join","seat":1,"name":"Zoë","token":"t"}',
    ),
    (
        rows.Join(seat=1, name="Bob", token="t", was=0),
        '{"kind":"join","seat":1,"name":"Bob","token":"t","was":0}',
    ),
    (rows.Reissue(seat=0, token="new"), '{"kind":"reissue","seat":0,"token":"new"}'),
    (rows.Begin(), '{"kind":"begin"}'),
    (rows.Begin(starter=0), '{"kind":"begin","starter":0}'),
    (
        rows.Roll(faces=("overpass", "2")),
        '{"kind":"roll","faces":["overpass","2"]}',
    ),
    (rows.Roll(faces=()), '{"kind":"roll","faces":[]}'),
    *(
        (
            rows.Move(seat=1, action=parse_action(text, RULESET)),
            f'{{"kind":"move","seat":1,"action":"{text}"}}',
        )
        for text in (
            "done",
            "draw station-curve C2 RH..",
            "erase highway-t C2 HHH.",
            "take-back C2",
            "take-back C2 overpass",
            "pick 3",
            "direction left",
            "ignore special-hhhh",
        )
    ),
    (
        rows.Move(seat=0, action=parse_action("done", RULESET), die=2),
        '{"kind":"move","seat":0,"action":"done","die":2}',
    ),
    (rows.StandIn(seat=0, why="clock"), '{"kind":"stand_in","seat":0,"why":"clock"}'),
    (
        rows.StandIn(seat=0, by="steady", why="getting_ready"),
        '{"kind":"stand_in","seat":0,"by":"steady","why":"getting_ready"}',
    ),
    (rows.Release(seat=1), '{"kind":"release","seat":1}'),
    (
        rows.Arrange(rules="lake", clock=60, bots=(None, "greedy", None), kept=(0, None, 1)),
        (
            '{"kind":"arrange","rules":"lake","values":"official","clock":60,"hints":false,"typed":false,'
            '"bots":[null,"greedy",null],"kept":[0,null,1]}'
        ),
    ),
    (
        rows.Arrange(
            rules="base", longest="cells", seed="s", rolls=(("overpass",),), bots=(None,), kept=(0,)
        ),
        (
            '{"kind":"arrange","rules":"base","longest":"cells","values":"official","hints":false,"seed":"s",'
            '"rolls":[["overpass"]],"typed":false,"bots":[null],"kept":[0]}'
        ),
    ),
    (rows.React(seat=0, reaction="well_done"), '{"kind":"react","seat":0,"reaction":"well_done"}'),
    (rows.Hint(seat=0, step=2), '{"kind":"hint","seat":0,"step":2}'),
    (rows.HandOver(seat=1, bot="greedy"), '{"kind":"hand_over","seat":1,"bot":"greedy"}'),
    (rows.Stop(), '{"kind":"stop"}'),
    (rows.Rematch(table="abc"), '{"kind":"rematch","table":"abc"}'),
]


def stored(*steps: str, **fields: object) -> str:
    """A row with these steps as text; each field replaces that of an ordinary row."""
    row = {"id": "", "steps": [json.loads(step) for step in steps], **fields}
    return json.dumps(row)


@pytest.mark.parametrize(("step", "text"), STEPS, ids=[text for _, text in STEPS])
def test_every_step_is_written_as_it_always_was_and_read_back(step: Step, text: str) -> None:
    """Databases hold these texts: another form would need a migration."""
    row = Row(by=1, id="a-1", steps=(step,))
    written = format_row(row, RULESET)
    assert written == f'{{"by":1,"id":"a-1","steps":[{text}]}}'
    assert parse_row(written, RULESET) == row


def test_every_kind_of_step_is_tried_here() -> None:
    assert {type(step) for step, _ in STEPS} == set(Step.__args__)


def test_a_row_of_the_server_has_no_seat() -> None:
    row = Row(steps=(rows.Stop(), rows.Begin()))
    assert format_row(row, RULESET) == '{"id":"","steps":[{"kind":"stop"},{"kind":"begin"}]}'
    assert parse_row(format_row(row, RULESET), RULESET) == row
    assert parse_row('{"by":null,"id":"","steps":[]}', RULESET) == Row(steps=())


def test_the_rows_of_a_whole_game_come_back_as_they_were() -> None:
    game = started("meteor+draft")
    game.play_out()
    for text, _ in game.rows:
        assert format_row(parse_row(text, game.room.ruleset), game.room.ruleset) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "null",
        "7",
        "[]",
        "{}",
        '{"id":""}',
        '{"id":"","steps":null}',
        '{"id":"","steps":[null]}',
        '{"id":"","steps":["stop"]}',
        stored("{}"),
        stored('{"kind":"unheard_of"}'),
        stored('{"kind":null}'),
        stored('{"kind":["stop"]}'),
        stored('{"kind":"stop","seat":1}'),
        stored('{"kind":"join","seat":0,"name":"Ann"}'),
        stored('{"kind":"reissue","seat":"0","token":"t"}'),
        stored('{"kind":"reissue","seat":null,"token":"t"}'),
        stored('{"kind":"reissue","seat":true,"token":"t"}'),
        stored('{"kind":"reissue","seat":0.0,"token":"t"}'),
        stored('{"kind":"begin","starter":"0"}'),
        stored('{"kind":"roll","faces":"overpass"}'),
        stored('{"kind":"roll","faces":[1]}'),
        stored('{"kind":"roll","faces":[["overpass"]]}'),
        stored('{"kind":"move","seat":0}'),
        stored('{"kind":"move","seat":0,"action":7}'),
        stored('{"kind":"move","seat":0,"action":"nonsense"}'),
        stored('{"kind":"move","seat":0,"action":"draw lake-1 B1 ..L."}'),
        stored('{"kind":"move","action":"done"}'),
        stored('{"kind":"stand_in","seat":0,"why":"boredom"}'),
        stored('{"kind":"react","seat":0,"reaction":"rude"}'),
        stored('{"kind":"react","seat":0,"reaction":null}'),
        stored('{"kind":"rematch","table":null}'),
        stored('{"kind":"hint","seat":0}'),
        stored('{"kind":"hint","seat":0,"step":"1"}'),
        stored('{"kind":"stop"}', by="0"),
        stored('{"kind":"stop"}', id=None),
        stored('{"kind":"stop"}', more=1),
    ],
)
def test_a_damaged_row_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match=r"^table\.damaged") as caught:
        parse_row(text, RULESET)
    assert caught.value.params["error"] == str(caught.value.__cause__)


SPECS = [
    (Spec(rules="base"), '{"rules":"base","values":"official","bots":[null],"public":false,"counted":true,'),
    (Spec(rules="lava", longest="cells"), '{"rules":"lava","longest":"cells","values":"official",'),
    (
        Spec(
            rules="base+draft",
            values="manual",
            bots=("greedy", None),
            clock=60,
            public=True,
            counted=False,
            rolls=(("overpass", "highway-t"), ()),
            starter=1,
        ),
        '{"rules":"base+draft","values":"manual","bots":["greedy",null],"clock":60,"public":true,"counted":false',
    ),
    (Spec(rules="base", seed="word"), '{"rules":"base","values":"official","bots":[null],'),
    (
        Spec(rules="base", counted=False, purpose="retry", opening="text", until=4, goal=30, source="x"),
        '{"rules":"base","values":"official","bots":[null],"public":false,"counted":false,',
    ),
    (Spec(rules="base", typed=True, daily="2026-11-15"), '{"rules":"base","values":"official",'),
]


@pytest.mark.parametrize(("spec", "begins"), SPECS)
def test_a_spec_is_written_as_it_always_was_and_read_back(spec: Spec, begins: str) -> None:
    written = format_spec(spec)
    assert written.startswith(begins)
    assert parse_spec(written) == spec


@given(
    st.builds(
        Spec,
        rules=st.text(),
        longest=st.none() | st.text(),
        values=st.text(),
        bots=st.lists(st.none() | st.text()).map(tuple),
        clock=st.none() | st.integers(),
        public=st.booleans(),
        counted=st.booleans(),
        seed=st.none() | st.text(),
        rolls=st.none() | st.lists(st.lists(st.text()).map(tuple)).map(tuple),
        starter=st.none() | st.integers(),
        typed=st.booleans(),
        daily=st.none() | st.text(),
        purpose=st.sampled_from((None, *get_args(rows.Purpose))),
        opening=st.none() | st.text(),
        until=st.none() | st.integers(),
        goal=st.none() | st.integers(),
        source=st.none() | st.text(),
        hints=st.booleans(),
    )
)
def test_every_spec_comes_back_as_it_was(spec: Spec) -> None:
    assert parse_spec(format_spec(spec)) == spec


@pytest.mark.parametrize(
    "changed",
    [
        {"rules": None},
        {"rules": 7},
        {"bots": "greedy"},
        {"bots": [1]},
        {"clock": 1.5},
        {"clock": True},
        {"public": 1},
        {"rolls": [["overpass"], "overpass"]},
        {"rolls": [[None]]},
        {"purpose": "fun"},
        {"until": "7"},
        {"more": None},
    ],
)
def test_a_damaged_spec_is_refused(changed: dict[str, Any]) -> None:
    text = json.dumps({**json.loads(format_spec(Spec(rules="base"))), **changed})
    with pytest.raises(Refusal, match=r"^table\.damaged") as caught:
        parse_spec(text)
    assert caught.value.params["error"] == str(caught.value.__cause__)


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "{}", '"base"'])
def test_what_is_no_spec_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match=r"^table\.damaged"):
        parse_spec(text)


def test_the_refusal_of_a_damaged_spec_names_the_value() -> None:
    text = format_spec(Spec(rules="base")).replace('"base"', "[5]")
    with pytest.raises(Refusal) as caught:
        parse_spec(text)
    assert "[5]" in str(caught.value.params["error"])
