"""Write the sandbox links of the documents' pictures: `python -m tools.sandbox_links`.

A document marks a picture as `[![...](pictures/NAME.svg)][NAME]`; the definitions of the links, the
last lines of the document, are generated from the drawn positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from ringrift.drawing.diagram import parse_diagram
from ringrift.rules.position_string import dump_position
from tools.doc_pictures import SCENES
from tools.generated_files import run_generator

DOCUMENTS: Final = (Path("docs/faq.md"), Path("docs/strategy.md"))
SERVER: Final = "http://127.0.0.1:8080"  # the address that `make run` opens
_REFERENCE: Final = re.compile(r"\.svg\)\]\[([\w-]+)\]")
_DEFINITIONS: Final = re.compile(r"(?:^\[[\w-]+\]:\s.*\n)+\Z", re.MULTILINE)


def link_definitions(text: str) -> str:
    """Return the definition of every link of a document, in the order of the pictures."""
    starts = {scene.name: dump_position(parse_diagram(scene.diagram)) for scene in SCENES}
    return "".join(
        f"[{name}]:\n  {SERVER}/sandbox#{urlencode({'position': starts[name]})}\n"
        for name in _REFERENCE.findall(text)
    )


def render_documents(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each document with current link definitions."""
    for path in DOCUMENTS:
        text = _DEFINITIONS.sub("", (root / path).read_text(encoding="utf-8")).rstrip("\n")
        yield path, f"{text}\n\n{link_definitions(text)}"


def main(arguments: Sequence[str] | None = None) -> int:
    return run_generator(__doc__, render_documents, arguments)


if __name__ == "__main__":
    raise SystemExit(main())
