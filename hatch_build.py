"""Build hooks of the package: it holds the built page, and its description leads to the files of the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

STATIC = "src/inkrail/server/static"
PAGE = ("index.html", "licences.md")
"""The page, and the licences of everything that is bundled in it."""
_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")


class PageHook(BuildHookInterface[Any]):
    """Refuses to build a package without the page; an installation in place does without."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Check that `make web` has run."""
        missing = [name for name in PAGE if not Path(self.root, STATIC, name).is_file()]
        if version != "editable" and missing:
            raise RuntimeError(
                f"the page is not built ({STATIC}/{missing[0]} is missing): run `make dist`, which needs Node 20"
            )


class DescriptionHook(MetadataHookInterface):
    """The README as the description, with addresses that a package index can show."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        described = with_addresses(text, repository=metadata["urls"]["Repository"])
        metadata["readme"] = {"content-type": "text/markdown", "text": described}


def with_addresses(text: str, *, repository: str) -> str:
    """A text of the repository with links and pictures that work outside it."""

    def addressed(link: re.Match[str]) -> str:
        kind = "raw" if link[1] else "blob"
        return f"{link[1]}[{link[2]}]({repository}/{kind}/main/{link[3]})"

    return _LINK.sub(addressed, text)
