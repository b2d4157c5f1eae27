"""The TypeScript types of the wire."""

from __future__ import annotations

import re

import pytest

from inkrail.server.wire.typescript import typescript

BUILT_IN = {"Partial", "Record", "as", "boolean", "const", "null", "number", "string", "unknown"}


@pytest.fixture(scope="module")
def generated() -> str:
    return typescript()


def test_every_type_that_is_named_is_declared(generated: str) -> None:
    code = re.sub(r"//.*|\"[^\"]*\"", "", re.sub(r"/\*.*?\*/", "", generated, flags=re.DOTALL))
    declared = re.findall(r"^export (?:interface|type) (\w+)", code, re.MULTILINE)
    assert len(declared) == len(set(declared))
    used = set(re.findall(r"\w+", " ".join(re.findall(r"[:=] (.*);$", code, re.MULTILINE))))
    assert {"View", "SeatView", "ServerMessage"} <= used
    assert {name for name in used if not name.isdigit()} - BUILT_IN - set(declared) == set()


@pytest.mark.parametrize(
    ("interface", "field"),
    [
        ("View", 'type: "view";'),
        ("View", "seat: number | null;"),
        ("View", "boards: BoardView[];"),
        ("View", "extras: ExtraView[];"),
        ("BoardView", "origin?: string;"),
        ("OptionView", "fits: Record<string, number>;"),
        ("OptionView", "mandatory: boolean;"),
        ("Change", "parts: Partial<View>;"),
        ("Refused", "params: Record<string, string | number>;"),
        ("Act", "action: string;"),
    ],
)
def test_a_declared_field_becomes_one_of_typescript(*, generated: str, interface: str, field: str) -> None:
    body = re.search(rf"^export interface {interface} {{\n(.*?)^}}", generated, re.MULTILINE | re.DOTALL)
    assert body
    assert f"  {field}\n" in body[1]
