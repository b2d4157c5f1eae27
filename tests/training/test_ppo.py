"""The PPO example learns, and its agent plays the games that the bots are compared on. Needs torch."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


def printed(module: str, *options: str) -> str:
    command = [sys.executable, "-m", module, *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    return done.stdout


def mean_of(output: str) -> float:
    found = re.search(r"\| (-?\d+\.\d) ± ", output)
    assert found
    return float(found[1])


def test_an_agent_learns_and_plays_as_well_when_it_is_loaded_again(tmp_path: Path) -> None:
    agent = str(tmp_path / "agent.pt")
    trained = printed("training.ppo", "--steps", "80000", "--out", agent)
    assert mean_of(trained) > mean_of(printed("training.baselines", "random")) + 8
    # All of the line but the CPU time.
    assert (
        printed("training.ppo", "--measure", agent).split("|")[:4] == trained.splitlines()[-1].split("|")[:4]
    )


@pytest.mark.parametrize(
    "rules", ["river", "lake", "meteor", "lava", "underground", "underground-standalone"]
)
def test_every_ruleset_can_be_trained_on(rules: str) -> None:
    assert "| `ppo` | 200 |" in printed("training.ppo", "--rules", rules, "--steps", "2048")


def test_an_interrupted_training_leaves_the_agent_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ppo = import_module("training.ppo")

    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ppo.Trainer, "train", interrupted)
    agent = tmp_path / "agent.pt"
    with pytest.raises(SystemExit, match="has the agent so far"):
        ppo.trained(ppo.Options(games=2), out=agent)
    assert "| `ppo` | 200 |" in printed("training.ppo", "--measure", str(agent))
