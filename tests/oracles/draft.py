"""Who starts the next round of a draft, and who wins a tie there; seats are counted from 1."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.oracles.pieces import PIECES


def face_value(piece: str) -> int:
    """What a route die's face is worth: its ends, but nothing for four of them (D5)."""
    ends = 4 - PIECES[piece].sides.count(".")
    return 0 if ends == 4 else ends


def choosing_order(*, seats: int, start: int) -> list[int]:
    """Seats in the order in which they take a pair, twice the same (D3)."""
    return [(start - 1 + turn) % seats + 1 for turn in range(seats)]


def next_start_by_values(values: Sequence[int], *, start: int) -> int:
    """The next start seat, given what each seat's dice are worth, seat 1 first (D5, D6)."""
    least = min(values)
    tied = [seat for seat in choosing_order(seats=len(values), start=start) if values[seat - 1] == least]
    return tied[-1]


def next_start(hands: Sequence[Sequence[str]], *, start: int) -> int:
    """The next start seat, given each seat's four faces, seat 1 first (D5, D6)."""
    return next_start_by_values([sum(map(face_value, hand)) for hand in hands], start=start)


def tie_break(tied: Collection[int], *, starred: int, seats: int) -> int:
    """Which of the seats tied after points and errors wins (D8)."""
    seat = starred
    for _ in range(seats):
        seat = seats if seat == 1 else seat - 1
        if seat in tied:
            return seat
    raise ValueError("nobody is tied")


def winners(points: Sequence[int], errors: Sequence[int], *, starred: int | None = None) -> list[int]:
    """The seats that win (B13); with a starred seat it is a draft and ties are broken by D8."""
    seats = range(1, len(points) + 1)
    best = max((points[seat - 1], -errors[seat - 1]) for seat in seats)
    tied = [seat for seat in seats if (points[seat - 1], -errors[seat - 1]) == best]
    if starred is None or len(tied) == 1:
        return tied
    return [tie_break(tied, starred=starred, seats=len(points))]
