"""The games of a vector of environments: their arrays, and the plan that tells the kernel where everything goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from inkrail.core.board import Round
from inkrail.core.cells import SIZE
from inkrail.core.dice import SeededRng
from inkrail.core.kinds import Kind
from inkrail.core.sides import SIDES
from inkrail.envs import observations, stepping
from inkrail.envs.actions import ActionSpace, action_space
from inkrail.envs.observations import ObservationSpace, observation_space
from inkrail.envs.planes import Bytes
from inkrail.envs.records import EpisodeRecord
from inkrail.kernel import Kernel, chance_of, kernel_for
from inkrail.kernel.board import layout
from inkrail.kernel.board.bits import Words
from inkrail.kernel.board.open_board import unpack
from inkrail.kernel.board.tables import slots_of
from inkrail.rules.position import DRAW, ERASE
from inkrail.rules.ruleset import Ruleset

_VERBS: Final = {
    DRAW: stepping.DRAWS,
    ERASE: stepping.ERASES,
    "duplicate": stepping.AGAIN,
    "volcano": stepping.ERUPTS,
}
_WORDS: Final = {
    observations.FILLED: layout.FILLED,
    observations.KEPT_APART: layout.APART,
    observations.STATIONS: layout.STATIONS,
    observations.HUBS: layout.HUBS,
    observations.BROKEN_PIPES: layout.BROKEN,
    observations.CRATERS: layout.CRATERS,
}
"""The words of the planes that change, besides the openings."""


class Plan:
    """What the kernel needs to know of a ruleset's actions and observations."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kernel: Kernel = kernel_for(ruleset)
        self.actions: ActionSpace = action_space(ruleset)
        self.observations: ObservationSpace = observation_space(ruleset)
        self.dice = max(len(ruleset.dice(Round(number))) for number in range(1, ruleset.rounds + 1))
        self.words = self._words()
        self.start = self._start()

    def __reduce__(self) -> tuple[object, ...]:
        return plan_of, (self.ruleset,)

    @property
    def most_steps(self) -> int:
        """More actions than an episode can have: all dice, two extras, a choice and the end of each round."""
        return self.ruleset.rounds * (self.dice + 4)

    def _words(self) -> Words:
        columns = [column.name for column in self.observations.columns]
        slots = self.actions.slots
        words = np.zeros(stepping.SLOT_ROWS + 2 * len(slots), np.int64)
        words[stepping.PLANES] = len(self.observations.planes)
        words[stepping.SLOTS] = len(slots)
        words[stepping.DONE] = self.actions.done
        words[stepping.CHOICES] = len(self.actions.choices)
        words[stepping.DICE_A_ROUND] = self.dice
        first = next(number for number, name in enumerate(columns) if name.startswith("dice "))
        words[stepping.DICE_COLUMNS] = first
        words[stepping.DICE_COLUMNS + 1] = first + len(self.observations.dice_pieces)
        for word, name in (
            (stepping.BOARD_COLUMN, "board"),
            (stepping.SPECIAL_COLUMN, "special left"),
            (stepping.AGAIN_COLUMN, "duplicate left"),
            (stepping.VOLCANO_COLUMN, "volcano left"),
            (stepping.METEOR_COLUMN, "direction up"),
        ):
            words[word] = columns.index(name) if name in columns else 0
        for number, piece in enumerate(self.observations.dice_pieces):
            words[stepping.PIECE_COLUMN + self.kernel.number(piece)] = first + number
        below = [pieces for extra, pieces in self.observations.extras if extra.name == "duplicate"]
        if below:
            words[stepping.FIRST_UNDER] = self.kernel.number(below[0][0])
            words[stepping.UNDER_FACES] = len(below[0])
        planes = self._plane_words()
        words[stepping.PLANE_WORDS : stepping.PLANE_WORDS + len(planes)] = planes
        tiles = {tile: number for number, tile in enumerate(self.kernel.tiles)}
        words[stepping.SLOT_ROWS :] = np.ravel([(tiles[slot.tile], _VERBS[slot.verb]) for slot in slots])
        return words

    def _plane_words(self) -> list[int]:
        """For each plane the word that it shows."""
        return [self._word(plane.name, plane.board) for plane in self.observations.planes]

    def _word(self, name: str, part: int) -> int:
        at = self.kernel.capabilities["UNDER"] if part else 0
        if name in _WORDS:
            return at + _WORDS[name]
        if name == observations.METEOR_ORIGIN:
            return stepping.ORIGIN_PLANE
        for kind, slot in slots_of(self.ruleset, part).items():
            for side in SIDES:
                if name == f"{Kind(kind).name.lower()} {side}":
                    return at + side * layout.SIDE + slot
        return stepping.STILL

    def _start(self) -> Words:
        """A game before its first round."""
        board = self.kernel.capabilities["BOARD"]
        game = np.zeros(board + stepping.GAME_WORDS, np.int64)
        self.kernel.compiled(unpack)(self.kernel.start(), self.kernel.tables, game)
        game[board + stepping.IN_DICE :] = stepping.NONE
        return game

    def seeded_rolls(self, seed: int) -> Bytes:
        """The faces of all rounds of a seeded game, as numbers: those of `inkrail.play(..., seed=str(seed))`."""
        rolls = np.zeros((self.ruleset.rounds, self.dice), np.int8)
        for round_ in range(1, self.ruleset.rounds + 1):
            rng = SeededRng(str(seed), "round", round_)
            rolls[round_ - 1] = [rng.below(len(die.faces)) for die in self.ruleset.dice(Round(round_))]
        return rolls.ravel()


