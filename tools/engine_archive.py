"""Writes the engine that runs in the browser: `python tools/engine_archive.py FILE`, a zip of the modules it imports.

They need nothing but the standard library; tests/server/local/test_archive.py plays with the archive in Pyodide.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
ENTRY = "inkrail.server.local.engine"
_LISTING = (
    f"import sys, {ENTRY}; print(*sorted(name for name in sys.modules if name.split('.')[0] == 'inkrail'))"
)
DATA = ("inkrail/bots/plain/guides.json",)
"""Files that the modules read."""
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The same sources always make the same archive."""


def modules() -> list[str]:
    """Every module that the engine imports when it starts, in the order of their names."""
    listed = subprocess.run([sys.executable, "-c", _LISTING], check=True, capture_output=True, text=True)
    return listed.stdout.split()


def file_of(module: str) -> str:
    """The file of a module, from the folder of the sources."""
    name = module.replace(".", "/")
    return f"{name}/__init__.py" if (SOURCE / name).is_dir() else f"{name}.py"


def write_archive(path: Path) -> None:
    """Write the archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in (*map(file_of, modules()), *DATA):
            info = zipfile.ZipInfo(name, _WHEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, (SOURCE / name).read_bytes())


if __name__ == "__main__":
    write_archive(Path(sys.argv[1]))
