"""Self-play for the value model: the same games for the same seed, and groups with the values that the fit learns from."""

import numpy as np
import pytest
from training import selfplay
from training.selfplay import GROUP, NEXT, Player, Settings, play, play_shard, played, rolls_after

from inkrail.bots.models import model_of
from inkrail.kernel import kernel_for
from inkrail.kernel.board.layout import IN_FILLED
from inkrail.kernel.value.cells import CELLS
from inkrail.kernel.value.judge import features_of
from inkrail.kernel.value.routes import DENSE
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset

BASE = parse_ruleset("base")


@pytest.fixture
def player() -> Player:
    """A narrow search with the model that is shipped."""
    return Player(kernel_for(BASE), model_of(BASE), width=6, special_width=2)


def test_a_shard_has_the_same_games_whenever_it_is_played(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "SHARD", 2)
    once, again, other = (play_shard(player, seed=1, shard=shard, explore=0.5) for shard in (3, 3, 4))
    assert once.keys() == again.keys()
    assert all(np.array_equal(once[name], again[name]) for name in once)
    assert not np.array_equal(once["values"], other["values"])
    assert once["dense"].shape == (2, 6, GROUP, DENSE)
    assert once["sparse0"].shape == (2, GROUP, 1, NEXT, CELLS)


def test_shards_do_not_depend_on_where_they_are_played(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "SHARD", 1)
    settings = Settings("base", player.model, width=6, special_width=2, explore=0.5, seed=1)
    answers = dict(played(settings, [3, 4], processes=1, cluster=None))
    for shard, data in answers.items():
        alone = play_shard(player, seed=1, shard=shard, explore=0.5)
        assert all(np.array_equal(data[name], alone[name]) for name in alone)
    assert sorted(answers) == [3, 4]


def test_a_game_goes_on_from_a_board_of_each_group_and_the_last_values_are_scores(player: Player) -> None:
    game = play(player, np.random.default_rng(5), explore=0.5)
    filled = [np.bitwise_count(group[:, IN_FILLED]) for group in game.groups]
    for before, after in zip(game.groups, game.groups[1:], strict=False):
        grown = [
            all(((old & new) == old).all() for new in after[:, :IN_FILLED]) for old in before[:, :IN_FILLED]
        ]
        assert any(grown)
    assert (filled[0] <= 5).all()
    assert (filled[-1] > filled[0]).all()
    rolls = rolls_after(6, 7)
    assert (game.values[-1] * rolls).round(3).tolist() == [
        round(float(value) * rolls) for value in game.values[-1]
    ]


def test_the_last_rounds_are_seen_with_more_rolls() -> None:
    assert [rolls_after(round_, 7) for round_ in range(1, 7)] == [1, 1, 1, 2, 2, 12]


@pytest.mark.parametrize("rules", [name for name in RULESET_NAMES if name != "base"])
def test_every_ruleset_is_played_to_its_end(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    narrow = Player(kernel, model_of(kernel.ruleset), width=2, special_width=1)
    game = play(narrow, np.random.default_rng(7), explore=0.5)
    rounds = kernel.ruleset.rounds
    assert game.groups.shape == (rounds - 1, GROUP, kernel.width)
    assert [len(ends[0]) for ends in game.next] == [
        rolls_after(round_, rounds) for round_ in range(1, rounds - 1)
    ]
    assert game.groups.any(axis=2).all()
    assert (game.values[-1] > 0).all()


def test_m2_a_free_meteor_goes_where_the_guide_likes_it() -> None:
    kernel = kernel_for(parse_ruleset("meteor"))
    player = Player(kernel, model_of(kernel.ruleset), width=2, special_width=1)
    state = play(player, np.random.default_rng(8), explore=0.0).groups[2, 0]
    struck = kernel.strike(
        np.repeat(state[None], 4, axis=0), directions=np.arange(4), distances=np.full(4, 2)
    )
    values = kernel.columns(struck) @ player.model.guide[3]
    assert player.struck(state, (4, 2), round_=4).tolist() == struck[np.argmax(values)].tolist()
    assert player.struck(state, (1, 2), round_=4).tolist() == struck[1].tolist()


def test_features_are_written_in_the_order_of_the_boards(player: Player) -> None:
    game = play(player, np.random.default_rng(6), explore=0.0)
    dense, sparse = selfplay.features(player.kernel, game.next[3])
    board = game.next[3][2, 1, 4]
    row, cells = np.zeros((1, DENSE), np.float32), np.zeros((1, CELLS), np.int64)
    player.kernel.compiled(features_of)(board[None], player.kernel.tables, row, cells)
    assert dense[2, 1, 4].tolist() == row[0].tolist()
    assert sparse[2, 1, 4].tolist() == cells[0].tolist()
