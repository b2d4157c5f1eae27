"""The bot that needs the standard library alone."""

import subprocess
import sys

import pytest

from inkrail.bots.conformance import EVERY_RULESET, conformance
from inkrail.bots.plain.bot import PlainBot
from inkrail.bots.plain.search import Effort
from inkrail.bots.playing import play_game
from inkrail.bots.registry import bot_factory
from inkrail.rules.registry import parse_ruleset


class Narrow(PlainBot):
    """Plays with the least effort."""

    effort = Effort(width=1, special=1, boards=0)


@pytest.mark.parametrize("rules", ["meteor", "base+draft"])
def test_it_chooses_and_picks_before_it_draws(rules: str) -> None:
    ruleset = parse_ruleset(rules)
    game = play_game(ruleset, bots=[Narrow] * ruleset.dealer.least_seats, seed="plain")
    assert min(game.totals) > 20


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["relaxed", "plain"])
@pytest.mark.parametrize("rules", EVERY_RULESET)
def test_it_passes_the_check_in_every_ruleset(rules: str, bot: str) -> None:
    assert conformance(bot, rules=[rules]) == ()


def test_relaxed_overlooks_good_ends_and_draws_the_same_again_with_the_same_chance() -> None:
    base = parse_ruleset("base")
    games = [play_game(base, bots=[bot_factory("relaxed")], seed="people") for _ in range(2)]
    assert games[0].record == games[1].record
    assert games[0].totals < play_game(base, bots=[bot_factory("plain")], seed="people").totals


@pytest.mark.slow
def test_it_plays_the_base_game_better_than_the_middle_of_the_ladder() -> None:
    base = parse_ruleset("base")
    games = [play_game(base, bots=[bot_factory("plain")], seed=f"plain/{number}") for number in range(12)]
    assert sum(game.totals[0] for game in games) / len(games) > 52


def test_it_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; sys.modules |= dict.fromkeys(['numba', 'numpy'])\n"
        "from inkrail.bots.playing import play_game\n"
        "from inkrail.bots.registry import find_bot, playable_bots\n"
        "from inkrail.rules.registry import parse_ruleset\n"
        "print(playable_bots())\n"
        "print(play_game(parse_ruleset('base'), bots=[lambda: find_bot('plain')], seed='alone').totals)\n"
        "print(sorted(name for name in sys.modules if name.startswith('inkrail.kernel')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    names, totals, kernel = done.stdout.splitlines()
    assert names == "('random', 'greedy', 'relaxed', 'plain')"
    assert totals == str(play_game(parse_ruleset("base"), bots=[bot_factory("plain")], seed="alone").totals)
    assert kernel == "[]"
