"""Every catalogue has all texts, with the same parameters, and no unused ones."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

import inkrail
from inkrail.arena.cluster import CLUSTER_CODES
from inkrail.arena.processes import ARENA_CODES
from inkrail.arena.results_file import RESULTS_CODES
from inkrail.bots.conformance import CONFORMANCE_CODES
from inkrail.bots.registry import BOT_CODES, BOT_NAMES, PLAIN_BOTS
from inkrail.cli.complaint import CODES as CLI_CODES
from inkrail.cli.entry import COMMANDS
from inkrail.cli.terminal.words import Word
from inkrail.core.cells import parse_cell
from inkrail.core.errors import Refusal
from inkrail.core.kinds import LETTERS
from inkrail.core.longest import Longest
from inkrail.core.placement import Placement
from inkrail.core.score import Values
from inkrail.game.record import RECORD_CODES
from inkrail.game.table import GAME_CODES
from inkrail.i18n import LANGUAGES, Catalogue, catalogue
from inkrail.i18n.catalogue import plain
from inkrail.i18n.language import CODES as LANGUAGE_CODES
from inkrail.rules.registry import (
    RULESET_NAMES,
    all_codes,
    all_modules,
    all_pieces,
    parse_ruleset,
    variant_names,
)
from inkrail.rules.ruleset import Ruleset
from inkrail.server.wire.codes import SERVER_CODES
from inkrail.study.grades import ALL_CLASSES
from inkrail.study.refusals import STUDY_CODES

SOURCE = Path(inkrail.__file__).parent
LISTED_CODES = (
    *all_codes(),
    *GAME_CODES,
    *RECORD_CODES,
    *LANGUAGE_CODES,
    *CLI_CODES,
    *SERVER_CODES,
    *BOT_CODES,
    *CONFORMANCE_CODES,
    *ARENA_CODES,
    *RESULTS_CODES,
    *CLUSTER_CODES,
    *STUDY_CODES,
)

PADDED = (
    "cli.heading.",
    "terminal.turn",
    "terminal.pick",
    "terminal.other",
    "terminal.crossed_off",
    "terminal.help",
)
"""Texts that begin or end with spaces, because of what is next to them or of their background."""

each_language = pytest.mark.parametrize(
    "voice", [catalogue(language) for language in LANGUAGES], ids=LANGUAGES
)


def all_forms(voice: Catalogue) -> Iterator[tuple[str, str]]:
    """Every form of every text with its key."""
    return ((key, form) for key in voice for form in voice.forms(key).values())


def score_names() -> Iterator[str]:
    """The names of all score lines: those of a board with a tile at a highway exit and one at a railway exit."""
    for name in RULESET_NAMES:
        ruleset = parse_ruleset(name)
        for piece in ruleset.pieces.values():
            for tile in piece.tiles:
                for cell in ("B1", "D1"):
                    position = ruleset.put(ruleset.blank(), Placement(tile, parse_cell(cell)))
                    yield from (line.name for line in ruleset.score(position).all_lines)


def faces() -> Iterator[str]:
    """The faces of dice that are neither pieces nor numbers."""
    for module in all_modules():
        for die in module.dice:
            yield from (face for face in die.faces if face not in all_pieces() and not face.isdecimal())


@cache
def literals() -> frozenset[str]:
    """Every string written in the package's code."""
    trees = (ast.parse(path.read_bytes()) for path in SOURCE.rglob("*.py"))
    return frozenset(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def rulesets() -> list[Ruleset]:
    """Every ruleset, with and without each variant."""
    names = [(name, f"{name}+{variant}") for name in RULESET_NAMES for variant in variant_names(name)]
    return [parse_ruleset(name) for name in dict.fromkeys((*RULESET_NAMES, *chain(*names)))]


def keys_of_actions() -> set[str]:
    """The texts of what a seat may do."""
    verbs = {verb for ruleset in rulesets() for verb in (*ruleset.drawing_verbs, *ruleset.verbs)}
    return {
        *(f"verb.{verb}" for verb in verbs),
        *(f"step.{step}" for ruleset in rulesets() for step in ruleset.steps),
        *(
            f"left.{extra.name}"
            for ruleset in rulesets()
            for extra in ruleset.extras(ruleset.set_up())
            if extra.per == "game"
        ),
        *(f"terminal.about.{word.name.lower()}" for word in Word),
    }


def keys_from_the_registries() -> set[str]:
    variants = {variant for name in RULESET_NAMES for variant in variant_names(name)}
    boards = {layout.name for name in RULESET_NAMES for layout in parse_ruleset(name).layouts}
    return keys_of_actions() | {
        "language.name",
        *(f"error.{code}" for code in LISTED_CODES),
        *(f"error.{code}" for _, code, _ in raised()),
        *(f"piece.{name}" for name in all_pieces()),
        *(f"kind.{letter}" for letter in LETTERS),
        *(f"board.{name}" for name in boards),
        *(f"face.{face}" for face in faces()),
        *(f"score.{name}" for name in score_names()),
        *(f"ruleset.{name}.{what}" for name in RULESET_NAMES for what in ("name", "summary")),
        *(f"variant.{name}.{what}" for name in variants for what in ("name", "summary")),
        "variant.hand.name",
        *(f"bot.{name}.{what}" for name in {*BOT_NAMES, *PLAIN_BOTS} for what in ("name", "summary")),
        *(f"cli.{name}.summary" for name in COMMANDS),
        *(f"cli.legal.{module.erasing}" for module in all_modules() if module.erasing),
        *(f"house.longest.{reading.value}" for reading in Longest),
        *(f"house.values.{values.value}" for values in Values),
        *(f"cli.review.class.{name}" for name in ALL_CLASSES),
        *(f"date.month.{month}" for month in range(1, 13)),
        "cli.legal.placements",
    }


@each_language
def test_every_code_piece_ruleset_and_score_line_has_its_text(voice: Catalogue) -> None:
    assert keys_from_the_registries() - set(voice) == set()


@each_language
def test_no_text_is_there_that_nobody_asks_for(voice: Catalogue) -> None:
    assert set(voice) - keys_from_the_registries() - literals() == set()


@each_language
def test_every_key_that_the_commands_write_is_there(voice: Catalogue) -> None:
    asked = {text for text in literals() if text.startswith(("cli.", "terminal.")) and " " not in text}
    assert {key for key in asked if not key.endswith(".")} - set(voice) == set()


@each_language
def test_all_catalogues_have_the_same_keys_and_parameters(voice: Catalogue) -> None:
    english = catalogue("en")
    assert set(voice) == set(english)
    assert {key: voice.parameters(key) for key in voice} == {key: english.parameters(key) for key in english}


@each_language
def test_no_text_is_empty_or_ends_untidily(voice: Catalogue) -> None:
    untidy = {
        key
        for key, text in all_forms(voice)
        if not text or (text != text.strip() and not key.startswith(PADDED))
    }
    assert untidy == set()


@each_language
def test_every_error_is_a_sentence(voice: Catalogue) -> None:
    errors = [(key, text) for key, text in all_forms(voice) if key.startswith("error.")]
    assert {key for key, text in errors if text[-1] not in ".?"} == set()


@each_language
def test_an_unknown_ruleset_is_answered_with_all_that_there_are(voice: Catalogue) -> None:
    assert [name for name in RULESET_NAMES if name not in voice["error.ruleset.unknown"]] == []


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Each place where the code raises a refusal with a literal code: the place, the code, the names of the parameters."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refusal" | "TextRefusal" | "complaint"),
                    args=[ast.Constant(value=str(code))],
                    keywords=keywords,
                ) if all(keyword.arg for keyword in keywords):
                    names = {keyword.arg for keyword in keywords if keyword.arg}
                    yield f"{path.relative_to(SOURCE)}:{node.lineno}", code, names


