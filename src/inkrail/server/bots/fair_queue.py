"""The order in which waiting work is done: round robin over owners, and over each owner's tables.

An owner with a hundred tables and one with a single table get the same share.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import IntEnum
from typing import Generic, TypeVar

from inkrail.server.rooms.interfaces import NO_OWNER, Origin


class Priority(IntEnum):
    """What is done first; the later ones wait until none of the earlier ones is left."""

    PLAY = 0
    """A table waits for it."""
    REVIEW = 1
    """A person asked for it, and no table waits."""
    WARM = 2
    """Nobody waits for it yet."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many items may wait: of one owner, and of all together."""

    owner: int
    total: int


T = TypeVar("T")
_Tables = OrderedDict[str, deque[T]]


class FairQueue(Generic[T]):
    """Waiting items, at most so many of one owner and so many in all.

    Tables without an owner share one place in the round robin. They count only towards the total: after a restart
    every table is one of them until its players are back.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._waiting: dict[Priority, OrderedDict[str, _Tables[T]]] = {one: OrderedDict() for one in Priority}
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._counts.values())

    def holds(self, priority: Priority) -> bool:
        """Whether an item of this priority waits."""
        return bool(self._waiting[priority])

    def has_room(self, owner: str, *, count: int = 1) -> bool:
        """Whether so many more items of this owner may wait."""
        return self._owner_has_room(owner, count) and len(self) + count <= self._bounds.total

    def _owner_has_room(self, owner: str, count: int) -> bool:
        return owner == NO_OWNER or self._counts.get(owner, 0) + count <= self._bounds.owner

    def put(self, item: T, origin: Origin, *, priority: Priority = Priority.PLAY) -> T | None:
        """Add an item; return the one for which there is no room, if any: this one, or the newest of a longer line."""
        if not self._owner_has_room(origin.owner, 1):
            return item
        dropped = None
        if len(self) >= self._bounds.total:
            longest = max(self._counts, key=lambda owner: self._counts[owner])
            if self._counts[longest] <= self._counts.get(origin.owner, 0) + 1:
                return item
            dropped = self._take_newest(longest)
        tables = self._waiting[priority].setdefault(origin.owner, OrderedDict())
        tables.setdefault(origin.table, deque()).append(item)
        self._counts[origin.owner] = self._counts.get(origin.owner, 0) + 1
        return dropped

    def pop(self) -> T | None:
        """Take the next item; None if none waits."""
        for owners in self._waiting.values():
            if owners:
                owner, tables = next(iter(owners.items()))
                owners.move_to_end(owner)
                table, items = next(iter(tables.items()))
                tables.move_to_end(table)
                item = items.popleft()
                self._forget_empty(owners, owner, table)
                return item
        return None

    def remove(self, item: T) -> None:
        """Take an item out, if it still waits."""
        for owners in self._waiting.values():
            for owner, tables in owners.items():
                for table, items in tables.items():
                    if item in items:
                        items.remove(item)
                        self._forget_empty(owners, owner, table)
                        return

    def _take_newest(self, owner: str) -> T:
        """Take the least important item of an owner, the last of the table that would be last."""
        owners = next(owners for owners in reversed([*self._waiting.values()]) if owner in owners)
        table, items = next(reversed(owners[owner].items()))
        item = items.pop()
        self._forget_empty(owners, owner, table)
        return item

    def _forget_empty(self, owners: OrderedDict[str, _Tables[T]], owner: str, table: str) -> None:
        """Count an item less, and drop its table and owner if it was their last."""
        tables = owners[owner]
        if not tables[table]:
            del tables[table]
        if not tables:
            del owners[owner]
        self._counts[owner] -= 1
        if not self._counts[owner]:
            del self._counts[owner]
