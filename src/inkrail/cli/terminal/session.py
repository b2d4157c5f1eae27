"""A game in the terminal: reads lines, plays them, saves after each action."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from inkrail.arena.chance import SystemRng
from inkrail.bots.playing import play_turn
from inkrail.bots.registry import find_bot
from inkrail.cli.complaint import PROGRAM, Complaint
from inkrail.cli.records import refuse_overwriting
from inkrail.cli.replay import print_result
from inkrail.cli.terminal.reading import Reader, number_in
from inkrail.cli.terminal.reviewing import offer_review
from inkrail.cli.terminal.saving import Bots, save
from inkrail.cli.terminal.screen import Screen
from inkrail.cli.terminal.words import Word, spelling
from inkrail.core.dice import Rng, SeededRng
from inkrail.core.errors import Refusal
from inkrail.game.actions import Action, Done, Pick
from inkrail.game.record import Act, Entry, Record, Roll, step
from inkrail.game.table import Phase, Table
from inkrail.game.view import View, view
from inkrail.i18n.names import named_refusal
from inkrail.rules.dealing import Seat

FORCE = "--force"
"""Before or after a file's name: overwrite the file."""


class Left(Exception):
    """The player leaves the game unfinished."""


class Session:
    """One game, from its first roll or from where it was left, to its end or until the player leaves."""

    def __init__(self, record: Record, table: Table, *, file: Path, screen: Screen, bots: Bots) -> None:
        self.record = record
        self.table = table
        self.file = file
        self.bots = bots
        self.voice = screen.voice
        self.screen = screen
        self.reader = Reader(screen.voice, screen)

    def play(self) -> None:
        """Play until the game is over or the player leaves."""
        self.screen.say("terminal.welcome", help=spelling(Word.HELP, self.voice))
        self.screen.rules(self.table)
        self._save(self.file)
        try:
            with self.screen.running():
                while self.table.phase is not Phase.OVER:
                    self._play_phase()
        except (Left, KeyboardInterrupt):
            print(self.voice.text("terminal.left", command=self._command()))
            return
        print_result(self.table, self.voice)
        print(self.voice.text("terminal.over", file=self.file))
        people = [Seat(number) for number in range(self.record.seats) if number not in self.bots]
        offer_review(self.record, self.table, seats=people, voice=self.voice)

    def _save(self, file: Path) -> None:
        save(self.record, self.table, file=file, bots=self.bots)

    def _command(self) -> str:
        """The command line that continues this game; it needs the seed, which is not in the file yet."""
        seed = ["--seed", self.record.seed] if self.record.seed else []
        return shlex.join([PROGRAM, "terminal", str(self.file), *seed])

    def _play_phase(self) -> None:
        match self.table.phase:
            case Phase.ROLL:
                self._roll()
            case Phase.PICK:
                chooser = self.table.ruleset.dealer.chooser(self.table.deal)
                assert chooser is not None
                if chooser in self.bots:
                    self._play_bot(chooser)
                else:
                    self._pick(chooser)
            case _:
                self._play_seats()

    def _play_seats(self) -> None:
        """Let the next seat draw: people before bots, who need no time to look at the dice."""
        drawing = [Seat(number) for number, seat in enumerate(self.table.seats) if not seat.done]
        people = [seat for seat in drawing if seat not in self.bots]
        if people:
            self._play_seat(people[0])
        else:
            self._play_bot(drawing[0])

    def _play_bot(self, seat: Seat) -> None:
        """Let a bot pick dice or play its round."""
        seed, phase, round_ = self.record.seed, self.table.phase, self.table.round_
        rng: Rng = SeededRng(seed, "seat", seat + 1, phase.value, round_) if seed else SystemRng()
        bot = find_bot(self.bots[seat])
        _, actions = play_turn(self.table, seat, bot=bot, rng=rng, seed=seed or "-")
        for action in actions:
            self._enter(Act(seat, action))
        if phase is Phase.PICK:
            self.screen.say("terminal.bot_picked", seat=seat + 1, bot=bot.name)
        else:
            total = self.table.ruleset.score(self.table.seats[seat].position).total
            self.screen.say("terminal.bot_drew", seat=seat + 1, bot=bot.name, n=total)

    def _roll(self) -> None:
        rng: Rng = SystemRng()
        if self.record.seed:
            rng = SeededRng(self.record.seed, "round", self.table.round_ + 1)
        self._enter(Roll(self.table.throw(rng)))

    def _enter(self, entry: Entry) -> None:
        """Play one entry and save the record; a refusal changes nothing."""
        self.table = step(self.table, entry)
        self.record = self.record.add(entry)
        self._save(self.file)

    # Lines.

    def _ask(self, seen: View, key: str, **params: object) -> list[str]:
        """The words of the next line, after answering questions such as `score` and `board`."""
        while True:
            line = self.screen.read_line(self.voice.text(key, seat=seen.seat + 1, **params))
            if line is None:
                raise Left
            typed = line.split()
            if not typed or not self._answer(typed, seen):
                return typed

    def _answer(self, typed: Sequence[str], seen: View) -> bool:
        """Answer a question that can be asked at any time; False if the line is not one."""
        match self.reader.words.get(typed[0].lower()):
            case Word.HELP:
                self.screen.help(self.table)
                if seen.picks:
                    self.screen.how_to_pick(seen)
            case Word.SCORE:
                self.screen.score(seen, number_in(typed[1:]))
            case Word.BOARD:
                self.screen.drawing(seen, whole=True)
            case Word.OTHERS:
                self.screen.others(seen)
            case Word.MORE:
                self.screen.more(seen)
            case Word.SAVE:
                self._save_as(typed[1:])
            case Word.QUIT:
                raise Left
            case _:
                return False
        return True

    def _save_as(self, words: Sequence[str]) -> None:
        names = [word for word in words if word != FORCE]
        target = Path(" ".join(names)) if names else self.file
        try:
            refuse_overwriting(target, force=FORCE in words or target == self.file)
            self._save(target)
        except Complaint as problem:
            self.screen.warn(problem.line(self.voice))
        else:
            self.screen.say("terminal.saved", file=target)

    def _try(self, seat: Seat, actions: Sequence[Action]) -> bool:
        """Play actions; print why and return False if one is refused."""
        try:
            for action in actions:
                self._enter(Act(seat, action))
        except Refusal as refusal:
            self.screen.warn(named_refusal(self.voice, refusal))
            return False
        return True

    # Steps before drawing.

    def _pick(self, seat: Seat) -> None:
        """Let a seat pick dice."""
        seen = view(self.table, seat)
        rounds = self.table.ruleset.rounds
        self.screen.headline("terminal.pick", round=seen.round_, rounds=rounds, seat=seat + 1)
        self.screen.offers(seen)
        while True:
            typed = self._ask(seen, "terminal.ask_pick")
            number = number_in(typed[1:] if typed[:1] == [seen.ruleset.dealer.picking] else typed)
            if number is None:
                self.screen.how_to_pick(seen)
            elif self._try(seat, (Pick(number),)):
                return

    def _choose(self, seat: Seat) -> None:
        """Let a seat choose before drawing, by number or in full notation."""
        seen = view(self.table, seat)
        self.screen.choices(seen)
        while True:
            typed = self._ask(seen, "terminal.ask_choice")
            number = number_in(typed)
            if number and number <= len(seen.choices):
                action: Action | None = seen.choices[number - 1]
            else:
                action = self.reader.parse(typed, seen) if typed else None
            if action and self._try(seat, (action,)):
                return

    # One seat's round.

    def _play_seat(self, seat: Seat) -> None:
        seen = view(self.table, seat)
        if len(self.table.seats) > len(self.bots) + 1:
            self.screen.hide()
            self.screen.say("terminal.next_seat", seat=seat + 1)
            if sys.stdin.isatty():
                self._ask(seen, "terminal.press_enter")
            self.screen.clear()
        rounds, total = self.table.ruleset.rounds, seen.sheet.total
        self.screen.headline("terminal.turn", seat=seat + 1, round=seen.round_, rounds=rounds, n=total)
        self.screen.starter(seen)
        self.screen.faces(seen)
        if seen.choices:
            self._choose(seat)
        self.screen.drawing(view(self.table, seat))
        while self.table.phase is Phase.DRAW and not self.table.seats[seat].done:
            self._play_line(seat)

    def _play_line(self, seat: Seat) -> None:
        seen = view(self.table, seat)
        if self.reader.pending:
            typed = self._ask(seen, "terminal.ask_orientation", count=len(self.reader.pending))
        else:
            typed = self._ask(seen, "terminal.ask")
        if not typed:
            self.reader.pending = ()
            return
        try:
            actions = self.reader.actions(typed, seen, table=self.table)
        except Refusal as refusal:
            self.screen.warn(named_refusal(self.voice, refusal))
            return
        if actions and self._try(seat, actions) and not isinstance(actions[-1], Done):
            after = view(self.table, seat)
            self.screen.drawing(after)
            self.screen.changes(seen.sheet, after.sheet)
