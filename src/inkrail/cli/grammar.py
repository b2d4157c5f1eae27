"""How a command's words are read and explained: typer's parser with our sentences.

Help texts of options and arguments are keys of the catalogue, so that a command is declared once for all languages.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command

from inkrail.cli.complaint import PROGRAM, Complaint, complaint
from inkrail.i18n import Catalogue
from inkrail.rules.registry import RULESET_NAMES

_WIDEST = 100
_COLUMN = 22

Row = tuple[str, str]


class _AsWritten:
    """Leaves a value as it was written.

    Commands check their values themselves and say what is wrong with them; typer's own way takes longer to import
    than all the rest, because it brings pydantic.
    """

    def coerce(self, value: object, **_: object) -> object:
        return value


class Command(TyperCommand):
    """A command that complains in one line and explains itself in the chosen language."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command's name."""
        for param in self.get_params(ctx):
            setattr(param, "_runtime_param", _AsWritten())  # noqa: B010 - not in the declared interface
        rest = super().parse_args(ctx, args)
        if rest:
            raise complaint("usage.argument_extra", argument=rest[0], command=ctx.command_path)
        return rest

    def get_help(self, ctx: Any) -> str:
        """The command's help."""
        voice: Catalogue = ctx.obj
        arguments = [param for param in self.params if param.param_type_name == "argument"]
        options = [param for param in self.params if param.param_type_name == "option"]
        names = (_argument_name(param) for param in arguments)
        usage = " ".join((ctx.command_path, voice["cli.placeholder.options"], *names))
        return _page(
            voice,
            usage=usage,
            summary=f"cli.{ctx.info_name.rpartition(' ')[2]}.summary",
            sections={
                "cli.heading.arguments": [
                    (_argument_name(param), _help(param, voice)) for param in arguments
                ],
                "cli.heading.options": [
                    *((_option_name(param), _help(param, voice)) for param in options),
                    ("--help", voice["cli.option.help"]),
                ],
            },
        )


def run_function(function: Callable[..., int | None], words: Sequence[str], *, voice: Catalogue) -> int:
    """Run a command's function with the values that the words give to its parameters."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(cls=Command)(function)
    name = f"{PROGRAM} {function.__name__}"
    command = get_command(app)
    try:
        with command.make_context(name, list(words), obj=voice) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:
        raise _complaint_of(error, command=name) from None


def _complaint_of(error: typer.TyperException, *, command: str) -> Complaint:
    """A problem that the parser found, in our words; its own classes are no part of typer's interface."""
    param = getattr(error, "param", None)
    match type(error).__name__:
        case "NoSuchOption":
            option = getattr(error, "option_name", "")
            return complaint("usage.option_unknown", option=option, command=command)
        case "BadOptionUsage":
            option = getattr(error, "option_name", "")
            return complaint("usage.option_value", option=option, command=command)
        case "MissingParameter" if param is not None:
            return complaint("usage.argument_missing", argument=_argument_name(param), command=command)
        case "BadParameter" if param is not None:
            return complaint("usage.option_value", option=param.opts[0], command=command)
        case _:
            return complaint("usage.other", reason=error.format_message(), command=command)


def program_help(commands: Iterable[str], voice: Catalogue) -> str:
    """The help of the program: its commands."""
    usage = f"{PROGRAM} {voice['cli.placeholder.command']} {voice['cli.placeholder.options']}"
    return _page(
        voice,
        usage=usage,
        summary="cli.summary",
        sections={
            "cli.heading.commands": [(name, voice[f"cli.{name}.summary"]) for name in commands],
            "cli.heading.options": [
                ("--lang LANG", voice["cli.option.lang"]),
                ("--version", voice["cli.option.version"]),
                ("--help", voice["cli.option.help"]),
            ],
        },
    )


def _argument_name(param: Any) -> str:
    return str(param.metavar or param.name.upper())


def _option_name(param: Any) -> str:
    return param.opts[0] if param.is_flag else f"{param.opts[0]} {param.metavar or param.name.upper()}"


def _help(param: Any, voice: Catalogue) -> str:
    return voice.text(param.help, rulesets=", ".join(RULESET_NAMES))


def _page(voice: Catalogue, *, usage: str, summary: str, sections: dict[str, list[Row]]) -> str:
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    lines = [voice["cli.heading.usage"] + usage, "", *textwrap.wrap(voice[summary], width)]
    for heading, rows in sections.items():
        if rows:
            lines += ["", voice[heading]]
        for name, explained in rows:
            lines += _row(name, explained, width=width)
    return "\n".join(lines)


def _row(name: str, explained: str, *, width: int) -> list[str]:
    """Two columns; a long name gets a line of its own."""
    wrapped = textwrap.wrap(explained, max(20, width - _COLUMN - 2)) or [""]
    first = f"  {name}"
    if len(first) > _COLUMN:
        return [first, *(" " * (_COLUMN + 2) + line for line in wrapped)]
    return [
        f"{first:<{_COLUMN + 2}}{wrapped[0]}",
        *(" " * (_COLUMN + 2) + line for line in wrapped[1:]),
    ]
