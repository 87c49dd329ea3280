"""The documentation site: `make docs` builds it with Sphinx into site/.

The pages are plain Markdown, which GitHub shows too; the table of contents is below. The reference
of the Python API, in `api/`, comes from the docstrings.
"""

from __future__ import annotations

import builtins
import inspect
import io
import sys
import tokenize
from functools import cache
from pathlib import Path
from pydoc import locate
from typing import TYPE_CHECKING, Any, Final

from sphinx import addnodes
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

import ringrift

if TYPE_CHECKING:
    from docutils import nodes  # type: ignore[import-untyped]
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

project = "RingRift"
version = release = ringrift.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"

# The web client shows the translated documents, whose links lead to its own pages.
translated = [page.parent.name for page in Path(__file__).parent.glob("*/rules.md")]
exclude_patterns = ["pictures", "static", *translated]

myst_heading_anchors = 4  # links name headings as on GitHub

# Docstrings put code between single backticks; what names a part of the API becomes a link.
default_role = "py:obj"
autodoc_default_options = {"members": True, "undoc-members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "RingRift"
html_favicon = "../web/public/icon.svg"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["search.js"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#6b2f5c", "color-brand-content": "#6b2f5c"},
    "dark_css_variables": {"color-brand-primary": "#d9a3cb", "color-brand-content": "#d9a3cb"},
    "footer_icons": [],
}
pygments_style = "default"
pygments_dark_style = "github-dark"

CONTENTS: Final = {
    "Learn and play": [
        "The rules <rules>",
        "Questions and answers <faq>",
        "Strategy <strategy>",
        "Play <how-to/play>",
        "Learn in the browser <how-to/learn>",
        "Play by the day <how-to/correspondence>",
        "Play tournaments <how-to/tournaments>",
        "Challenge somebody <how-to/challenge>",
        "Friends, messages and clubs <how-to/clubs-and-friends>",
        "Solve puzzles <how-to/solve-puzzles>",
        "Sandbox, replay and study <how-to/sandbox>",
        "Analyse <how-to/analyse>",
        "Study games and positions <how-to/study>",
        "Explore openings <how-to/explore-openings>",
        "Search games <how-to/search-games>",
        "Install the app <how-to/install-the-app>",
        "Recover an account <how-to/recover-an-account>",
    ],
    "Write programs": [
        "Install <how-to/install>",
        "Use the library <how-to/library>",
        "Write a bot <how-to/write-a-bot>",
        "Write an engine <how-to/write-an-engine>",
        "Connect an engine <how-to/connect-an-engine>",
        "Run tournaments <how-to/arena>",
        "Train a network <how-to/train>",
        "Keep records <how-to/keep-records>",
        "Embed <how-to/embed>",
    ],
    "Run a server": [
        "Run a server <how-to/run-a-server>",
        "Administer a server <how-to/administer>",
        "Choose a rules mode <how-to/rules-modes>",
        "Runbooks <runbooks/index>",
        "Deploy <runbooks/deploy>",
        "Upgrade <runbooks/upgrade>",
        "Change the rules mode <runbooks/rules-modes>",
        "Restore <runbooks/restore>",
        "Incidents <runbooks/incident>",
    ],
    "Check the rules": [
        "The exact rules <reference/rules-exact>",
        "The rule index <reference/rule-index>",
        "Phases of a turn <reference/phases>",
        "Every game ends <reference/termination>",
        "Run a verification <how-to/verify>",
        "Verify your own engine <how-to/verify-your-engine>",
        "Contribute vectors <how-to/vectors>",
        "Check that the engines agree <how-to/prove-parity>",
        "Add a board <how-to/add-a-board>",
        "Add an edition <how-to/add-an-edition>",
    ],
    "Python API": [
        "ringrift <api/ringrift>",
        "ringrift.rules <api/rules>",
        "Formats <api/formats>",
        "ringrift.starts <api/starts>",
        "ringrift.drawing <api/drawing>",
        "ringrift.kernel <api/kernel>",
        "ringrift.records <api/records>",
        "ringrift.players <api/players>",
        "ringrift.puzzles <api/puzzles>",
        "ringrift.host <api/host>",
        "ringrift.arena <api/arena>",
        "ringrift.learning <api/learning>",
        "ringrift.client <api/client>",
        "ringrift.conformance <api/conformance>",
    ],
    "Formats": [
        "JSON <reference/wire>",
        "Move notation <reference/notation>",
        "Position strings <reference/position-string>",
        "Text diagrams <reference/diagram>",
        "Game records <reference/game-record>",
        "The records store <reference/records-store>",
        "Puzzles <reference/puzzles>",
        "Test vectors <reference/vectors>",
        "Actions as integers <reference/actions>",
        "Observations and environments <reference/observation>",
        "Datasets <reference/datasets>",
        "The engine protocol <reference/engine-protocol>",
        "The live protocol <reference/live-protocol>",
    ],
    "Reference": [
        "The server <reference/server>",
        "The client <reference/client>",
        "Security <reference/security>",
        "The simulation of the server <reference/simulation>",
        "The host <reference/host>",
        "The kernel <reference/kernel>",
        "The levels <reference/levels>",
        "The evaluation <reference/evaluation>",
        "Judged turns <reference/judged-turns>",
        "The arena <reference/arena>",
        "Who moves second <reference/second-seat>",
        "Translation <reference/translation>",
    ],
    "Explanation": [
        "Architecture <architecture>",
        "Learning <explanation/learning>",
        "Scale <explanation/scale>",
        "Threat model <explanation/threat-model>",
    ],
}


def add_contents(app: Sphinx, docname: str, source: list[str]) -> None:
    """Add the table of contents to the first page, which does not show it."""
    if docname != app.config.root_doc:
        return
    for caption, pages in CONTENTS.items():
        tree = "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```"])
        source[0] += f"\n{tree}\n"


