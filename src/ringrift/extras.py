"""The commands that install the optional packages (extras) of RingRift.

RingRift is on no package index, so an extra is installed from the file or clone that RingRift
itself was installed from. pip records it (PEP 610).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def missing_extra(purpose: str, extra: str, error: object) -> str:
    """Return what needs an extra, why it fails without it, and the command that installs it."""
    return f"{purpose} needs the extra [{extra}] ({error}). Install it: {install_command(extra)}"


def install_command(extra: str) -> str:
    """Return the command that installs an extra into this environment."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    return f"{python} -m pip install {_requirement(extra, _origin())}"


def _requirement(extra: str, origin: dict[str, Any]) -> str:
    """Return the extra as an argument of pip. Double quotes work in every shell."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    url = str(origin.get("url", ""))
    if url.startswith("file:"):
        path = Path(url2pathname(urlsplit(url).path))
        if path.exists():
            editable = origin.get("dir_info", {}).get("editable", False)
            return f'{"--editable " if editable else ""}"{path}[{extra}]"'
    elif url:
        source = origin.get("vcs_info", {})
        if source:
            url = f"{source['vcs']}+{url}@{source['commit_id']}"
        return f'"ringrift[{extra}] @ {url}"'
    return f'"FILE[{extra}]" (FILE: the wheel, sdist or clone of RingRift)'


def _origin() -> dict[str, Any]:
    """Return the origin of RingRift that pip recorded (PEP 610); empty if unknown."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        recorded = distribution("ringrift").read_text("direct_url.json")
    except PackageNotFoundError:
        recorded = None
    origin: dict[str, Any] = json.loads(recorded) if recorded else {}
    return origin
