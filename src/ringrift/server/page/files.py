"""The built page in memory, with the compressed variants of each file."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ringrift.host.errors import invalid_config

INDEX: Final = "index.html"
HOW_TO_GET_PAGE: Final = (
    "install RingRift from an sdist or a wheel, or run `make page` in a clone (needs Node.js)"
)
HASHED_PREFIX: Final = "assets/"  # file names that contain a content hash
ARCHIVE: Final = "assets.tar.xz"  # of an installed page; tools/pack_page.py writes it

_HERE: Final = Path(__file__).parent
_FOLDERS: Final = (
    _HERE / "built",
    _HERE.parents[3] / "web" / "dist",
)  # in a wheel; in the repository
_ENCODINGS: Final = {".br": "br", ".gz": "gzip"}
_COMPRESSIBLE: Final = (".css", ".html", ".js", ".json", ".svg", ".wasm")
_MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file in all its encodings; `identity` is the uncompressed one."""

    media_type: str
    immutable: bool
    bodies: Mapping[str, bytes]
    tag: str

    def choose_encoding(self, accepted: str) -> tuple[str, bytes]:
        """Return the shortest encoding that the browser accepts."""
        allowed = _accepted_encodings(accepted)
        found = min(
            (name for name in self.bodies if name in allowed),
            key=lambda name: len(self.bodies[name]),
        )
        return found, self.bodies[found]


def page_folder(setting: str) -> Path | None:
    """Return the folder of the page: the setting, the package's, or the repository's."""
    if setting:
        if not (Path(setting) / INDEX).is_file():
            raise invalid_config(
                "page", f"there is no {INDEX} in {setting}: use the folder of a built web client"
            )
        return Path(setting)
    return next((folder for folder in _FOLDERS if (folder / INDEX).is_file()), None)


def read_page(folder: Path) -> dict[str, PageFile]:
    """Return every file of the page by its path."""
    found = {
        file.relative_to(folder).as_posix(): _read(folder, file)
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix in _MEDIA_TYPES
    }
    archive = folder / ARCHIVE
    return found | _read_archive(archive) if archive.is_file() else found


def _read(folder: Path, file: Path) -> PageFile:
    bodies = {}
    for suffix, encoding in _ENCODINGS.items():
        compressed = file.with_name(file.name + suffix)
        if compressed.is_file():
            bodies[encoding] = compressed.read_bytes()
    return _page_file(file.relative_to(folder).as_posix(), file.read_bytes(), bodies)


def _read_archive(archive: Path) -> dict[str, PageFile]:
    """Return the assets of an installed page, which has them in one archive."""
    found = {}
    with tarfile.open(archive) as packed:
        for entry in packed:
            content = packed.extractfile(entry)
            if content is not None and Path(entry.name).suffix in _MEDIA_TYPES:
                path = HASHED_PREFIX + entry.name
                found[path] = _page_file(path, content.read(), {})
    return found


def _page_file(path: str, plain: bytes, compressed: Mapping[str, bytes]) -> PageFile:
    suffix = Path(path).suffix
    bodies = {"identity": plain, **compressed}
    if not compressed and suffix in _COMPRESSIBLE:
        bodies["gzip"] = gzip.compress(plain, 6, mtime=0)
    return PageFile(
        _MEDIA_TYPES[suffix],
        path.startswith(HASHED_PREFIX),
        MappingProxyType(bodies),
        sha256(plain).hexdigest()[:16],
    )


def _accepted_encodings(header: str) -> set[str]:
    """Return the encodings of an Accept-Encoding header; `identity` is always allowed."""
    accepted = {"identity"}
    for part in header.split(","):
        name, _, weight = part.strip().partition(";")
        if weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            accepted.add(name.strip().lower())
    return accepted
