"""Compiling ahead what the vector environments need: `python -m inkrail.envs.warming`."""

from __future__ import annotations

from inkrail.envs import IDS
from inkrail.envs.vector_env import InkrailVectorEnv


def main() -> None:
    """Compile for every ruleset, unless that was done before."""
    for rules in IDS.values():
        InkrailVectorEnv(1, rules).reset(seed=0)


if __name__ == "__main__":
    main()
