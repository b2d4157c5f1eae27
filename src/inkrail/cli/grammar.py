"""Parses command lines and prints help: click's parser with our sentences.

Help texts of options and arguments are catalogue keys, so that a command is declared once for all languages.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

import click
from click.shell_completion import CompletionItem, shell_complete

from inkrail import __version__
from inkrail.cli.complaint import PROGRAM, Complaint, complaint
from inkrail.cli.help_page import Row, help_page
from inkrail.cli.suggestions import nearest
from inkrail.i18n import Catalogue

COMPLETE = "_INKRAIL_COMPLETE"
"""The variable by which a shell asks for completions."""

LANGUAGE = click.Option(["--lang"], metavar="LANG", expose_value=False, help="cli.option.lang")
"""Only declared here: `entry` reads it before anything else, so that every message is in that language."""


@dataclass(frozen=True, slots=True)
class Example:
    """A command line for the help, and the key of the text that says what it does."""

    line: str
    says: str


class Command(click.Command):
    """A command whose errors are one line and whose help is in the chosen language."""

    allow_extra_args = True
    examples: tuple[Example, ...] = ()

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
        return help_page(
            voice,
            usage=" ".join((ctx.command_path, voice["cli.placeholder.options"], *names)),
            summary=f"cli.{self.name}.summary",
            sections={
                "cli.heading.arguments": [
                    (param.human_readable_name, _help(param, voice)) for param in arguments
                ],
                "cli.heading.options": _option_rows(self, ctx),
                "cli.heading.examples": _example_rows(self.examples, voice),
            },
        )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The options that a word may become, with their help."""
        return [_translated(item, ctx.obj) for item in super().shell_complete(ctx, incomplete)]


def command(
    *params: click.Parameter, examples: Sequence[Example] = ()
) -> Callable[[Callable[..., int | None]], Command]:
    """Turn a function of the catalogue and these parameters' values into a command."""

    def decorate(function: Callable[..., int | None]) -> Command:
        callback = click.pass_obj(function)
        made = Command(function.__name__, callback=callback, params=[*params, LANGUAGE])
        made.examples = tuple(examples)
        return made

    return decorate


def not_blank(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The value of an option that names a place, or a complaint if it is blank: most often a variable that is not set."""
    if value is not None and not value.strip() and not ctx.resilient_parsing:
        raise complaint("usage.option_value", option=_name(param), command=ctx.command_path)
    return value


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


EXAMPLES = (
    Example("inkrail play", "cli.example.play"),
    Example("inkrail terminal --rules lake", "cli.example.terminal"),
    Example("inkrail simulate --bot greedy --games 20", "cli.example.simulate"),
    Example("inkrail score --help", "cli.example.help"),
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
        return help_page(
            voice,
            usage=usage,
            summary="cli.summary",
            sections={
                "cli.heading.commands": [(name, voice[f"cli.{name}.summary"]) for name in self._names],
                "cli.heading.options": _option_rows(self, ctx),
                "cli.heading.examples": _example_rows(EXAMPLES, voice),
            },
        )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands or options that a word may become; no command is imported for that."""
        voice: Catalogue = ctx.obj
        if incomplete.startswith("-"):
            return [_translated(item, voice) for item in click.Command.shell_complete(self, ctx, incomplete)]
        names = (name for name in self._names if name.startswith(incomplete))
        return [CompletionItem(name, help=voice[f"cli.{name}.summary"]) for name in names]


def run_program(names: Sequence[str], words: Sequence[str], *, voice: Catalogue) -> int:
    """Run the command that the words name and return its exit status."""
    program = Program(names)
    settings = {"obj": voice, "help_option_names": ["--help", "-h"]}
    if asked := os.environ.get(COMPLETE):
        return shell_complete(program, settings, PROGRAM, COMPLETE, asked)
    try:
        with program.make_context(PROGRAM, _or_help(words), None, **settings) as context:
            return int(program.invoke(context) or 0)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        raise _complaint_of(error, names, words) from None


def _or_help(words: Sequence[str]) -> list[str]:
    """The words, or the help if nothing is asked but a language."""
    match list(words):
        case [] | ["--lang", _]:
            return [*words, "--help"]
        case [word] if word.startswith("--lang="):
            return [word, "--help"]
        case asked:
            return asked


def _complaint_of(error: click.UsageError, names: Sequence[str], words: Sequence[str]) -> Complaint:
    """A parser error as a complaint with our codes."""
    command = error.ctx.command_path if error.ctx else _command_of(words, names)
    match error:
        case click.NoSuchOption(option_name=option):
            meant = nearest(option, _visible_options(error.ctx))
            return complaint("usage.option_unknown", option=option, command=command, meant=meant)
        case click.exceptions.NoSuchCommand(command_name=name):
            return complaint("usage.command_unknown", command=name, meant=nearest(name, names))
        case click.BadOptionUsage(option_name=option):
            superfluous = any(word.startswith(f"{option}=") for word in words)
            code = "usage.option_no_value" if superfluous else "usage.option_value"
            return complaint(code, option=option, command=command)
        case click.MissingParameter(param=click.Parameter() as param):
            return complaint("usage.argument_missing", argument=_name(param), command=command)
        case _:
            return complaint("usage.other", reason=error.format_message(), command=command)


def _command_of(words: Sequence[str], names: Sequence[str]) -> str:
    """The command that the words call, for errors of the parser that do not know it."""
    return " ".join([PROGRAM, *[word for word in words if word in names][:1]])


def _name(param: click.Parameter) -> str:
    return param.human_readable_name if isinstance(param, click.Argument) else param.opts[0]


def _visible_options(ctx: click.Context | None) -> list[str]:
    params = ctx.command.get_params(ctx) if ctx else []
    return [param.opts[0] for param in params if isinstance(param, click.Option) and not param.hidden]


def _option_rows(command: click.Command, ctx: click.Context) -> list[Row]:
    voice: Catalogue = ctx.obj
    rows = [
        (param.opts[0] if param.is_flag else f"{param.opts[0]} {param.metavar}", _help(param, voice))
        for param in command.params
        if isinstance(param, click.Option) and not param.hidden
    ]
    return [*rows, ("--help", voice["cli.option.help"])]


def _example_rows(examples: Sequence[Example], voice: Catalogue) -> list[Row]:
    return [(example.line, voice[example.says]) for example in examples]


def _help(param: click.Option | click.Argument, voice: Catalogue) -> str:
    """What a parameter is for, and its default."""
    assert param.help is not None
    says = _text(param.help, voice)
    if isinstance(param.default, str):
        return f"{says} [{voice.text('cli.default', value=param.default)}]"
    return says


def _text(key: str, voice: Catalogue) -> str:
    if "rulesets" not in voice.parameters(key):
        return voice[key]
    from inkrail.rules.registry import RULESET_NAMES  # noqa: PLC0415 - the list of commands needs no rules

    return voice.text(key, rulesets=", ".join(RULESET_NAMES))


def _translated(item: CompletionItem, voice: Catalogue) -> CompletionItem:
    """A completion with its help as a text instead of a key; click's own `--help` has no key."""
    key = item.help if item.help is not None and item.help in voice else "cli.option.help"
    return CompletionItem(item.value, type=item.type, help=_text(key, voice))
