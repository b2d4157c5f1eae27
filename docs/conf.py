"""Settings of the manuals, which `make docs` builds: strictly, and without fetching anything."""

from __future__ import annotations

import inspect
import os
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.nodes import make_refnode

import inkrail

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

DOCS = Path(__file__).parent
ROOT = DOCS.parent
REPOSITORY = os.environ.get("INKRAIL_REPOSITORY", "")
"""Where the sources can be read; without it the manuals name them only."""

project = "inkrail"
author = "inkrail contributors"
version = release = inkrail.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["pictures/*", "measurements/*", "_static/*"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
myst_heading_anchors = 4
nb_execution_mode = "off"  # a test runs the notebooks; the outputs are kept in them
nb_ipywidgets_js: dict[str, dict[str, str]] = {}  # would be loaded from elsewhere

# Docstrings have `names` as Markdown has them.
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = f"inkrail {release}"
html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["manuals.css"]
html_theme_options = {  # the colours of the page
    "light_css_variables": {"color-brand-primary": "#1f4fa8", "color-brand-content": "#1f4fa8"},
    "dark_css_variables": {"color-brand-primary": "#93b7ff", "color-brand-content": "#93b7ff"},
}
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

_NAMES = re.compile(r"^```\{names\}\n(.*?)```\n", re.MULTILINE | re.DOTALL)
_INCLUDE = re.compile(r"^```\{include\} (\S+)\n```\n", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
_SOURCES = ("src", "tests", "tools", "training", "web", "benchmarks")
_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "ARCHITECTURE.md": "architecture.md",
}


def read_source(app: Sphinx, docname: str, source: list[str]) -> None:
    """Include the files of the repository that are pages too, and mend links that leave the manuals."""
    page = Path(app.env.doc2path(docname))
    if page.suffix != ".md":
        return

    def included(match: re.Match[str]) -> str:
        file = (page.parent / match[1]).resolve()
        app.env.note_dependency(str(file))
        # The page has the title already.
        return linked(file.read_text().partition("\n")[2], read_from=file.parent)

    def linked(text: str, *, read_from: Path) -> str:
        return _LINK.sub(lambda match: mended(match, page=page, read_from=read_from), text)

    text = _INCLUDE.sub(included, linked(source[0], read_from=page.parent))
    source[0] = _NAMES.sub(lambda match: references(match[1].split()), text)


def references(names: list[str]) -> str:
    """The reference of these names of `inkrail`, made from their docstrings."""

    def directive(name: str) -> str:
        value = getattr(inkrail, name)
        if inspect.isclass(value):
            return "autoexception" if issubclass(value, Exception) else "autoclass"
        return "autofunction" if inspect.isfunction(value) else "autodata"

    lines = "\n".join(f".. {directive(name)}:: inkrail.{name}" for name in names)
    return f"```{{eval-rst}}\n{lines}\n```\n"


def mended(link: re.Match[str], *, page: Path, read_from: Path) -> str:
    """A link as the manuals need it: to a page, to a file to load, or to the sources if they can be read somewhere."""
    text, target, place = link[1], (read_from / link[2]).resolve(), link[3] or ""
    if not target.is_relative_to(ROOT):
        return link[0]
    name = target.relative_to(ROOT)
    if name.as_posix() in _PAGES:
        target = DOCS / _PAGES[name.as_posix()]
    elif name.parts[0] in _SOURCES or target.is_dir() or (target.suffix == ".md" and name.parts[0] != "docs"):
        return f"[{text}]({REPOSITORY}/blob/main/{name.as_posix()})" if REPOSITORY else text
    return f"[{text}]({os.path.relpath(target, page.parent)}{place})"


def read_docstring(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Give aliases and constants, which have no docstring of their own, the text below them in their module."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()
    if what != "data":
        return
    home = import_module(inkrail._HOME_OF[name.rpartition(".")[2]])  # noqa: SLF001
    texts = ModuleAnalyzer.for_module(home.__name__).find_attr_docs()
    lines[:] = texts.get(("", name.rpartition(".")[2]), [])


def resolve(app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Node) -> nodes.Node | None:
    """Link a type by the name that it has in `inkrail`."""
    name = node["reftarget"].rpartition(".")[2]
    known = env.get_domain("py").objects.get(f"inkrail.{name}")  # type: ignore[attr-defined]
    if node["refdomain"] != "py" or not known:
        return None
    return make_refnode(app.builder, node["refdoc"], known.docname, known.node_id, content, f"inkrail.{name}")


def finish_page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Give the captions of the navigation a level; a heading without one is announced wrongly."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> None:
    """Connect the functions above."""
    app.connect("html-page-context", finish_page, priority=900)
    app.connect("source-read", read_source)
    app.connect("autodoc-process-docstring", read_docstring)
    app.connect("missing-reference", resolve)
