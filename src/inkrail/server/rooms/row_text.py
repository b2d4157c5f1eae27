"""Rows and specs as stored text: JSON that is validated when read back.

A drawing, for example, is stored as
{"by":0,"id":"n7","steps":[{"kind":"move","seat":0,"action":"draw station-curve C2 RH.."}]}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from inkrail.core.errors import Refusal
from inkrail.game.actions import format_action, parse_action
from inkrail.rules.ruleset import Ruleset
from inkrail.server.rooms.rows import (
    Arrange,
    Begin,
    HandOver,
    Hint,
    Join,
    Move,
    React,
    Reissue,
    Release,
    Rematch,
    Roll,
    Row,
    Spec,
    StandIn,
    Step,
    Stop,
)

T = TypeVar("T")

_KINDS: dict[str, type[Step]] = {
    "join": Join,
    "release": Release,
    "arrange": Arrange,
    "reissue": Reissue,
    "begin": Begin,
    "roll": Roll,
    "move": Move,
    "stand_in": StandIn,
    "react": React,
    "hint": Hint,
    "hand_over": HandOver,
    "stop": Stop,
    "rematch": Rematch,
}
_NAMES = {type_: kind for kind, type_ in _KINDS.items()}
_HINTS: dict[type, dict[str, Any]] = {type_: get_type_hints(type_) for type_ in (Row, Spec, *_NAMES)}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def format_row(row: Row, ruleset: Ruleset) -> str:
    """A row as it is stored."""
    return _encode({**_set_fields(row), "steps": [_format_step(step, ruleset) for step in row.steps]})


def _format_step(step: Step, ruleset: Ruleset) -> dict[str, object]:
    text = {"action": format_action(step.action, ruleset)} if isinstance(step, Move) else {}
    return {"kind": _NAMES[type(step)], **_set_fields(step), **text}


def _set_fields(value: Row | Spec | Step) -> dict[str, object]:
    """The fields that are not None; None is the default of every optional field."""
    return {name: field for name in value.__slots__ if (field := getattr(value, name)) is not None}


def parse_row(text: str, ruleset: Ruleset) -> Row:
    """Parse a stored row, or refuse it."""
    try:
        stored = json.loads(text)
        steps = tuple(_parse_step(step, ruleset) for step in stored.pop("steps"))
        return _build(Row, stored, steps=steps)
    except (AttributeError, KeyError, TypeError, ValueError, Refusal) as error:
        raise Refusal("table.damaged", error=str(error)) from error


def parse_rows(texts: Iterable[str], ruleset: Ruleset) -> Iterator[Row]:
    """Parse the stored rows of a table that follow each other; the ruleset may change before the game starts."""
    for text in texts:
        row = parse_row(text, ruleset)
        yield row
        for step in row.steps:
            if isinstance(step, Arrange):
                ruleset = step.ruleset()


def _parse_step(stored: dict[str, Any], ruleset: Ruleset) -> Step:
    kind = _KINDS[stored.pop("kind")]
    if kind is Move:
        return _build(Move, stored, action=parse_action(stored.pop("action"), ruleset))
    return _build(kind, stored)


def format_spec(spec: Spec) -> str:
    """A spec as it is stored."""
    return _encode(_set_fields(spec))


def parse_spec(text: str) -> Spec:
    """Parse a stored spec, or refuse it."""
    try:
        return _build(Spec, json.loads(text))
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise Refusal("table.damaged", error=str(error)) from error


def _build(type_: type[T], stored: dict[str, Any], **parsed: object) -> T:
    """Build a dataclass from stored fields, checked against their declared types, and from parsed values."""
    hints = _HINTS[type_]
    fields = {name: _checked(value, hints[name]) for name, value in stored.items()}
    return type_(**fields, **parsed)


def _checked(value: Any, hint: Any) -> object:
    """The value, if it has the declared type; JSON lists become tuples."""
    if get_origin(hint) in (UnionType, Union):
        if value is None and NoneType in get_args(hint):
            return None
        (hint,) = (option for option in get_args(hint) if option is not NoneType)
    if get_origin(hint) is tuple and isinstance(value, list):
        item, _ = get_args(hint)
        return tuple(_checked(one, item) for one in value)
    if value in get_args(hint) if get_origin(hint) is Literal else type(value) is hint:
        return value
    raise TypeError(f"{value!r} is not {hint}")