@cache
def field_comments(owner: type) -> dict[str, str]:
    """Return the comments that follow the fields of a class on their lines."""
    try:
        source = inspect.getsource(owner)
    except (OSError, TypeError):  # a class of the kernel
        return {}
    comments: dict[str, str] = {}
    field = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            field = None
        elif token.type == tokenize.COMMENT and field and not token.string.startswith("# type:"):
            comments[field] = token.string.lstrip("#: ")
        elif token.type == tokenize.NAME and token.line[: token.start[1]].isspace():
            field = token.string
    return comments


def data_docstring(package: str, name: str) -> list[str]:
    """Return the docstring below an assignment in one of the modules of a package."""
    for module in [one for one in sys.modules if one.rpartition(".")[0] == package]:
        if found := ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name)):
            return found
    return []


def document_member(
    _app: Sphinx, what: str, name: str, _obj: Any, _options: Any, lines: list[str]
) -> None:
    """Document what Sphinx does not: fields have comments, packages export data of their modules.

    What has no docstring, apart from a field, is a warning.
    """
    owner, _, member = name.rpartition(".")
    if what == "data":
        lines[:] = data_docstring(owner, member)
    if what == "attribute":
        if comment := field_comments(locate(owner)).get(member):
            lines[:] = [comment[0].upper() + comment[1:].removesuffix(".") + "."]
        elif lines and lines[0].startswith("Alias for field number"):  # of a named tuple
            lines.clear()
    elif not any(lines) or lines[0].startswith(f"{member}("):  # a dataclass writes its signature
        logger.warning("%s has no docstring", name)


def unlink_builtins(_app: Sphinx, doctree: nodes.document) -> None:
    """Keep `type` in a signature from becoming a link to some field of that name."""
    for reference in doctree.findall(addnodes.pending_xref):
        if hasattr(builtins, reference["reftarget"]):
            for scope in ("refspecific", "py:class", "py:module"):
                reference.attributes.pop(scope, None)


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", document_member)
    app.connect("doctree-read", unlink_builtins)
