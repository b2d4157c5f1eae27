"""Where a table's dice come from."""

from __future__ import annotations

import pytest

from inkrail.core.dice import SeededRng
from inkrail.game.record import seeded_roll
from inkrail.game.table import Table, open_table
from inkrail.rules.dealing import Faces, Seat
from inkrail.server.rooms.daily import daily_seed
from inkrail.server.rooms.dice import DiceSource
from inkrail.server.rooms.rows import Spec

FACES = ("highway-straight", "highway-t", "highway-curve", "overpass")
OTHERS = ("railway-straight", "railway-t", "railway-curve", "overpass")


def opened(spec: Spec, *, rounds: int = 0) -> Table:
    """A game of this spec in which this many rounds were rolled and nothing was drawn."""
    table = open_table(spec.ruleset(), seats=len(spec.bots), starter=Seat(0))
    return table if rounds == 0 else table.roll(FACES)[0]


def first_roll(spec: Spec, *, secret: str = "hush", chance: str = "chance") -> Faces:
    return DiceSource(spec, secret=secret, rng=SeededRng(chance)).roll(opened(spec))


def test_chance_decides_where_nothing_else_is_said() -> None:
    spec = Spec(rules="base")
    assert first_roll(spec, chance="a") == first_roll(spec, chance="a", secret="other")
    assert len({first_roll(spec, chance=str(number)) for number in range(5)}) > 1
    assert DiceSource(spec, secret="hush").roll(opened(spec)) != ()


def test_a_seed_gives_the_dice_of_its_record() -> None:
    spec = Spec(rules="lake", seed="word")
    assert first_roll(spec, chance="a") == first_roll(spec, chance="b") == seeded_roll(opened(spec), "word")


def test_given_rolls_come_round_by_round() -> None:
    spec = Spec(rules="base", rolls=(FACES, OTHERS))
    source = DiceSource(spec, secret="hush")
    assert source.roll(opened(spec)) == FACES
    assert source.roll(opened(spec, rounds=1)) == OTHERS


def test_the_dice_of_a_day_follow_from_secret_date_and_ruleset() -> None:
    spec = Spec(rules="base", daily="2026-11-15")
    seed = daily_seed("hush", date="2026-11-15", ruleset="base")
    assert first_roll(spec, chance="a") == first_roll(spec, chance="b") == seeded_roll(opened(spec), seed)
    rolls = {
        first_roll(spec),
        first_roll(spec, secret="other"),
        first_roll(Spec(rules="base", daily="2026-11-16")),
    }
    assert len(rolls) == 3


def test_only_a_draft_draws_its_starter_by_lot() -> None:
    spec = Spec(rules="base", bots=(None, None), starter=1, seed="word")
    assert DiceSource(spec, secret="").starter(spec.ruleset()) is None


@pytest.mark.parametrize("starter", [0, 2])
def test_a_named_starter_starts(starter: int) -> None:
    spec = Spec(rules="base+draft", bots=(None,) * 3, starter=starter, seed="word")
    assert DiceSource(spec, secret="").starter(spec.ruleset()) == starter


def test_the_lot_falls_by_seed_or_by_chance() -> None:
    def lot(*, seed: str | None = None, chance: str = "") -> int | None:
        spec = Spec(rules="base+draft", bots=(None,) * 6, seed=seed)
        return DiceSource(spec, secret="", rng=SeededRng(chance)).starter(spec.ruleset())

    numbers = list(map(str, range(30)))
    assert (
        {lot(chance=number) for number in numbers}
        == {lot(seed=number) for number in numbers}
        == set(range(6))
    )
    assert {lot(seed="word", chance=number) for number in numbers} == {lot(seed="word")}
