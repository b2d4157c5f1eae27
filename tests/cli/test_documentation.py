"""What docs/cli.md promises."""

import re
from pathlib import Path

from inkrail.arena.cluster import CLUSTER_CODES
from inkrail.arena.processes import ARENA_CODES
from inkrail.arena.results_file import RESULTS_CODES
from inkrail.bots.conformance import CONFORMANCE_CODES
from inkrail.bots.registry import BOT_CODES
from inkrail.cli.complaint import CODES as CLI_CODES
from inkrail.cli.entry import COMMANDS
from inkrail.game.record import RECORD_CODES
from inkrail.game.table import GAME_CODES
from inkrail.rules.registry import RULESET_NAMES, all_codes
from inkrail.study.refusals import STUDY_CODES

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
ALL_BOT_CODES = (*BOT_CODES, *CONFORMANCE_CODES, *ARENA_CODES, *RESULTS_CODES, *CLUSTER_CODES, *STUDY_CODES)
NAMED = set(re.findall(r"`([a-z_]+\.[a-z_*]+)`", PAGE))


def test_every_code_is_listed() -> None:
    codes = {*all_codes(), *GAME_CODES, *RECORD_CODES, *CLI_CODES, *ALL_BOT_CODES}
    listed = {code for code in codes if code in NAMED or f"{code.partition('.')[0]}.*" in NAMED}
    assert codes - listed == set()


def test_no_code_is_listed_that_is_not_there() -> None:
    others = {"language.unknown", "usage.*", "file.*"}
    codes = {*all_codes(), *GAME_CODES, *RECORD_CODES, *CLI_CODES, *ALL_BOT_CODES, *others}
    assert NAMED - codes == set()


def test_every_command_and_ruleset_is_named() -> None:
    assert [name for name in (*COMMANDS, *RULESET_NAMES) if f"{name}" not in PAGE] == []
