"""The built page, read once: each file with its compressed twins, so that an answer is a look-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ringrift.host.errors import invalid_config

INDEX: Final = "index.html"
HASHED: Final = "assets/"  # these names change with what is in them

_HERE: Final = Path(__file__).parent
_PLACES: Final = (
    _HERE / "built",
    _HERE.parents[3] / "web" / "dist",
)  # in a wheel, in the repository
_TWINS: Final = {".br": "br", ".gz": "gzip"}
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file in every encoding that it was built in; plain under the name `identity`."""

    kind: str
    lasts: bool  # a browser may keep it for good
    bodies: Mapping[str, bytes]
    tag: str

    def best(self, accepted: str) -> tuple[str, bytes]:
        """The shortest encoding that the browser accepts."""
        wanted = _accepted(accepted)
        found = min(
            (name for name in self.bodies if name in wanted),
            key=lambda name: len(self.bodies[name]),
        )
        return found, self.bodies[found]


def page_folder(setting: str) -> Path | None:
    """Where the page lies: as the setting says, else in the package, else where the repository builds it."""
    if setting:
        if not (Path(setting) / INDEX).is_file():
            raise invalid_config(
                "page", f"there is no {INDEX} in {setting}: name the folder of a built page"
            )
        return Path(setting)
    return next((folder for folder in _PLACES if (folder / INDEX).is_file()), None)


def read_page(folder: Path) -> dict[str, PageFile]:
    """Every file of the page under its path."""
    return {
        file.relative_to(folder).as_posix(): _read(folder, file)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix in _KINDS
    }


def _read(folder: Path, file: Path) -> PageFile:
    plain = file.read_bytes()
    bodies = {"identity": plain}
    for suffix, encoding in _TWINS.items():
        twin = file.with_name(file.name + suffix)
        if twin.is_file():
            bodies[encoding] = twin.read_bytes()
    lasts = file.relative_to(folder).as_posix().startswith(HASHED)
    return PageFile(
        _KINDS[file.suffix], lasts, MappingProxyType(bodies), sha256(plain).hexdigest()[:16]
    )


def _accepted(header: str) -> set[str]:
    """The encodings of an Accept-Encoding; plain is always one of them."""
    accepted = {"identity"}
    for part in header.split(","):
        name, _, weight = part.strip().partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            accepted.add(name.strip().lower())
    return accepted
