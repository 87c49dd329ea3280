"""Names of accounts: which are allowed, which are equal and which look alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_LENGTH: Final = 24
_MIN_LENGTH: Final = 2
_SEPARATORS: Final = " .-_"
_LETTERS_ADVICE: Final = (
    "use letters, digits, spaces, dots and dashes; start with a letter or digit"
)
_MAX_MARKS: Final = 2  # combining marks on one letter
_SCRIPTS: Final = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")  # share letter shapes
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")

# Letters of other scripts, and the Latin letters that they look like.
# ruff: noqa: RUF001 - ambiguous characters are the point
_LOOK_ALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ՕՏԼՍ" + "ᎪᏴᎬᎻᎫᏦᏞᎷᎾᏢᎡᏚᎢᎳᏃ",
    "ABESIJKMHOPCTYXYGQW" + "ABEZHIKMNOPTYX" + "OSLU" + "ABEHJKLMOPRSTWZ",
)
_LOOK_ALIKES_SMALL: Final = str.maketrans(
    "аеоорсухіјѕһԁԛԝӏкмтвнү" + "αονρυικτχε" + "օսոհ" + "ıɑɡɩǀ",
    "aeoopcyxijshdqwlkmtbhy" + "aovpuiktxe" + "ounh" + "iagil",
)
_SHAPES: Final = str.maketrans("I1l|0Oo", "llllooo")  # "L" keeps its case: it looks like no other

_RESERVED: Final = frozenset(
    {
        *("abuse", "all", "anonymous", "bot", "bots", "computer", "everybody", "everyone"),
        *("help", "host", "level", "levels", "me", "mod", "mods", "nobody"),
        *("null", "official", "opponent", "owner", "postmaster", "root", "security", "server"),
        *("someone", "staff", "support", "sysadmin", "system", "team", "undefined", "webmaster"),
        *("you",),
    }
)
_RESERVED_PREFIXES: Final = ("admin", "deleted", "guest")
_RESERVED_PARTS: Final = ("administrator", "moderator", "ringrift")


def name_key(name: str) -> str:
    """Return the key under which spellings of one name are equal."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


def look_key(name: str) -> str:
    """Return the key under which names that look alike are equal.

    >>> look_key("AIice") == look_key("A1ice") == look_key("Al-ice")
    True
    >>> look_key("Ian") == look_key("Lan")
    False
    """
    seen = unicodedata.normalize("NFKC", name)
    seen = seen.translate(_LOOK_ALIKES).translate(_LOOK_ALIKES_SMALL).translate(_SHAPES)
    seen = "".join(letter if letter == "L" else letter.casefold() for letter in seen)
    seen = "".join(letter for letter in seen if letter not in _SEPARATORS)
    return seen.replace("rn", "m").replace("vv", "w")


def normalize_name(name: str) -> str:
    """Return the name as it is stored, or raise `ValueError` with what to change."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not _MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValueError(f"use {_MIN_LENGTH} to {MAX_LENGTH} characters")
    if not all(_is_letter(char) or char in _SEPARATORS for char in name) or not (
        _starts_word(name[0]) and (_is_letter(name[-1]) or name[-1] == ".")
    ):
        raise ValueError(_LETTERS_ADVICE)
    if _longest_run_of_marks(name) > _MAX_MARKS:
        raise ValueError(f"use at most {_MAX_MARKS} accents on a letter")
    if len(_scripts_of(name)) > 1:
        raise ValueError("use letters of one script: letters of several can look the same")
    if not any(_starts_word(char) for char in look_key(name)):
        raise ValueError("use at least one letter or digit")
    return name


def is_reserved(name: str) -> bool:
    """Return whether the name could pass for the site, its staff, a guest or a computer."""
    key = _reserved_key(name)
    return (
        key in _RESERVED_KEYS
        or key.startswith(_PREFIX_KEYS)
        or any(part in key for part in _PART_KEYS)
        or _LEVEL.fullmatch(key) is not None
    )


def _reserved_key(name: str) -> str:
    """Return a coarser look key: for reserved names even i and l are equal."""
    return look_key(name).casefold().replace("l", "i")


_RESERVED_KEYS: Final = frozenset(map(_reserved_key, _RESERVED))
_PREFIX_KEYS: Final = tuple(map(_reserved_key, _RESERVED_PREFIXES))
_PART_KEYS: Final = tuple(map(_reserved_key, _RESERVED_PARTS))
_LEVEL: Final = re.compile(_reserved_key("level") + "[0-9io]+")  # 1 and 0 have become letters


def _is_letter(char: str) -> bool:
    """Return whether the character is a visible letter, digit or mark."""
    return char not in _INVISIBLE and (
        unicodedata.category(char)[0] == "L" or unicodedata.category(char) in ("Nd", "Mn", "Mc")
    )


def _starts_word(char: str) -> bool:
    return _is_letter(char) and unicodedata.category(char)[0] != "M"


def _longest_run_of_marks(name: str) -> int:
    longest = run = 0
    for char in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(char) == "Mn" else 0
        longest = max(longest, run)
    return longest


def _scripts_of(name: str) -> set[str]:
    """Return which of the scripts with similar letters the name uses."""
    words = (unicodedata.name(char, "").split(" ")[0] for char in name)
    return {word for word in words if word in _SCRIPTS}
