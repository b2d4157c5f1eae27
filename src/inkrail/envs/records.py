"""The record of an episode, kept as numbers and written out when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inkrail.core.board import Round
from inkrail.envs.actions import action_space
from inkrail.game.actions import Done
from inkrail.game.record import Act, Entry, Record, Roll, format_record
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class EpisodeRecord:
    """What was rolled and done in an episode; `str` gives the text that `inkrail.review` and `inkrail.replay` read.

    Rolls are faces of dice as bytes, actions are numbers of 16 bits. The total is None if the episode ended with an
    illegal action, which is not among the actions. Only an episode that began with a seed has one.
    """

    ruleset: Ruleset
    rolls: bytes
    actions: bytes
    total: int | None
    seed: str = ""

    @property
    def record(self) -> Record:
        """The record."""
        totals = () if self.total is None else (self.total,)
        return Record(self.ruleset, seed=self.seed, entries=tuple(self._entries()), totals=totals)

    def _entries(self) -> Iterator[Entry]:
        space, rolls = action_space(self.ruleset), self._faces()
        yield Roll(next(rolls))
        for number in np.frombuffer(self.actions, np.int16).tolist():
            action = space.decode(number)
            yield Act(Seat(0), action)
            if isinstance(action, Done) and (faces := next(rolls, None)):
                yield Roll(faces)

    def _faces(self) -> Iterator[Faces]:
        at = 0
        for round_ in range(1, self.ruleset.rounds + 1):
            dice = self.ruleset.dice(Round(round_))
            numbers = self.rolls[at : at + len(dice)]
            if numbers:
                yield tuple(die.faces[number] for die, number in zip(dice, numbers, strict=True))
            at += len(dice)

    def __str__(self) -> str:
        return format_record(self.record)

    def __repr__(self) -> str:
        return f"<EpisodeRecord {self.ruleset.name}, {len(self.actions) // 2} actions, total {self.total}>"


def roll_numbers(ruleset: Ruleset, faces: Sequence[str], *, round_: int) -> bytes:
    """The faces of a round as numbers."""
    dice = ruleset.dice(Round(round_))
    return bytes(die.faces.index(face) for die, face in zip(dice, faces, strict=True))
