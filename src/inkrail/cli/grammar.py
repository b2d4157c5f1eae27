"""Parses command lines and prints help: click's parser with our sentences.

Help texts of options and arguments are catalogue keys, so that a command is declared once for all languages.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence
from importlib import import_module

import click

from inkrail import __version__
from inkrail.cli.complaint import PROGRAM, Complaint, complaint
from inkrail.i18n import Catalogue
from inkrail.rules.registry import RULESET_NAMES

_WIDEST = 100
_COLUMN = 22

Row = tuple[str, str]

LANGUAGE = click.Option(["--lang"], metavar="LANG", expose_value=False, help="cli.option.lang")
"""Only declared here: `entry` reads it before anything else, so that every message is in that language."""


class Command(click.Command):
    """A command whose errors are one line and whose help is in the chosen language."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words after the command's name."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise complaint("usage.argument_extra", argument=rest[0], command=ctx.command_path)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """The command's help."""
        voice: Catalogue = ctx.obj
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        names = (param.human_readable_name for param in arguments)
        return _page(
            voice,
            usage=" ".join((ctx.command_path, voice["cli.placeholder.options"], *names)),
            summary=f"cli.{self.name}.summary",
            sections={
                "cli.heading.arguments": [
                    (param.human_readable_name, _help(param, voice)) for param in arguments
                ],
                "cli.heading.options": _option_rows(self, ctx),
            },
        )


def command(*params: click.Parameter) -> Callable[[Callable[..., int | None]], Command]:
    """Turn a function of the catalogue and these parameters' values into a command."""

    def decorate(function: Callable[..., int | None]) -> Command:
        callback = click.pass_obj(function)
        return Command(function.__name__, callback=callback, params=[*params, LANGUAGE])

    return decorate


def _print_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - as click calls it
    if value and not ctx.resilient_parsing:
        click.echo(f"{PROGRAM} {__version__}")
        ctx.exit()


VERSION = click.Option(
    ["--version"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="cli.option.version",
)


class Program(click.Group):
    """All commands; the module of each is imported only when it is needed."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(PROGRAM, params=[LANGUAGE, VERSION], no_args_is_help=False)
        self._names = names

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(self._names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> Command | None:
        """The command of that name in the module of that name."""
        if cmd_name not in self._names:
            return None
        module = import_module(f"{__package__}.{cmd_name}")
        command: Command = getattr(module, cmd_name)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """The program's help, which lists its commands."""
        voice: Catalogue = ctx.obj
        usage = f"{PROGRAM} {voice['cli.placeholder.command']} {voice['cli.placeholder.options']}"
        return _page(
            voice,
            usage=usage,
            summary="cli.summary",
            sections={
                "cli.heading.commands": [(name, voice[f"cli.{name}.summary"]) for name in self._names],
                "cli.heading.options": _option_rows(self, ctx),
            },
        )


def run_program(names: Sequence[str], words: Sequence[str], *, voice: Catalogue) -> int:
    """Run the command that the words name and return its exit status."""
    program = Program(names)
    if not words:
        raise complaint("usage.command_missing")
    try:
        with program.make_context(
            PROGRAM, list(words), obj=voice, help_option_names=["--help", "-h"]
        ) as context:
            return int(program.invoke(context) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        raise _complaint_of(error) from None


def _complaint_of(error: click.UsageError) -> Complaint:
    """A parser error as a complaint with our codes."""
    command = error.ctx.command_path if error.ctx else PROGRAM
    match error:
        case click.NoSuchOption(option_name=option):
            return complaint("usage.option_unknown", option=option, command=command)
        case click.exceptions.NoSuchCommand(command_name=name):
            return complaint("usage.command_unknown", command=name)
        case click.BadOptionUsage(option_name=option):
            return complaint("usage.option_value", option=option, command=command)
        case click.MissingParameter(param=click.Parameter() as param):
            return complaint("usage.argument_missing", argument=_name(param), command=command)
        case _:
            return complaint("usage.other", reason=error.format_message(), command=command)


def _name(param: click.Parameter) -> str:
    return param.human_readable_name if isinstance(param, click.Argument) else param.opts[0]


def _option_rows(command: click.Command, ctx: click.Context) -> list[Row]:
    voice: Catalogue = ctx.obj
    rows = [
        (param.opts[0] if param.is_flag else f"{param.opts[0]} {param.metavar}", _help(param, voice))
        for param in command.params
        if isinstance(param, click.Option)
    ]
    return [*rows, ("--help", voice["cli.option.help"])]


def _help(param: click.Option | click.Argument, voice: Catalogue) -> str:
    assert param.help is not None
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
