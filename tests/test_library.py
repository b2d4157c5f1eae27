"""What `import inkrail` offers."""

import subprocess
import sys

import pytest

import inkrail
from tests.cli.conftest import S7

_WATCHED = (
    "import sys; import inkrail; before = {name for name in sys.modules if name.startswith('inkrail')};"
    "inkrail.score('highway-straight B1 H.H.'); inkrail.play('random');"
    "print(before, {name.partition('.')[0] for name in sys.modules} & {'numpy', 'numba', 'click', 'fastapi'})"
)


def test_every_name_that_is_offered_is_there() -> None:
    assert {name: getattr(inkrail, name) is not None for name in inkrail.__all__} == dict.fromkeys(
        inkrail.__all__, True
    )
    assert set(inkrail.__all__) <= set(dir(inkrail))


def test_a_name_that_is_not_offered_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'motorway'"):
        inkrail.motorway  # type: ignore[attr-defined]  # noqa: B018


def test_importing_loads_nothing_and_playing_needs_no_extra() -> None:
    done = subprocess.run([sys.executable, "-c", _WATCHED], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "{'inkrail'} set()"


def test_s7_the_worked_example_scores_46() -> None:
    sheet = inkrail.score(S7)
    assert (sheet.total, sheet.values("network"), sheet.errors) == (46, (6, 4), 5)


def test_a_header_wins_over_the_ruleset_given() -> None:
    assert inkrail.score("rules: river\nriver-straight A1 W.W.", rules="lake").points("river.best") == 1


def test_legal_placements_are_sorted_texts() -> None:
    placements = inkrail.legal("", piece="highway-straight")
    assert placements == sorted(placements)
    assert placements[:2] == ["A4 .H.H", "B1 H.H."]


def test_one_board_at_a_time() -> None:
    with pytest.raises(inkrail.Refusal) as caught:
        inkrail.score("highway-straight B1 H.H.\n---\n")
    assert (caught.value.code, getattr(caught.value, "line", None)) == ("text.syntax", 2)


def test_a_number_is_the_seed_of_its_digits() -> None:
    assert inkrail.play("random", seed=7).record == inkrail.play("random", seed="7").record
    simulated = [inkrail.simulate("random", games=2, seed=seed) for seed in (7, "7")]
    assert [one.seed for one in simulated] == ["7", "7"]
    assert simulated[0].scores == simulated[1].scores
    assert inkrail.SeededRng(7).below(100) == inkrail.SeededRng("7").below(100)


def test_a_game_of_bots_replays_from_its_text() -> None:
    game = inkrail.play("random", "random", rules="lake", seed="x")
    table = inkrail.replay(inkrail.format_record(game.record))
    assert tuple(sheet.total for sheet in table.sheets()) == game.totals
    assert table.ruleset.name == "lake"
