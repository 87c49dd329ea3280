"""Draws the pictures of the README and the documents: `python -m tools.doc_pictures`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.faq_scenes import FAQ_SCENES
from tools.rules_scenes import RULES_SCENES
from tools.strategy_scenes import STRATEGY_SCENES

FOLDER: Final = Path("docs/pictures")
SCENES: Final = (*RULES_SCENES, *FAQ_SCENES, *STRATEGY_SCENES)


def write_pictures(folder: Path = FOLDER) -> Iterator[Path]:
    """Write every picture and return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        path = folder / f"{scene.name}.svg"
        path.write_text(scene.svg() + "\n", encoding="utf-8")
        yield path


def main(arguments: list[str]) -> int:
    """Write the pictures into the given folder, by default docs/pictures."""
    for path in write_pictures(Path(arguments[0]) if arguments else FOLDER):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
