"""The words that a player may type, in the chosen language and always in English too."""

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
    """Every word with what it means; the chosen language wins where two mean different things."""
    known: dict[str, Word] = {}
    for one in (catalogue(LANGUAGES[0]), voice):
        known |= {spelling: word for word in Word for spelling in one[word.value].split()}
    return known


def spelling(word: Word, voice: Catalogue) -> str:
    """How a word is written first of all."""
    return voice[word.value].split()[0]
