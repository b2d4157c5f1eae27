"""The one line that a command prints when it cannot do what was asked."""

from __future__ import annotations

from inkrail.cli.suggestions import meant_by
from inkrail.core.errors import Refusal
from inkrail.i18n.catalogue import Catalogue, plain

PROGRAM = "inkrail"

CODES = (
    "piece.missing",
    "usage.command_unknown",
    "usage.option_unknown",
    "usage.option_value",
    "usage.option_no_value",
    "usage.argument_missing",
    "usage.argument_extra",
    "usage.option_alone",
    "usage.option_clash",
    "usage.option_resuming",
    "usage.choice",
    "usage.decimal",
    "usage.number",
    "usage.part",
    "usage.seed",
    "usage.other",
    "file.missing",
    "file.is_directory",
    "file.unreadable",
    "file.unwritable",
    "file.exists",
    "file.no_folder",
    "extra.missing",
)
"""Codes that only the command line uses."""


class Complaint(Exception):
    """A refusal with the place it is about: `FILE:LINE`, a file, or the program; and the option that is wrong, if any."""

    def __init__(self, refusal: Refusal, *, where: str = PROGRAM, option: str = "") -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.where = where
        self.option = option

    def line(self, voice: Catalogue) -> str:
        """The line for standard error; only its sentence is translated."""
        sentence = voice.refusal(self.refusal)
        meant = meant_by(self.refusal)
        if meant is not None:
            sentence += " " + voice.text("cli.did_you_mean", meant=meant)
        option = f"{self.option}: " if self.option else ""
        return f"{plain(self.where)}: {self.refusal.code}: {option}{sentence}"


def complaint(code: str, *, where: str = PROGRAM, **params: object) -> Complaint:
    """A complaint with this code."""
    return Complaint(Refusal(code, **params), where=where)
