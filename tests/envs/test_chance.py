"""The kernel's generator for the engine."""

from inkrail.envs.chance import KernelRng
from inkrail.kernel import chance_of, kernel_for
from inkrail.kernel.chance import below
from inkrail.rules.registry import parse_ruleset


def test_its_numbers_are_the_kernels() -> None:
    draw = kernel_for(parse_ruleset("base")).compiled(below)
    for seed in (0, 1, 2**100):
        rng, chance = KernelRng(seed), chance_of(seed)
        limits = [1, 6, 7, 49, 1000] * 20
        assert [rng.below(limit) for limit in limits] == [draw(chance, limit) for limit in limits]
