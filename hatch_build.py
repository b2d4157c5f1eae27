"""Build hooks of the package: it holds the built page, and its description leads to the files of the repository."""

from __future__ import annotations

import os
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
    """The README as the description and the project links, for the repository that `INKRAIL_REPOSITORY` names.

    The release names it. Without it there are no project links, and the description has no links to files and no pictures.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the description and the links."""
        repository = os.environ.get("INKRAIL_REPOSITORY", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        described = with_addresses(text, repository=repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": described}
        metadata["urls"] = project_links(repository) if repository else {}


def project_links(repository: str) -> dict[str, str]:
    """The links that a package index shows beside the description."""
    return {
        "Repository": repository,
        "Documentation": f"{repository}/tree/main/docs",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }


def with_addresses(text: str, *, repository: str) -> str:
    """A text of the repository with links and pictures that work outside it; without an address they are left out."""

    def addressed(link: re.Match[str]) -> str:
        kind = "raw" if link[1] else "blob"
        if repository:
            return f"{link[1]}[{link[2]}]({repository}/{kind}/main/{link[3]})"
        return "" if link[1] else link[2]

    return re.sub(r"\n{3,}", "\n\n", _LINK.sub(addressed, text))
