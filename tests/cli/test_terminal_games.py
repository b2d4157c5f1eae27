"""Whole games in the terminal, by a player who knows only what it prints."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.cli.player import Player

TOTAL = re.compile(r"^ Total +(-?\d+) *$", re.MULTILINE)

GAMES = [
    ("base", 1),
    ("river", 1),
    ("lake", 1),
    ("meteor", 1),
    ("lava", 1),
    ("underground", 1),
    ("underground-standalone", 2),
    ("meteor+draft", 2),
    ("underground+draft", 2),
]


@pytest.mark.parametrize(("rules", "seats"), GAMES)
def test_a_whole_game_of_every_ruleset(inkrail: Call, tmp_path: Path, *, rules: str, seats: int) -> None:
    words = ("game.txt", "--rules", rules, "--seats", str(seats), "--seed", "apple")
    with Player(*words, folder=tmp_path, seed=len(rules)) as player:
        printed = player.play_to_the_end()
        assert player.process.wait() == 0
    assert "Traceback" not in printed
    totals = [int(total) for total in TOTAL.findall(printed)][-seats:]
    answer = inkrail("replay", "game.txt", "--json").objects[0]
    scores = answer["scores"]
    assert isinstance(scores, list)
    assert [score["total"] for score in scores] == totals
    record = Path("game.txt").read_text()
    assert [f"score {seat} {total}" for seat, total in enumerate(totals, start=1)] == record.splitlines()[
        -seats:
    ]
    assert "\nseed: apple\n" in record


def test_every_way_to_draw_is_used_in_some_game(tmp_path: Path) -> None:
    used: dict[str, set[str]] = {}
    for rules in ("meteor", "lava", "underground-standalone"):
        for seed in range(2):
            with Player(
                "game.txt", "--rules", rules, "--seed", f"{rules}-{seed}", folder=tmp_path, seed=seed
            ) as player:
                player.play_to_the_end()
            actions = re.findall(r"^1 (\S+)", (tmp_path / "game.txt").read_text(), re.MULTILINE)
            used.setdefault(rules, set()).update(actions)
            (tmp_path / "game.txt").unlink()
    assert used["meteor"] >= {"draw", "direction", "ignore", "erase", "done"}
    assert used["lava"] >= {"draw", "volcano", "done"}
    assert used["underground-standalone"] >= {"draw", "duplicate", "done"}


def test_a_game_that_is_killed_goes_on_where_it_was(inkrail: Call, tmp_path: Path) -> None:
    with Player("game.txt", "--seed", "pear", folder=tmp_path, seed=1) as player:
        player.listen()
        for _ in range(25):
            player.type(player.decide())
        player.process.kill()
        board = [line for line in player.all.splitlines() if "▲" in line or "║" in line]
    before = (tmp_path / "game.txt").read_text()
    assert "seed:" not in before
    assert before.count("\n") > 10
    with Player("game.txt", "--seed", "pear", folder=tmp_path, seed=2) as player:
        player.listen()
        assert "Going on with game.txt: round " in player.seen
        again = [line for line in player.seen.splitlines() if "║" in line]
        assert [line for line in again if line not in board] == []
        while player.type(player.decide()):
            pass
    after = (tmp_path / "game.txt").read_text()
    assert after.replace("seed: pear\n", "").startswith(before)
    assert inkrail("replay", "game.txt", "--json").status == 0
