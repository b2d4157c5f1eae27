"""Plays Railroad Ink: `play`, `score`, `legal`, `replay`, `simulate`, `review` and what a bot or a table needs.

Each name is imported when it is first used, so that `import inkrail` costs next to nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
"""Type checkers take it for true, as the one of `typing`, which would take longer to import than all of this."""

if TYPE_CHECKING:
    from inkrail.arena.comparison import compare
    from inkrail.arena.simulation import simulate
    from inkrail.bots.bot import Bot
    from inkrail.bots.conformance import conformance
    from inkrail.bots.program import ProgramBot
    from inkrail.bots.registry import BOT_NAMES, find_bot
    from inkrail.core.dice import Rng, SeededRng
    from inkrail.core.errors import Refusal
    from inkrail.game.actions import Action, Done, Pick, TakeBack, format_action, parse_action
    from inkrail.game.record import format_record, parse_record
    from inkrail.game.table import open_table
    from inkrail.game.view import View, view
    from inkrail.library import legal, play, replay, score
    from inkrail.rules.position import Choice, Drawing
    from inkrail.rules.registry import RULESET_NAMES, parse_ruleset
    from inkrail.study.texts import best, hint, puzzles, review, solve

_HOMES = {
    "inkrail.arena.comparison": ("compare",),
    "inkrail.arena.simulation": ("simulate",),
    "inkrail.bots.bot": ("Bot",),
    "inkrail.bots.conformance": ("conformance",),
    "inkrail.bots.program": ("ProgramBot",),
    "inkrail.bots.registry": ("BOT_NAMES", "find_bot"),
    "inkrail.core.dice": ("Rng", "SeededRng"),
    "inkrail.core.errors": ("Refusal",),
    "inkrail.game.actions": ("Action", "Done", "Pick", "TakeBack", "format_action", "parse_action"),
    "inkrail.game.record": ("format_record", "parse_record"),
    "inkrail.game.table": ("open_table",),
    "inkrail.game.view": ("View", "view"),
    "inkrail.library": ("legal", "play", "replay", "score"),
    "inkrail.rules.position": ("Choice", "Drawing"),
    "inkrail.rules.registry": ("RULESET_NAMES", "parse_ruleset"),
    "inkrail.study.texts": ("best", "hint", "puzzles", "review", "solve"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BOT_NAMES",
    "RULESET_NAMES",
    "Action",
    "Bot",
    "Choice",
    "Done",
    "Drawing",
    "Pick",
    "ProgramBot",
    "Refusal",
    "Rng",
    "SeededRng",
    "TakeBack",
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
