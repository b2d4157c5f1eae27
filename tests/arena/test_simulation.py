"""Simulations: reproducible scores, and their sums."""

from statistics import fmean, stdev

import pytest
from tests.bots import flawed

from inkrail.arena.comparison import compare
from inkrail.arena.match import Task, play
from inkrail.arena.simulation import Simulation, simulate
from inkrail.bots.greedy import GreedyBot
from inkrail.bots.playing import play_game
from inkrail.bots.random_bot import RandomBot
from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset


@pytest.fixture(scope="module")
def river() -> Simulation:
    return simulate("random", games=5, seed="s", rules="river")


def test_a_simulation_plays_the_games_of_its_seeds(river: Simulation) -> None:
    ruleset = parse_ruleset("river")
    alone = [play_game(ruleset, bots=[RandomBot], seed=f"s-{number}").totals[0] for number in range(1, 6)]
    assert list(river.scores) == alone


def test_the_components_add_up_to_the_mean(river: Simulation) -> None:
    parts = dict(river.components)
    assert river.summary.mean == pytest.approx(sum(parts.values()) - 2 * parts["errors"])
    assert parts["expansion_points"] == pytest.approx(river.expansion["best_river"])


def test_the_report_has_what_is_promised(river: Simulation) -> None:
    report = river.report()
    promised = ("bot", "games", "mean", "sd", "sem", "cpu_seconds_per_round", "components")
    assert [name for name in promised if name not in report] == []
    assert (report["bot"], report["games"], report["mean"]) == ("random", 5, fmean(river.scores))
    assert report["sd"] == stdev(river.scores)
    assert river.cpu_seconds_per_round > 0


def test_the_scores_do_not_depend_on_the_number_of_processes(river: Simulation) -> None:
    spread = simulate("random", games=5, seed="s", rules="river", processes=2)
    assert (spread.scores, spread.components) == (river.scores, river.components)


def test_where_dice_are_drafted_two_play() -> None:
    drafted = simulate(RandomBot, games=1, rules="base+draft")
    outcome = play(Task("base+draft", ("random", "random"), "1-1"))
    assert drafted.seats == 2
    assert drafted.scores == (fmean(outcome.totals),)


def test_each_game_is_told_once() -> None:
    told: list[None] = []
    simulate("random", games=3, step=lambda: told.append(None))
    assert len(told) == 3


def test_a_bot_against_itself_is_no_better() -> None:
    same = compare("random", RandomBot, games=2)
    assert same.differences == (0, 0)


def test_two_bots_play_equal_dice_alone() -> None:
    found = compare("greedy", "random", games=3, seed="p")
    assert found.first.scores[0] == play(Task("base", (GreedyBot,), "p-1")).totals[0]
    assert found.second.scores == simulate("random", games=3, seed="p").scores
    told = found.report()["difference"]
    assert isinstance(told, dict)
    assert told["mean"] == pytest.approx(fmean(found.first.scores) - fmean(found.second.scores))
    low, high = told["interval"]
    assert low < told["mean"] < high
    assert (told["better"], told["equal"], told["worse"]) == (3, 0, 0)


def test_at_a_table_of_several_the_bots_change_places() -> None:
    good = flawed.Good
    found = compare(good, "random", games=1, seed="p", seats=3)
    one = play(Task("base", (good, "random", good), "p-1"))
    other = play(Task("base", ("random", good, "random"), "p-1"))
    assert (found.first.bot, found.second.bot) == ("good", "random")
    assert found.first.scores == (fmean([one.totals[0], one.totals[2], other.totals[1]]),)
    assert found.second.scores == (fmean([other.totals[0], other.totals[2], one.totals[1]]),)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_that_breaks_the_rules_is_told_from_every_process(processes: int) -> None:
    with pytest.raises(Refusal) as caught:
        simulate(flawed.Quitter, games=2, processes=processes)
    assert (caught.value.code, caught.value.params["bot"]) == ("bot.illegal", "quitter")


def test_adjusted_scores_are_the_scores_less_the_luck_of_their_rolls() -> None:
    adjusted = simulate("random", games=2, seed="luck", adjusted=True)
    outcome = play(Task("base", ("random",), "luck-1", adjusted=True))
    assert outcome.luck is not None
    assert adjusted.adjusted_scores is not None
    assert adjusted.adjusted_scores[0] == outcome.totals[0] - outcome.luck[0]
    told = adjusted.report()["adjusted"]
    assert isinstance(told, dict)
    assert told["mean"] == fmean(adjusted.adjusted_scores)
    assert set(told) == {"mean", "sd", "sem"}
    assert adjusted.scores == simulate("random", games=2, seed="luck").scores


def test_where_not_all_rolls_are_counted_and_where_no_one_asks_nothing_is_adjusted() -> None:
    sampled = simulate("random", games=1, rules="river", adjusted=True)
    assert sampled.report()["adjusted"] is None
    assert simulate("random", games=1).report()["adjusted"] is None


def test_both_bots_of_a_comparison_are_adjusted() -> None:
    found = compare("greedy", "random", games=1, seed="luck", adjusted=True)
    report = found.report()
    first, second = found.first.adjusted, found.second.adjusted
    assert first is not None
    assert second is not None
    difference = report["difference"]
    assert isinstance(difference, dict)
    assert difference["adjusted"]["mean"] == pytest.approx(first.mean - second.mean)
    assert isinstance(report["against"], dict)
    assert report["against"]["adjusted"]["mean"] == second.mean
