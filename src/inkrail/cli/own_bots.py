"""Where a user's own bots are looked for."""

from __future__ import annotations

import sys
from pathlib import Path


def search_current_folder() -> None:
    """Let `package.module:Name` find modules in the current folder as well; installed ones come first."""
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.append(folder)
