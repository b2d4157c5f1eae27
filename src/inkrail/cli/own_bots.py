"""Where the bots of whoever types the command are looked for."""

from __future__ import annotations

import sys
from pathlib import Path


def look_here() -> None:
    """Let `package.module:Name` find modules in the current folder, as `python -m` does; installed ones come first."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
