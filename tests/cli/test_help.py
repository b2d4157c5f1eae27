"""The help of each command: examples that work, and the default of each option."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from tests.cli.conftest import Call

from inkrail.cli.entry import COMMANDS
from inkrail.cli.grammar import EXAMPLES, Command, Program
from inkrail.i18n import LANGUAGES, catalogue

each_command = pytest.mark.parametrize("name", COMMANDS)


def command_named(name: str) -> Command:
    program = Program(COMMANDS)
    found = program.get_command(click.Context(program), name)
    assert found is not None
    return found


@each_command
def test_every_command_has_an_example_in_its_help(inkrail: Call, name: str) -> None:
    examples = command_named(name).examples
    assert examples, f"give the command {name} an example: command(…, examples=[Example(…)])"
    for language in LANGUAGES:
        shown = " ".join(inkrail(name, "--help", "--lang", language).out.split())
        assert [
            one.line for one in examples if f" {one.line} {catalogue(language)[one.says]}" not in shown
        ] == []


@each_command
def test_every_example_is_a_command_line_of_its_command(name: str) -> None:
    command = command_named(name)
    for example in command.examples:
        program, first, *rest = shlex.split(example.line.partition(" > ")[0])
        assert (program, first) == ("inkrail", name)
        command.make_context(name, rest, obj=catalogue("en"))


def test_the_examples_of_the_program_are_command_lines() -> None:
    for example in EXAMPLES:
        _, name, *rest = shlex.split(example.line)
        assert name in COMMANDS
        if "--help" not in rest:
            command_named(name).make_context(name, rest, obj=catalogue("en"))


@each_command
def test_every_default_is_shown(inkrail: Call, name: str) -> None:
    shown = " ".join(inkrail(name, "--help").out.split())
    options = [
        param for param in command_named(name).params if isinstance(param, click.Option) and not param.hidden
    ]
    for option in options:
        if isinstance(option.default, str):
            assert re.search(rf"{option.opts[0]} [A-Z]+ [^\[]*\[default: {option.default}\]", shown), (
                option.opts
            )


@pytest.mark.parametrize(
    ("name", "unused"),
    [
        ("score", ["--piece"]),
        ("check", ["--piece", "--longest", "--values"]),
        ("legal", ["--longest", "--values"]),
    ],
)
def test_options_are_shown_only_where_they_mean_something(
    inkrail: Call, name: str, unused: list[str]
) -> None:
    shown = inkrail(name, "--help").out
    assert [option for option in unused if option in shown] == []
    values = {"--piece": "overpass", "--longest": "stretches", "--values": "manual"}
    words = [word for option in unused for word in (option, values[option])]
    assert inkrail(name, "board.txt", *words, board="piece: overpass\n").status == 0
