"""The game for OpenSpiel, with explicit chance: importing this registers `inkrail`, e.g. `pyspiel.load_game("inkrail(rules=lake)")`.

Seats draw one after the other; what the others draw in a round is hidden until it closes. A chance node is the roll of a
round, whose outcomes are all distinct rolls with their probabilities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, Final, NamedTuple

import numpy as np
import pyspiel

from inkrail.core.board import Round
from inkrail.core.dice import Die
from inkrail.envs.actions import action_space
from inkrail.envs.observations import observation_space
from inkrail.envs.seat_view import seat_observation
from inkrail.game.actions import format_action
from inkrail.game.table import MOST_SEATS, Phase, Table, open_table
from inkrail.game.view import view
from inkrail.rules.dealing import Faces, Seat
from inkrail.rules.registry import parse_ruleset
from inkrail.rules.ruleset import Ruleset

NAME: Final = "inkrail"
MOST_POINTS: Final = 250
"""More points than a board can bring, or cost."""

_TYPE: Final = {
    "short_name": NAME,
    "long_name": "inkrail: a roll-and-write game of routes",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.GENERAL_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": MOST_SEATS,
    "min_num_players": 1,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": {"rules": "base", "players": 1},
}
GAME_TYPE: Final = pyspiel.GameType(**_TYPE)


class RollOutcome(NamedTuple):
    """A roll in the order of the dice, and its probability."""

    faces: Faces
    probability: float


@lru_cache(maxsize=32)
def roll_outcomes(dice: tuple[Die, ...]) -> tuple[RollOutcome, ...]:
    """All distinct rolls of these dice; which of them shows a face does not matter."""
    groups = [list(_outcomes(die, number)) for die, number in Counter(dice).items()]
    rolls: dict[Faces, RollOutcome] = {}
    for parts in product(*groups):
        faces: Faces = sum((one.faces for one in parts), ())
        first, known = rolls.get(key := tuple(sorted(faces)), (faces, 0.0))
        rolls[key] = RollOutcome(first, known + prod(one.probability for one in parts))
    return tuple(rolls.values())


def _outcomes(die: Die, number: int) -> Iterator[RollOutcome]:
    """The distinct rolls of so many equal dice."""
    shares = Counter(die.faces)
    for faces in combinations_with_replacement(shares, number):
        orders = factorial(number) / prod(factorial(times) for times in Counter(faces).values())
        yield RollOutcome(faces, orders * prod(shares[face] / len(die.faces) for face in faces))


class InkrailGame(pyspiel.Game):
    """A ruleset with a number of seats."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settings = dict(params or {})
        self.ruleset = parse_ruleset(settings.get("rules", "base"))
        if self.ruleset.dealer.picking:
            raise pyspiel.SpielError(
                "a draft has too many rolls to list: play it with inkrail.envs.table_env"
            )
        self.seats = settings.get("players", 1)
        open_table(self.ruleset, seats=self.seats)  # refuses numbers of seats that it does not have
        rounds = [Round(number) for number in range(1, self.ruleset.rounds + 1)]
        dice = max(len(self.ruleset.dice(round_)) for round_ in rounds)
        points = float(MOST_POINTS * len(self.ruleset.layouts))
        info = pyspiel.GameInfo(
            num_distinct_actions=action_space(self.ruleset).size,
            max_chance_outcomes=max(len(roll_outcomes(self.ruleset.dice(round_))) for round_ in rounds),
            num_players=self.seats,
            min_utility=-points,
            max_utility=points,
            max_game_length=self.seats * self.ruleset.rounds * (dice + 4),
        )
        super().__init__(GAME_TYPE, info, settings)

    def new_initial_state(self) -> InkrailState:
        """The game before its first roll."""
        return InkrailState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver | None:
        """What turns states into strings and tensors; None for types other than all that one seat knows."""
        if params:
            raise pyspiel.SpielError("the observer takes no parameters")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SeatObserver(self, is_history=asked.perfect_recall)


