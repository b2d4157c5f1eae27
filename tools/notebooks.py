"""Run notebooks of the manuals and store what they give: `tools/notebooks.py [--check] docs/notebooks/*.ipynb`.

With `--check` nothing is stored; it exits with 1 and names the cells whose texts differ from those stored. Pictures are not compared.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

SECONDS = 600
"""How long a cell may take: only a guard."""


def read(path: Path) -> Any:
    """A notebook from its file."""
    return import_module("nbformat").read(path, as_version=4)


def executed(notebook: Any, *, folder: Path) -> Any:
    """The notebook, run from its first cell in a new kernel that leaves nothing behind."""
    for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        os.environ[name] = str(folder)
    os.environ["INKRAIL_LANG"] = "en"
    manager = import_module("jupyter_client.manager").AsyncKernelManager(
        kernel_name="python3", transport="ipc", ip=str(folder / "kernel")
    )
    resources = {"metadata": {"path": folder}}
    client = import_module("nbclient").NotebookClient(
        notebook, km=manager, timeout=SECONDS, record_timing=False, resources=resources
    )
    client.owns_km = True  # it ends the kernel
    return client.execute()


def write(notebook: Any, path: Path) -> None:
    """Store a notebook without what differs from run to run."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{number}", {}
    import_module("nbformat").write(notebook, path)


def texts(notebook: Any) -> Iterator[tuple[int, str]]:
    """The number and the printed text of each cell of code."""
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "code":
            yield number, "".join(text_of(output) for output in cell.outputs)


def text_of(output: Any) -> str:
    """What an output says, without its picture."""
    if output.output_type == "stream":
        return str(output.text)
    return f"{output.get('data', {}).get('text/plain', '')}\n"


def main(*words: str) -> int:
    """Run these notebooks."""
    check = "--check" in words
    different = []
    for path in [Path(word) for word in words if word != "--check"]:
        stored = dict(texts(read(path)))
        with tempfile.TemporaryDirectory() as folder:
            notebook = executed(read(path), folder=Path(folder))
        different += [
            f"{path.name}, cell {number}: {text!r}, stored: {stored[number]!r}"
            for number, text in texts(notebook)
            if text != stored[number]
        ]
        if not check:
            write(notebook, path)
    if check and different:
        print("\n".join(different))
        print("run: python tools/notebooks.py docs/notebooks/*.ipynb")
    return int(check and bool(different))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
