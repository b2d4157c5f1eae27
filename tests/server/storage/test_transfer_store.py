"""Games that are held for another device, in both kinds of database."""

from __future__ import annotations

from inkrail.server.rooms.transfers import MOST_HELD, MOST_OF_ONE, Transfer
from inkrail.server.storage import schema
from inkrail.server.storage.store import Store
from inkrail.server.storage.transfer_store import TransferStore

HELD = Transfer("a code", b"\x00games\xff", 10.0, "ann")


async def test_games_are_held_until_their_time_is_over_or_they_are_removed(store: Store) -> None:
    transfers = TransferStore(store)
    assert await transfers.held("a code", now=1.0) is None
    assert await transfers.hold(HELD, now=1.0)
    assert await transfers.held("a code", now=9.0) == HELD
    assert await transfers.held("a code", now=10.0) is None
    await transfers.forget(now=9.0)
    assert await transfers.count() == 1
    await transfers.forget(now=10.0)
    assert await transfers.count() == 0
    assert await transfers.hold(HELD, now=1.0)
    await transfers.remove("another code")
    assert await transfers.held("a code", now=1.0) == HELD
    await transfers.remove("a code")
    assert await transfers.held("a code", now=1.0) is None


async def test_an_address_has_a_few_codes_at_once(store: Store) -> None:
    transfers = TransferStore(store)
    codes = [Transfer(f"code {number}", b"", 10.0, "ann") for number in range(MOST_OF_ONE + 1)]
    assert [await transfers.hold(one, now=1.0) for one in codes] == [True] * MOST_OF_ONE + [False]
    assert await transfers.hold(HELD, now=10.0)
    assert await transfers.hold(Transfer("of ben", b"", 10.0, "ben"), now=1.0)


async def test_there_are_so_many_codes_in_all(store: Store) -> None:
    transfers = TransferStore(store)
    columns = {"games": b"", "until": 10.0}
    rows: list[dict[str, object]] = [
        {**columns, "code": f"code {number}", "opened_by": f"somebody {number}"}
        for number in range(MOST_HELD)
    ]
    await store.add(schema.transfers, rows)
    assert not await transfers.hold(HELD, now=1.0)
    await transfers.remove("code 0")
    assert await transfers.hold(HELD, now=1.0)
