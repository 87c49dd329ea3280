"""The texts of mails: one file per language, with `{name}` where an argument goes.

A language without a file, or without a template, uses the English text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

_FOLDER: Final = Path(__file__).with_name("templates")
_SOURCE: Final = "en"
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")
_FOOTER: Final = "footer"
LANGUAGE: Final = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$"  # as a pattern


@dataclass(frozen=True, slots=True)
class MailText:
    """The subject, on one line, and the plain text of a mail."""

    subject: str
    text: str


def template_names() -> frozenset[str]:
    """Return the names of all templates."""
    return frozenset(_read(_SOURCE)) - {_FOOTER}


def languages() -> list[str]:
    """Return the languages that have templates."""
    return sorted(file.stem for file in _FOLDER.glob("*.json"))


def render(template: str, language: str, arguments: Mapping[str, Any]) -> MailText:
    """Return the text of a mail. A missing argument raises `KeyError`."""
    texts = _texts(language)
    source = texts.get(template) or _read(_SOURCE)[template]
    footer = texts.get(_FOOTER) or _read(_SOURCE)[_FOOTER]
    text = f"{source['text']}\n\n-- \n{footer['text']}\n"
    subject = _CONTROL.sub(" ", _fill(source["subject"], arguments))
    return MailText(subject, _fill(text, arguments))


def _texts(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of the language, of its main language, or none."""
    known = languages()
    for candidate in (language, language.partition("-")[0]):
        if candidate in known:
            return _read(candidate)
    return {}


def _fill(text: str, arguments: Mapping[str, Any]) -> str:
    return _PLACEHOLDER.sub(lambda found: str(arguments[found[1]]), text)


@cache
def _read(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language. A text is a list of lines in its file."""
    read = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {
        name: {
            part: "\n".join(lines) if isinstance(lines, list) else lines
            for part, lines in parts.items()
        }
        for name, parts in read.items()
    }
