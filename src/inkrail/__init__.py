"""Plays Railroad Ink: `Board`, `play`, `score`, `legal`, `replay`, `simulate`, `review` and what a bot or a table needs.

Each name is imported when it is first used, so that `import inkrail` costs next to nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
"""Type checkers take it for true, as the one of `typing`, which would take longer to import than all of this."""

if TYPE_CHECKING:
    from inkrail.arena.comparison import Comparison, compare
    from inkrail.arena.simulation import Simulation, simulate
    from inkrail.arena.statistics import Summary
    from inkrail.board import Board, Move
    from inkrail.bots.bot import Bot
    from inkrail.bots.conformance import conformance
    from inkrail.bots.playing import FinishedGame
    from inkrail.bots.program import ProgramBot
    from inkrail.bots.registry import BOT_NAMES, Player, find_bot
    from inkrail.core.board import Round
    from inkrail.core.cells import Cell, Mask, parse_cell
    from inkrail.core.dice import Die, Rng, SeededRng
    from inkrail.core.errors import Refusal, TextRefusal
    from inkrail.core.kinds import Kind
    from inkrail.core.layout import Exit, Layout
    from inkrail.core.longest import Longest
    from inkrail.core.pieces import Piece, Role, Tile
    from inkrail.core.placement import Placement, Placements
    from inkrail.core.score import ScoreLine, ScoreSheet, Values
    from inkrail.core.sides import Side
    from inkrail.game.actions import Action, Done, Pick, TakeBack, format_action, parse_action
    from inkrail.game.events import (
        Chosen,
        Drawn,
        Event,
        Finished,
        GameOver,
        Picked,
        Rolled,
        RoundClosed,
        TakenBack,
    )
    from inkrail.game.record import Act, Entry, Record, Roll, format_record, parse_record
    from inkrail.game.seat import SeatState
    from inkrail.game.table import Phase, Table, open_table
    from inkrail.game.view import Option, Other, View, view
    from inkrail.library import legal, parse_placement, play, replay, score
    from inkrail.rules.dealing import Deal, Seat, Slot
    from inkrail.rules.position import Choice, Drawable, Drawing, Duty, Extra, Position
    from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
    from inkrail.rules.ruleset import Ruleset
    from inkrail.study.best import BestBoard
    from inkrail.study.hint import Hint
    from inkrail.study.puzzles import Puzzle
    from inkrail.study.reasons import ReasonLine
    from inkrail.study.review import Review, RoundReview
    from inkrail.study.solve import Solution
    from inkrail.study.texts import best, hint, puzzles, review, solve

_HOMES = {
    "inkrail.arena.comparison": ("Comparison", "compare"),
    "inkrail.arena.simulation": ("Simulation", "simulate"),
    "inkrail.arena.statistics": ("Summary",),
    "inkrail.board": ("Board", "Move"),
    "inkrail.bots.bot": ("Bot",),
    "inkrail.bots.conformance": ("conformance",),
    "inkrail.bots.playing": ("FinishedGame",),
    "inkrail.bots.program": ("ProgramBot",),
    "inkrail.bots.registry": ("BOT_NAMES", "Player", "find_bot"),
    "inkrail.core.board": ("Round",),
    "inkrail.core.cells": ("Cell", "Mask", "parse_cell"),
    "inkrail.core.dice": ("Die", "Rng", "SeededRng"),
    "inkrail.core.errors": ("Refusal", "TextRefusal"),
    "inkrail.core.kinds": ("Kind",),
    "inkrail.core.layout": ("Exit", "Layout"),
    "inkrail.core.longest": ("Longest",),
    "inkrail.core.pieces": ("Piece", "Role", "Tile"),
    "inkrail.core.placement": ("Placement", "Placements"),
    "inkrail.core.score": ("ScoreLine", "ScoreSheet", "Values"),
    "inkrail.core.sides": ("Side",),
    "inkrail.game.actions": ("Action", "Done", "Pick", "TakeBack", "format_action", "parse_action"),
    "inkrail.game.events": (
        "Chosen",
        "Drawn",
        "Event",
        "Finished",
        "GameOver",
        "Picked",
        "Rolled",
        "RoundClosed",
        "TakenBack",
    ),
    "inkrail.game.record": ("Act", "Entry", "Record", "Roll", "format_record", "parse_record"),
    "inkrail.game.seat": ("SeatState",),
    "inkrail.game.table": ("Phase", "Table", "open_table"),
    "inkrail.game.view": ("Option", "Other", "View", "view"),
    "inkrail.library": ("legal", "parse_placement", "play", "replay", "score"),
    "inkrail.rules.dealing": ("Deal", "Seat", "Slot"),
    "inkrail.rules.position": ("Choice", "Drawable", "Drawing", "Duty", "Extra", "Position"),
    "inkrail.rules.registry": ("RULESET_NAMES", "parse_ruleset"),
    "inkrail.rules.ruleset": ("Ruleset",),
    "inkrail.study.best": ("BestBoard",),
    "inkrail.study.hint": ("Hint",),
    "inkrail.study.puzzles": ("Puzzle",),
    "inkrail.study.reasons": ("ReasonLine",),
    "inkrail.study.review": ("Review", "RoundReview"),
    "inkrail.study.solve": ("Solution",),
    "inkrail.study.texts": ("best", "hint", "puzzles", "review", "solve"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BOT_NAMES",
    "RULESET_NAMES",
    "Act",
    "Action",
    "BestBoard",
    "Board",
    "Bot",
    "Cell",
    "Choice",
    "Chosen",
    "Comparison",
    "Deal",
    "Die",
    "Done",
    "Drawable",
    "Drawing",
    "Drawn",
    "Duty",
    "Entry",
    "Event",
    "Exit",
    "Extra",
    "Finished",
    "FinishedGame",
    "GameOver",
    "Hint",
    "Kind",
    "Layout",
    "Longest",
    "Mask",
    "Move",
    "Option",
    "Other",
    "Phase",
    "Pick",
    "Picked",
    "Piece",
    "Placement",
    "Placements",
    "Player",
    "Position",
    "ProgramBot",
    "Puzzle",
    "ReasonLine",
    "Record",
    "Refusal",
    "Review",
    "Rng",
    "Role",
    "Roll",
    "Rolled",
    "Round",
    "RoundClosed",
    "RoundReview",
    "Ruleset",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "SeatState",
    "SeededRng",
    "Side",
    "Simulation",
    "Slot",
    "Solution",
    "Summary",
    "Table",
    "TakeBack",
    "TakenBack",
    "TextRefusal",
    "Tile",
    "Values",
    "View",
    "__version__",
    "best",
    "compare",
    "conformance",
    "find_bot",
    "format_action",
    "format_record",
    "hint",
    "legal",
    "open_table",
    "parse_action",
    "parse_cell",
    "parse_placement",
    "parse_record",
    "parse_ruleset",
    "play",
    "puzzles",
    "replay",
    "review",
    "score",
    "simulate",
    "solve",
    "view",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module 'inkrail' has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415

        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
