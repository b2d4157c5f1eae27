"""Files of finished chunks: parts, what is merged of them, and what is refused."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from inkrail.arena.comparison import Comparison, compare, result_of
from inkrail.arena.match import Chunk, Match, Part, match_of, merged, missing, play_chunk
from inkrail.arena.processes import on_processes
from inkrail.arena.results_file import (
    Results,
    check_mergeable,
    format_chunk,
    format_header,
    merge,
    new_file,
    parse_results,
    resumed_file,
)
from inkrail.arena.simulation import collect, simulate
from inkrail.core.errors import Refusal, TextRefusal


def random_match(games: int = 5, **other: Any) -> Match:
    return match_of(
        "random", **{"rules": "base", "seats": None, "seed": "s", "adjusted": False} | other, games=games
    )


def played(part: Part) -> Results:
    """The results of a part as they are read from a file."""
    chunks = [play_chunk(part.match, range(number, number + 1)) for number in part.numbers]
    return parse_results(BytesIO(b"".join([format_header(Results(part, "1")), *map(format_chunk, chunks)])))


def report(match: Match, games: Any) -> dict[str, object]:
    """What is printed, but the CPU time."""
    told = result_of(match, games).report()
    for part in (told, told.get("against")):
        if isinstance(part, dict):
            part.pop("cpu_seconds_per_round")
    return told


def test_parts_are_as_large_as_each_other_and_have_every_game_once() -> None:
    parts = [Part(random_match(10), index, 4) for index in range(1, 5)]
    assert [list(part.numbers) for part in parts] == [[1, 2], [3, 4, 5], [6, 7], [8, 9, 10]]
    assert list(Part(random_match(3)).numbers) == [1, 2, 3]


def test_gaps_between_chunks_are_found_and_end_what_is_merged() -> None:
    match = random_match(9)
    chunks = [play_chunk(match, range(6, 8)), play_chunk(match, range(1, 3))]
    assert missing(range(1, 10), chunks) == [range(3, 6), range(8, 10)]
    assert merged(range(1, 10), chunks) == list(chunks[1].games)
    assert missing(range(1, 3), chunks) == []


@pytest.mark.parametrize("settings", [{}, {"rules": "river"}, {"rules": "base+draft", "seats": 3}])
def test_merged_parts_equal_one_run(settings: dict[str, Any]) -> None:
    match = random_match(**settings)
    parts = [played(Part(match, index, 2)) for index in (2, 1)]
    whole = simulate("random", games=5, seed="s", **settings).report()
    whole.pop("cpu_seconds_per_round")
    assert report(*merge(parts)) == whole


def test_the_luck_of_the_dice_is_kept_in_the_file() -> None:
    part = Part(random_match(1, adjusted=True))
    chunk = play_chunk(part.match, part.numbers)
    results = parse_results([format_header(Results(part, "1")), format_chunk(chunk)])
    assert results.chunks == (chunk,)
    assert report(*merge([results])) == report(part.match, chunk.games)
    assert report(*merge([results]))["adjusted"] is not None


def test_merged_parts_of_a_comparison_equal_one_run() -> None:
    match = match_of(
        "random", "tests.bots.flawed:Good", rules="base", seats=3, seed="p", games=3, adjusted=False
    )
    parts = [played(Part(match, index, 3)) for index in (3, 1, 2)]
    whole = compare("random", "tests.bots.flawed:Good", games=3, seed="p", seats=3)
    told = result_of(*merge(parts))
    assert isinstance(told, Comparison)
    assert (told.first.scores, told.second.scores) == (whole.first.scores, whole.second.scores)
    assert told.report()["difference"] == whole.report()["difference"]


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path) -> None:
    part, path = Part(random_match()), tmp_path / "results"
    with new_file(path, part) as results:
        results.add(play_chunk(part.match, range(2, 4)))
    asked: list[range] = []

    def where(match: Match, ranges: Any) -> Any:
        asked.extend(ranges)
        return on_processes(1)(match, ranges)

    with resumed_file(path, part) as results:
        games = collect(part, where=where, results=results)
    assert asked == [range(1, 2), range(4, 6)]
    assert result_of(part.match, games).report()["scores"] == [
        int(s) for s in simulate("random", games=5, seed="s").scores
    ]
    with path.open("rb") as file:
        assert missing(part.numbers, parse_results(file).chunks) == []


def test_half_a_line_is_not_read_and_is_written_again(tmp_path: Path) -> None:
    part, path = Part(random_match(2)), tmp_path / "results"
    with new_file(path, part) as results:
        results.add(play_chunk(part.match, range(1, 2)))
    whole = path.read_bytes()
    for cut in (len(whole) - 1, whole.index(b"\n") + 1, whole.index(b"\n"), 3, 0):
        path.write_bytes(whole[:cut])
        with resumed_file(path, part) as results:
            assert results.chunks == ()
            results.add(play_chunk(part.match, range(1, 2)))
        with path.open("rb") as file:
            assert [chunk.numbers for chunk in parse_results(file).chunks] == [range(1, 2)]


def test_a_file_of_something_else_without_a_line_end_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(b"a line without its end")
    with pytest.raises(TextRefusal, match=r"results\.syntax"):
        resumed_file(path, Part(random_match()))
    assert path.read_bytes() == b"a line without its end"


def refused(part: Part, path: Path) -> dict[str, object]:
    with pytest.raises(Refusal) as caught:
        resumed_file(path, part)
    return {"code": caught.value.code, **caught.value.params}


def test_results_of_other_settings_or_versions_are_not_continued(tmp_path: Path) -> None:
    path, match = tmp_path / "results", random_match()
    new_file(path, Part(match)).__exit__()
    for other, option, value, asked in (
        (Part(replace(match, bots=("greedy",))), "--bot", "random", "greedy"),
        (Part(replace(match, bots=("random", "random"))), "--against", "-", "random"),
        (Part(replace(match, rules="lake")), "--rules", "base", "lake"),
        (Part(replace(match, seats=2)), "--seats", "1", "2"),
        (Part(replace(match, seed="t")), "--seed", "s", "t"),
        (Part(replace(match, games=6)), "--games", "5", "6"),
        (Part(replace(match, adjusted=True)), "--adjusted", "false", "true"),
        (Part(match, 1, 2), "--part", "1/1", "1/2"),
    ):
        assert refused(other, path) == {
            "code": "results.settings",
            "option": option,
            "value": value,
            "asked": asked,
        }
    path.write_bytes(format_header(Results(Part(match), "0.0.0+old")))
    told = refused(Part(match), path)
    assert (told["code"], told["version"]) == ("results.version", "0.0.0+old")
    with pytest.raises(Refusal, match=r"results\.exists"):
        new_file(path, Part(match))


def test_parts_that_do_not_belong_together_are_refused() -> None:
    match = random_match(4)
    first, second = (played(Part(match, index, 2)) for index in (1, 2))
    for results, code in (
        (played(Part(replace(match, seed="t"), 2, 2)), "results.settings"),
        (played(Part(match, 2, 4)), "results.settings"),
        (replace(second, version="2"), "results.version"),
        (replace(second, chunks=second.chunks[1:]), "results.unfinished"),
        (first, "results.twice"),
    ):
        with pytest.raises(Refusal) as caught:
            check_mergeable(results, {"first": first})
        assert caught.value.code == code
    check_mergeable(second, {"first": first})
    with pytest.raises(Refusal) as caught:
        merge([second])
    assert caught.value.params == {"parts": "1/2"}


HEADER = json.loads(format_header(Results(Part(random_match(4), 1, 2), "1")))
LINE = json.loads(format_chunk(play_chunk(random_match(4), range(1, 2))))


@pytest.mark.parametrize(
    ("lines", "number"),
    [
        ([], 1),
        ([b"no results\n"], 1),
        ([b"[]\n"], 1),
        ([b"[" * 100_000 + b"\n"], 1),
        ([b"\xff\xfe\n"], 1),
        ([HEADER | {"inkrail-results": 2}], 1),
        ([HEADER | {"part": [3, 2]}], 1),
        ([HEADER | {"part": [1, 5]}], 1),
        ([HEADER | {"seats": 99}], 1),
        ([HEADER | {"bots": [1]}], 1),
        ([HEADER | {"more": 1}], 1),
        ([HEADER, b"{}\n"], 2),
        ([HEADER, LINE | {"first": "1"}], 2),
        ([HEADER, LINE | {"first": 3}], 2),
        ([HEADER, LINE, LINE], 3),
        ([HEADER, LINE | {"games": [[]]}], 2),
        ([HEADER, LINE | {"games": [[LINE["games"][0][0] | {"totals": ["1"]}]]}], 2),
        ([HEADER, LINE | {"games": [[LINE["games"][0][0] | {"luck": [1.0]}]]}], 2),
        ([HEADER, LINE | {"games": [[LINE["games"][0][0] | {"reports": [{}]}]]}], 2),
        ([HEADER, LINE | {"games": [[LINE["games"][0][0] | {"seconds": [-1]}]]}], 2),
    ],
)
def test_a_file_that_has_no_results_is_told_with_its_line(lines: list[Any], number: int) -> None:
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines]
    with pytest.raises(TextRefusal) as caught:
        parse_results(texts)
    assert (caught.value.code, caught.value.line) == ("results.syntax", number)


def test_a_chunk_reads_back_as_it_was_written() -> None:
    part = Part(match_of("random", "random", rules="lake", seats=2, seed="s", games=3, adjusted=False))
    chunk: Chunk = play_chunk(part.match, part.numbers)
    read = parse_results([format_header(Results(part, "1")), format_chunk(chunk)])
    assert (read.part, read.chunks) == (part, (chunk,))
