"""Bots on the frozen test seeds: what a trained agent is compared with.

`python -m training.baselines greedy steady` prints a line for each bot. The dice are those of `reset(seed=n)` in the
environments. With `--resume FILE` finished games are kept in a file, and the same command goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from time import monotonic, process_time
from typing import Final

import numpy as np

import inkrail
from inkrail.arena.processes import DeadlyJobError, run_jobs
from inkrail.arena.version import version
from inkrail.bots import warming
from inkrail.core.errors import Refusal
from inkrail.rules.registry import parse_ruleset

TEST_SEEDS: Final = range(1_000_000, 1_000_200)
"""The dice that nothing is trained on."""

PROGRESS_SECONDS: Final = 10.0
"""How often progress is printed, at the most."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game of a bot alone on one of the seeds."""

    bot: str
    rules: str
    seed: int


@dataclass(frozen=True, slots=True)
class Game:
    """The score of a finished game and its CPU seconds."""

    job: Job
    score: int
    seconds: float


@dataclass(frozen=True)
class Played:
    """The scores of somebody on the first of the test seeds."""

    name: str
    scores: tuple[float, ...]
    seconds: float
    """CPU seconds in all."""


def mean_of(played: Played) -> str:
    """A row of the table: the mean with its standard error."""
    scores = np.array(played.scores)
    error = f"{scores.std(ddof=1) / len(scores) ** 0.5:.1f}" if len(scores) > 1 else "-"
    each = played.seconds / len(scores)
    return f"| `{played.name}` | {len(scores)} | {scores.mean():.1f} ± {error} | {each:.3f} |"


@cache
def _warm_up(rules: str) -> None:
    """Compile and load the kernel before a game is timed."""
    warming.warm_up(parse_ruleset(rules))


def play(job: Job) -> Game:
    """Play a game, in whatever process this runs."""
    _warm_up(job.rules)
    began = process_time()
    score = inkrail.play(job.bot, rules=job.rules, seed=str(job.seed)).sheets[0].total
    return Game(job, score, process_time() - began)


class GamesFile:
    """A file with a line for each finished game, all of one version of the bots; without a path nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        text = path.read_text(encoding="utf-8") if path and path.exists() else ""
        whole = text[: text.rfind("\n") + 1]  # a process that was killed leaves half a line behind
        self.games = dict(map(self._parsed, enumerate(whole.splitlines(), start=1)))
        if path and whole != text:
            path.write_text(whole, encoding="utf-8")

    def add(self, game: Game) -> None:
        """Keep another game."""
        self.games[game.job] = game
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({**asdict(game), "version": version()}) + "\n")

    def _parsed(self, numbered: tuple[int, str]) -> tuple[Job, Game]:
        number, line = numbered
        try:
            values = json.loads(line)
            job = Job(**values["job"])
            game, played_by = Game(job, int(values["score"]), float(values["seconds"])), values["version"]
        except (LookupError, TypeError, ValueError):
            sys.exit(f"{self._path}, line {number}: this is no game of training.baselines")
        if played_by != version():
            sys.exit(f"{self._path}, line {number}: {played_by} played this, and this is {version()}")
        return job, game


def measure(bot: str, jobs: list[Job], kept: GamesFile, *, processes: int) -> Iterator[Played]:
    """What is played so far, after each game; the last is all of them.

    It has the games up to the first that is missing, in the order of the seeds.
    """
    todo = [job for job in jobs if job not in kept.games]
    yield _so_far(bot, jobs, kept)
    for game in run_jobs(play, todo, processes=processes):
        kept.add(game)
        yield _so_far(bot, jobs, kept)


def _so_far(bot: str, jobs: list[Job], kept: GamesFile) -> Played:
    missing = (place for place, job in enumerate(jobs) if job not in kept.games)
    games = [kept.games[job] for job in jobs[: next(missing, len(jobs))]]
    return Played(bot, tuple(game.score for game in games), sum(game.seconds for game in games))


def print_row(bot: str, jobs: list[Job], kept: GamesFile, *, processes: int) -> None:
    """Print a bot's row, and progress to standard error; after Ctrl-C that of the games that are over."""
    told = monotonic()
    played = Played(bot, (), 0.0)
    try:
        for played in measure(bot, jobs, kept, processes=processes):
            if monotonic() - told >= PROGRESS_SECONDS and played.scores:
                told = monotonic()
                print(f"{mean_of(played)} of {len(jobs)}", file=sys.stderr, flush=True)
    finally:
        if played.scores:
            print(mean_of(played), flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("bots", nargs="+", help="names of bots, e.g. `greedy steady`")
    parser.add_argument("--rules", default="base")
    parser.add_argument("--games", type=int, default=len(TEST_SEEDS), help="so many of the test seeds")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep finished games here, and go on")
    chosen = parser.parse_args()
    for option, most in (("games", len(TEST_SEEDS)), ("processes", 512)):
        if not 1 <= getattr(chosen, option) <= most:
            parser.error(f"--{option} must be from 1 to {most}")
    kept = GamesFile(chosen.resume)
    print("| | games | mean | CPU s a game |\n|---|---|---|---|", flush=True)
    try:
        for bot in chosen.bots:
            jobs = [Job(bot, chosen.rules, seed) for seed in TEST_SEEDS[: chosen.games]]
            print_row(bot, jobs, kept, processes=chosen.processes)
    except Refusal as refusal:
        sys.exit(str(refusal))
    except DeadlyJobError as error:
        sys.exit(f"{error.deaths} processes died of the same game")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