class _Kept:
    """A table and what each seat knows of its past; immutable, so that a copy of a state shares it."""

    def __init__(
        self, table: Table, pasts: tuple[tuple[str, ...], ...], hidden: tuple[str, ...] = ()
    ) -> None:
        self.table = table
        self.pasts = pasts
        self.hidden = hidden

    def __deepcopy__(self, _: object) -> _Kept:
        return self

    def rolled(self, faces: Faces) -> _Kept:
        """After a roll."""
        table, _ = self.table.roll(faces)
        return _Kept(table, self._told(f"roll {' '.join(faces)}"))

    def acted(self, seat: Seat, number: int) -> _Kept:
        """After an action; the others hear of it when the round closes."""
        action = action_space(self.table.ruleset).decode(number)
        table, _ = self.table.act(seat, action)
        text = f"{seat + 1} {format_action(action, table.ruleset)}"
        own = tuple((*past, text) if one == seat else past for one, past in enumerate(self.pasts))
        kept = _Kept(table, own, (*self.hidden, text))
        return kept if table.phase is Phase.DRAW else _Kept(table, kept._told(*kept.hidden))

    def _told(self, *texts: str) -> tuple[tuple[str, ...], ...]:
        return tuple((*past, *texts) for past in self.pasts)


class InkrailState(pyspiel.State):
    """A table between two actions or rolls."""

    def __init__(self, game: InkrailGame) -> None:
        super().__init__(game)
        table = open_table(game.ruleset, seats=game.seats)
        self._kept = _Kept(table, ((),) * game.seats)

    @property
    def table(self) -> Table:
        """The engine's table."""
        return self._kept.table

    def past_of(self, player: int) -> tuple[str, ...]:
        """What a seat knows of the past: rolls, its own actions, and those of others in closed rounds."""
        return self._kept.pasts[player]

    def current_player(self) -> int:
        """The seat that draws, or chance before a round."""
        table = self.table
        if table.phase is Phase.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if table.phase is Phase.ROLL:
            return int(pyspiel.PlayerId.CHANCE)
        return next(number for number, seat in enumerate(table.seats) if not seat.done)

    def _legal_actions(self, player: int) -> list[int]:
        flags = action_space(self.table.ruleset).legal(view(self.table, Seat(player)))
        numbers: list[int] = np.flatnonzero(flags).tolist()
        return numbers

    def _rolls(self) -> tuple[RollOutcome, ...]:
        ruleset: Ruleset = self.table.ruleset
        return roll_outcomes(ruleset.dice(Round(self.table.round_ + 1)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All rolls of the next round with their probabilities."""
        return [(number, roll.probability) for number, roll in enumerate(self._rolls())]

    def _apply_action(self, action: int) -> None:
        if self.table.phase is Phase.ROLL:
            self._kept = self._kept.rolled(self._rolls()[action].faces)
        else:
            self._kept = self._kept.acted(Seat(self.current_player()), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"roll {' '.join(self._rolls()[action].faces)}"
        return format_action(action_space(self.table.ruleset).decode(action), self.table.ruleset)

    def is_terminal(self) -> bool:
        """Whether the last round is over."""
        return self.table.phase is Phase.OVER

    def returns(self) -> list[float]:
        """The score of each seat at the end, 0 before."""
        if not self.is_terminal():
            return [0.0] * len(self.table.seats)
        return [float(sheet.total) for sheet in self.table.sheets()]

    def __str__(self) -> str:
        drawn = (seat.position.boards for seat in self.table.seats)
        return f"round {self.table.round_}, {self.table.phase.value}: {' | '.join(map(repr, drawn))}"


class SeatObserver:
    """What a seat knows: its whole past as text, or what it sees now as text and as a tensor."""

    def __init__(self, game: InkrailGame, *, is_history: bool) -> None:
        self._is_history = is_history
        parts = seat_observation(open_table(game.ruleset, seats=game.seats), Seat(0))
        self.tensor = np.zeros(sum(part.size for part in parts.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, part in parts.items():
            self.dict[name] = self.tensor[at : at + part.size].reshape(part.shape)
            at += part.size

    def set_from(self, state: InkrailState, player: int) -> None:
        """Write the tensor from a seat's point of view."""
        for name, part in seat_observation(state.table, Seat(player)).items():
            self.dict[name][:] = part

    def string_from(self, state: InkrailState, player: int) -> str:
        """The past of a seat, or what it sees."""
        if self._is_history:
            return "\n".join(state.past_of(player))
        table = state.table
        space = observation_space(table.ruleset)
        parts = seat_observation(table, Seat(player))
        numbers = dict(zip((column.name for column in space.columns), parts["vector"].tolist(), strict=True))
        others = [repr(seat.shown.boards) for number, seat in enumerate(table.seats) if number != player]
        return f"{numbers} {table.seats[player].position.boards!r} {others}"


pyspiel.register_game(GAME_TYPE, InkrailGame)
