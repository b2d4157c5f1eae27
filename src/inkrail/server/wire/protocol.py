"""The version of the protocol, and the parameters of codes on the wire."""

from __future__ import annotations

from typing import TypeAlias

PROTOCOL = 7
"""The version of a table's messages; a client of another version is refused and disconnected."""

Param: TypeAlias = str | int
Params: TypeAlias = dict[str, Param]
