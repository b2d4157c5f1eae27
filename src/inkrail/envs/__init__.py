"""Environments for learning: importing this registers the Gymnasium ids `inkrail/Base-v0` and so on.

`gymnasium.make(id)` gives one game on the engine, `gymnasium.make_vec(id, num_envs=...)` many games inside the kernel.
docs/environments.md describes them. This part needs the extra `envs`.
"""

from typing import Final

from inkrail.core.errors import Refusal

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(str(Refusal("extra.missing", extra="envs")), name=error.name) from None

IDS: Final = {
    "inkrail/Base-v0": "base",
    "inkrail/River-v0": "river",
    "inkrail/Lake-v0": "lake",
    "inkrail/Meteor-v0": "meteor",
    "inkrail/Lava-v0": "lava",
    "inkrail/Underground-v0": "underground",
    "inkrail/UndergroundStandalone-v0": "underground-standalone",
}
"""The rulesets by the ids of their environments."""

for _id, _rules in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="inkrail.envs.gym_env:InkrailEnv",
            vector_entry_point="inkrail.envs.vector_env:InkrailVectorEnv",
            kwargs={"rules": _rules},
        )