def test_every_refusal_of_the_engine_has_a_listed_code() -> None:
    engine = ("core/", "rules/", "game/", "bots/", "arena/", "study/")
    unlisted = [(place, code) for place, code, _ in raised() if code not in LISTED_CODES]
    assert [found for found in unlisted if found[0].startswith(engine)] == []


def test_every_refusal_gives_the_parameters_its_sentence_needs() -> None:
    english = catalogue("en")
    lacking = {
        place: missing
        for place, code, given in raised()
        if (missing := english.parameters(f"error.{code}") - given)
    }
    assert lacking == {}


def test_a_sentence_has_its_parameters_put_in() -> None:
    refusal = Refusal("placement.kind_clash", cell=parse_cell("C2"), piece="overpass")
    assert catalogue("de").refusal(refusal).startswith("In C2 träfe eine Seite von overpass auf")


def test_a_parameter_that_nobody_gave_stays_in_its_braces() -> None:
    assert "{cell}" in catalogue("en").refusal(Refusal("placement.occupied"))


def test_a_parameter_cannot_break_the_line_or_move_the_cursor() -> None:
    sentence = catalogue("en").refusal(Refusal("cell.unknown", cell="a\nb\x1b[2J{cell}\u2028"))
    assert sentence.isprintable()
    assert "a\\x0ab\\x1b[2J{cell}\\x2028" in sentence


def test_a_parameter_is_never_endless() -> None:
    assert plain("x" * 1000) == "x" * 299 + "…"


def test_an_unknown_language_has_no_catalogue() -> None:
    with pytest.raises(Refusal, match=r"language\.unknown"):
        catalogue("../en")
