"""The bodies of the calls about studies: reviews of finished games, and the best boards for their dice."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, cast

from pydantic import Field

from inkrail.core.errors import Refusal
from inkrail.game.actions import format_action, parse_action
from inkrail.game.history import end_after, played_rounds
from inkrail.rules.dealing import Seat
from inkrail.rules.position import Choice
from inkrail.rules.registry import parse_ruleset
from inkrail.server.studies.interfaces import Status, Study
from inkrail.server.studies.questions import Effort, Kind, read_stored
from inkrail.server.wire.boards import BoardView, SeatResult, SheetView, boards_view, sheet_view
from inkrail.server.wire.bodies import Body
from inkrail.server.wire.messages import SeatNumber
from inkrail.server.wire.typed_dict import TypedDict

LONGEST_RECORD = 64 * 1024
"""The most characters of a record; one of a whole game has 2 to 10 thousand."""

LEAST_TO_WIN = 0.5
"""The least loss of a round that can be tried again: any end within half a point of the best wins."""

RecordText = Annotated[str, Field(max_length=LONGEST_RECORD)]
RoundClass: TypeAlias = Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]


class TableReview(Body):
    """A seat of a finished table to review."""

    seat: SeatNumber = 0
    effort: Effort = "full"


class RecordReview(Body):
    """A seat of a record to review."""

    record: RecordText
    seat: SeatNumber = 0
    effort: Effort = "full"


class TableBest(Body):
    """A seat of a finished table whose dice are to be played as well as possible."""

    seat: SeatNumber = 0


class RecordBest(Body):
    """A seat of a record whose dice are to be played as well as possible."""

    record: RecordText
    seat: SeatNumber = 0


class StudyAsked(TypedDict):
    """The study that answers a question; the same question has the same study."""

    id: str


class ReasonLine(TypedDict):
    """What a line of the score sheet is expected to bring from one's own end and from the better one."""

    name: str
    own: float
    better: float


_WithClass = TypedDict("_WithClass", {"class": RoundClass})


class RoundReport(_WithClass):
    """A round of a review: value before the roll, luck of the roll, what was made of it, and the best end that was found.

    `best` are the actions of that end; `reason` is empty except at key moments.
    """

    round: int
    value: float
    luck: float
    fortune: float
    choices: float
    loss: float
    best: list[str]
    reason: list[ReasonLine]


class BotMean(TypedDict):
    """What the reviews of a bot come to on average; `adjusted` is its score with average dice."""

    bot: str
    skill: float
    adjusted: float


class ReviewReport(TypedDict):
    """A review, as `inkrail review --json` prints it: the score is par + luck + choices. `moments` are rounds.

    `adjusted` is the score with average dice; `bots` are the bots' means, the least skilled first, and `between` are the two
    around this skill.
    """

    seat: int
    """Counted from 1, in the record of the study."""
    rules: str
    score: int
    par: float
    luck: float
    choices: float
    skill: float
    fortune: float
    sampled: bool
    engine: str
    rounds: list[RoundReport]
    moments: list[int]
    adjusted: float
    bots: list[BotMean]
    between: list[str | None]


class BestReport(TypedDict):
    """The best board found for the same dice, as `inkrail best --json` prints it."""

    total: int
    exact: bool
    bound: int | None
    record: str


class StudyView(TypedDict):
    """A study: what is ready of it, and how long it may still take."""

    id: str
    kind: Kind
    rules: str
    seat: int
    """In the study's record, which has this seat alone unless dice were drafted."""
    effort: Effort
    status: Status
    code: str | None
    """Why it failed."""
    waiting: int | None
    """How many studies come before this one, while it waits."""
    getting_ready: int | None
    """While something has to be compiled for it first: how many percent of that are done."""
    rounds_total: int
    rounds_done: int
    """How many rounds are reviewed, or searched for the best board."""
    rounds: list[RoundReport]
    """Those that are reviewed so far, the last round first."""
    review: ReviewReport | None
    best: BestReport | None


class LineDifference(TypedDict):
    """A line of the score sheet from one's own end and from the better one."""

    name: str
    own: float
    better: float
    difference: float


