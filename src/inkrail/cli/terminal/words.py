"""The words that a player may type, in the chosen language and in English."""

from __future__ import annotations

from enum import Enum

from inkrail.i18n import LANGUAGES, Catalogue, catalogue


class Word(Enum):
    """What a player may ask for besides drawing."""

    HELP = "terminal.word.help"
    UNDO = "terminal.word.undo"
    TURN = "terminal.word.turn"
    DONE = "terminal.word.done"
    MORE = "terminal.word.more"
    SCORE = "terminal.word.score"
    BOARD = "terminal.word.board"
    OTHERS = "terminal.word.others"
    SAVE = "terminal.word.save"
    QUIT = "terminal.word.quit"


def words(voice: Catalogue) -> dict[str, Word]:
    """Every spelling and its word; the chosen language wins where the two languages differ."""
    spellings: dict[str, Word] = {}
    for language in (catalogue(LANGUAGES[0]), voice):
        spellings |= {spelling: word for word in Word for spelling in language[word.value].split()}
    return spellings


def spelling(word: Word, voice: Catalogue) -> str:
    """The first spelling of a word."""
    return voice[word.value].split()[0]
