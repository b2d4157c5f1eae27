"""The table of baselines: games are kept, continued and interrupted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from training import baselines
from training.baselines import TEST_SEEDS, Game, GamesFile, Job, Played, mean_of, play, print_row

import inkrail

JOBS = [Job("random", "base", seed) for seed in TEST_SEEDS[:4]]


def scored(job: Job) -> Game:
    """Scores of 0, 1, 2 and so on, in half a second each."""
    return Game(job, job.seed - TEST_SEEDS[0], 0.5)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """What was played, by nobody."""
    jobs: list[Job] = []

    def run_jobs(_: Callable[..., Any], todo: Iterable[Job], *, processes: int) -> Iterator[Game]:
        assert processes == 1
        for job in todo:
            jobs.append(job)
            yield scored(job)

    monkeypatch.setattr(baselines, "run_jobs", run_jobs)
    return jobs


def test_a_game_is_that_of_the_seed() -> None:
    job = Job("random", "base", 1_000_007)
    game = play(job)
    assert (game.job, game.score) == (job, inkrail.play("random", seed="1000007").sheets[0].total)


def test_a_row_has_the_mean_and_its_standard_error() -> None:
    assert mean_of(Played("random", (1.0, 3.0), 3.0)) == "| `random` | 2 | 2.0 ± 1.0 | 1.500 |"
    assert mean_of(Played("random", (1.0,), 3.0)) == "| `random` | 1 | 1.0 ± - | 3.000 |"


def test_games_that_are_kept_are_not_played_again(
    tmp_path: Path, asked: list[Job], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games"
    print_row("random", JOBS[:3], GamesFile(path), processes=1)
    with path.open("a") as file:
        file.write('{"job": {"bot"')  # it was killed here
    print_row("random", JOBS, GamesFile(path), processes=1)
    assert asked == JOBS
    assert capsys.readouterr().out.splitlines()[-1] == "| `random` | 4 | 1.5 ± 0.6 | 0.500 |"
    assert list(GamesFile(path).games) == JOBS


def test_an_interrupted_run_prints_the_games_before_the_first_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run_jobs(*_: Any, **__: int) -> Iterator[Game]:
        yield from (scored(JOBS[number]) for number in (1, 0, 3))
        raise KeyboardInterrupt

    monkeypatch.setattr(baselines, "run_jobs", run_jobs)
    monkeypatch.setattr(baselines, "PROGRESS_SECONDS", 0)
    kept = GamesFile(tmp_path / "games")
    with pytest.raises(KeyboardInterrupt):
        print_row("random", JOBS, kept, processes=2)
    printed = capsys.readouterr()
    assert printed.out == "| `random` | 2 | 0.5 ± 0.5 | 0.500 |\n"
    assert printed.err.splitlines()[0] == "| `random` | 2 | 0.5 ± 0.5 | 0.500 | of 4"
    assert len(kept.games) == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("inkrail-record 1\n", "line 1: this is no game"),
        ('{"job": 5}\n', "line 1: this is no game"),
        ("[]\n", "line 1: this is no game"),
        (
            '{"job": {"bot": "random", "rules": "base", "seed": 1}, "score": 1, "seconds": 1, "version": "0.0"}\n',
            r"line 1: 0\.0 played this, and this is \d",
        ),
    ],
)
def test_files_of_something_else_and_of_other_versions_are_refused(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / "games"
    path.write_text(text)
    with pytest.raises(SystemExit, match=complaint):
        GamesFile(path)
    assert path.read_text() == text