class StudyRound(TypedDict):
    """A reviewed round on the board: before drawing, one's own end and the better end.

    `lines` say why it is better at a key moment: expected points at the end of the game, in the last round the exact
    ones (`exact`), before it means over so many `sequences` of dice. They are there once the whole game is reviewed.
    """

    round: int
    hand: list[str]
    before: list[BoardView]
    own: list[BoardView]
    better: list[BoardView]
    sheet_own: SheetView
    sheet_better: SheetView
    lines: list[LineDifference]
    exact: bool
    sequences: int
    actions: list[str]
    """What leads to the better end."""
    steps_own: list[str]
    steps_better: list[str]
    """What was decided before drawing, such as where a meteor flies, and what leads to the better end."""
    may_retry: bool
    """Whether the round can be tried again: something was lost in it."""


class StudyBoards(TypedDict):
    """The final boards of a study: the player's own, and the best ones found if that was asked for."""

    own: SeatResult
    best: SeatResult | None


def study_view(study: Study, *, waiting: int | None) -> StudyView:
    """A study as a client sees it; reports are sent as they are."""
    question, result = study.question, study.result
    is_review = question.kind == "review"
    return {
        "id": study.id,
        "kind": question.kind,
        "rules": question.rules,
        "seat": question.seat,
        "effort": question.effort,
        "status": study.status,
        "code": study.code,
        "waiting": waiting,
        "getting_ready": study.getting_ready,
        "rounds_total": parse_ruleset(question.rules).rounds,
        "rounds_done": len(study.parts),
        "rounds": cast("list[RoundReport]", list(study.parts)) if is_review else [],
        "review": cast("ReviewReport | None", result) if is_review else None,
        "best": None if is_review else cast("BestReport | None", result),
    }


def study_round(study: Study, round_: int) -> StudyRound:
    """A reviewed round on the board, or a refusal if it is not reviewed yet."""
    from inkrail.study.reasons import sequences_in  # noqa: PLC0415 - this needs the extra `bots`

    report = report_of(study, round_)
    record, _ = read_stored(study.question.record)
    ruleset = record.ruleset
    played = played_rounds(record, Seat(study.question.seat))[round_ - 1]
    better = end_after(ruleset, played, report["best"])
    return {
        "round": round_,
        "hand": list(played.hand),
        "before": boards_view(played.before, ruleset),
        "own": boards_view(played.end, ruleset),
        "better": boards_view(better, ruleset),
        "sheet_own": sheet_view(ruleset.score(played.end)),
        "sheet_better": sheet_view(ruleset.score(better)),
        "lines": [{**line, "difference": line["better"] - line["own"]} for line in report["reason"]],
        "exact": round_ == ruleset.rounds,
        "sequences": sequences_in(ruleset),
        "actions": report["best"],
        "steps_own": [format_action(choice, ruleset) for choice in played.choices],
        "steps_better": [text for text in report["best"] if isinstance(parse_action(text, ruleset), Choice)],
        "may_retry": report["loss"] >= LEAST_TO_WIN,
    }


def report_of(study: Study, round_: int) -> RoundReport:
    """The report of a round; that of the whole game has more of it than the part that came first."""
    parts = study.result["rounds"] if study.result and "rounds" in study.result else study.parts
    reports = [part for part in parts if part.get("round") == round_]
    if not reports:
        raise Refusal("board.unknown")
    return cast("RoundReport", reports[0])


def study_boards(study: Study) -> StudyBoards:
    """The final boards of a study."""
    question, result = study.question, study.result
    is_found = question.kind == "best" and result is not None
    return {
        "own": final_result(question.record, question.seat),
        "best": final_result(result["record"], question.seat) if is_found and result else None,
    }


def final_result(text: str, seat: int) -> SeatResult:
    """A seat's boards and score at the end of a record."""
    record, table = read_stored(text)
    position = table.seats[seat].position
    return {
        "boards": boards_view(position, record.ruleset),
        "sheet": sheet_view(record.ruleset.score(position)),
    }