@lru_cache(maxsize=32)
def plan_of(ruleset: Ruleset) -> Plan:
    """The cached plan of a ruleset."""
    return Plan(ruleset)


class Games:
    """Games in the kernel's arrays, with what an agent sees of each; `step` changes all of them in place."""

    def __init__(self, ruleset: Ruleset, *, number: int, by_delta: bool, penalty: float) -> None:
        self.plan = plan_of(ruleset)
        kernel = self.plan.kernel
        planes, slots = len(self.plan.observations.planes), len(self.plan.actions.slots)
        self.number = number
        self.planes = np.zeros((number, planes, SIZE, SIZE), np.int8)
        self.vectors = np.zeros((number, len(self.plan.observations.columns)), np.int8)
        self.masks = np.zeros((number, self.plan.actions.size), np.int8)
        self.rewards = np.zeros(number)
        self._rolls = np.zeros((number, ruleset.rounds * self.plan.dice), np.int8)
        self._log = np.zeros((number, self.plan.most_steps), np.int16)
        self._board = kernel.capabilities["BOARD"]
        self._games = np.repeat(self.plan.start[np.newaxis], number, axis=0)
        self._shown = np.zeros((number, planes + slots), np.int64)
        self._chances = np.zeros(number, np.uint64)
        self._all = np.arange(number)
        self._settings = int(by_delta), float(penalty)
        still = self.plan.words[stepping.PLANE_WORDS :][:planes] == stepping.STILL
        blank = self.plan.observations.observe(ruleset.set_up())["planes"]
        self.planes[:, still] = blank[still]

    def seed(self, number: int, seed: int, *, is_given: bool) -> None:
        """Seed the generator of a game; if `is_given`, its next episode has the dice of `inkrail.play` with this seed."""
        self._chances[number] = chance_of(seed)[0]
        self._games[number, self._board + stepping.IN_GIVEN] = is_given
        if is_given:
            self._rolls[number] = self.plan.seeded_rolls(seed)

    def begin(self, which: Words | None = None) -> None:
        """Begin a new episode in all games, or in these."""
        which = self._all if which is None else which
        self._advance(which, np.full(len(which), stepping.NONE))

    def unseed(self, which: Words) -> None:
        """Let the next episodes of these games take their dice from the generator."""
        self._games[which, self._board + stepping.IN_GIVEN] = 0

    def step(self, actions: Words) -> None:
        """Carry out one action in each game."""
        self._advance(self._all, actions)

    def _advance(self, which: Words, actions: Words) -> None:
        kernel = self.plan.kernel
        kernel.compiled(stepping.advance)(
            which,
            actions,
            self._games,
            kernel.tables,
            self.plan.words,
            self.plan.start,
            self._shown,
            self._chances,
            self._rolls,
            self._log,
            self.planes.reshape(self.number, -1),
            self.vectors,
            self.masks,
            self.rewards,
            *self._settings,
        )

    def records(self, which: Words, *, seeds: Sequence[str]) -> list[EpisodeRecord]:
        """The records of the episodes of these games so far; each game has a seed, or an empty text."""
        words = self._games[which, self._board : self._board + stepping.IN_MAY].tolist()
        rolls, log = self._rolls[which], self._log[which]
        records = []
        for index, number in enumerate(which.tolist()):
            word = words[index]
            total = word[stepping.IN_TOTAL] if word[stepping.IN_OVER] == stepping.FINISHED else None
            rolled = rolls[index, : word[stepping.IN_ROUND] * self.plan.dice].tobytes()
            actions = log[index, : word[stepping.IN_STEPS]].tobytes()
            records.append(EpisodeRecord(self.plan.ruleset, rolled, actions, total, seeds[number]))
        return records

    def word(self, name: int) -> Words:
        """One of the words of all games after those of their boards."""
        words: Words = self._games[:, self._board + name]
        return words
