"""The judge of every ruleset: its features, and its sums against NumPy's."""

import numpy as np
import pytest

from inkrail.bots.models import model_of
from inkrail.kernel import Kernel, Model, chance_of, kernel_for
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.layout import IN_ORIGIN
from inkrail.kernel.capabilities import CAPABILITIES_OF
from inkrail.kernel.value import routes
from inkrail.kernel.value.cells import CELLS, OF_A_BOARD, SIDES_FACED, sparse_count
from inkrail.kernel.value.expansions import POTENTIAL
from inkrail.kernel.value.guide import FLOATS
from inkrail.kernel.value.judge import FIRST, SECOND, UNITS, features_of, judge_size, stack_size
from inkrail.kernel.value.routes import Floats
from inkrail.kernel.value.underground import BELOW
from inkrail.rules.registry import RULESET_NAMES, parse_ruleset


def features(kernel: Kernel, states: Words) -> tuple[Floats, Words]:
    columns = np.zeros((len(states), kernel.capabilities["GUIDE_COLUMNS"]), np.float32)
    sparse = np.zeros((len(states), sparse_count(kernel.capabilities)), np.int64)
    kernel.compiled(features_of)(np.ascontiguousarray(states), kernel.tables, columns, sparse)
    return columns, sparse


def played(kernel: Kernel, number: int) -> Words:
    starts = np.repeat(kernel.start()[np.newaxis], number, axis=0)
    rounds = kernel.ruleset.rounds - kernel.ruleset.rounds % 2
    states, _ = kernel.playouts(starts, rounds=rounds, chance=chance_of("judge"), special=40)
    return states


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_columns_of_a_ruleset_are_those_of_its_parts_and_fit_the_work_space(rules: str) -> None:
    capabilities = CAPABILITIES_OF[rules]
    surface = routes.DENSE if capabilities["SURFACE"] else 0
    own = POTENTIAL if capabilities["OWN_KIND"] or capabilities["METEORS"] else 0
    columns = surface + own + (BELOW if capabilities["SUBWAYS"] else 0)
    assert capabilities["GUIDE_COLUMNS"] == columns
    assert columns + UNITS + FIRST + SECOND <= FLOATS


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_sparse_features_are_each_cell_s_own_and_padded(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    columns, sparse = features(kernel, played(kernel, 100))
    assert sparse.max() < kernel.capabilities["SPARSE_ROWS"]
    for row in sparse:
        there = row[row >= 0]
        assert len(set(there.tolist())) == len(there)
        assert (row[len(there) :] == -1).all()
    free = np.count_nonzero((sparse >= 0) & (sparse < OF_A_BOARD), axis=1)
    assert free.tolist() == columns[:, routes.FREE].tolist()


def test_m2_the_cell_hit_last_is_a_feature() -> None:
    kernel = kernel_for(parse_ruleset("meteor"))
    states = played(kernel, 40)
    _, sparse = features(kernel, states)
    assert (sparse.max(axis=1) == OF_A_BOARD + CELLS * SIDES_FACED + states[:, IN_ORIGIN]).all()


def by_hand(kernel: Kernel, judge: Floats, states: Words, *, round_: int) -> list[float]:
    """The sums of a judge."""
    columns, rows = kernel.capabilities["GUIDE_COLUMNS"], kernel.capabilities["SPARSE_ROWS"]
    table = judge[: rows * UNITS].reshape(rows, UNITS)
    stack = judge[rows * UNITS :].reshape(-1, stack_size(columns))[round_ - 1]
    sizes = (UNITS, columns, (UNITS + columns) * FIRST, FIRST, FIRST * SECOND, SECOND)
    offset, linear, first, first_offset, second, second_offset, value = np.split(stack, np.cumsum(sizes))
    values = []
    for dense, sparse in zip(*features(kernel, states), strict=True):
        sums = np.maximum(offset + table[sparse[sparse >= 0]].sum(axis=0), 0)
        one = np.maximum(first_offset + np.concatenate((sums, dense)) @ first.reshape(-1, FIRST), 0)
        two = np.maximum(second_offset + one @ second.reshape(FIRST, SECOND), 0)
        values.append(float(two @ value + dense @ linear))
    return values


@pytest.mark.parametrize("rules", RULESET_NAMES)
def test_the_ends_of_a_round_have_the_judge_s_values(rules: str) -> None:
    kernel = kernel_for(parse_ruleset(rules))
    size = judge_size(kernel.capabilities, rounds=kernel.ruleset.rounds)
    judge = np.random.default_rng(1).normal(scale=0.1, size=size).astype(np.float32)
    dice = kernel.rolls[0].dice[50]
    ends = kernel.beam_round(
        kernel.start(),
        dice,
        model=Model(model_of(kernel.ruleset).guide, judge),
        round_=3,
        width=6,
        special_width=2,
        kept=6,
        specials=True,
    )
    assert ends.values.tolist() == pytest.approx(by_hand(kernel, judge, ends.states, round_=3), abs=1e-4)


def test_without_a_judge_the_guide_gives_the_values() -> None:
    kernel = kernel_for(parse_ruleset("river"))
    guide = model_of(kernel.ruleset).guide
    ends = kernel.beam_round(
        kernel.start(),
        kernel.rolls[0].dice[7],
        model=Model(guide, np.empty(0, np.float32)),
        round_=2,
        width=6,
        special_width=2,
        kept=6,
        specials=True,
    )
    values = kernel.columns(ends.states) @ guide[2]
    assert ends.values.tolist() == pytest.approx(values.tolist(), abs=1e-3)
