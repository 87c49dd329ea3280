"""Refuses passwords that are guessed first: common ones, patterns, and the account's name."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from ringrift.server.errors import ApiError

MIN_LENGTH: Final = 12
MAX_LENGTH: Final = 128
_SITE: Final = "ringrift"
_MIN_DISTINCT: Final = 5  # characters
_MAX_RUNS: Final = 3  # of neighbours such as 1234 or qwer
_MAX_COMMON_WORDS: Final = 2
_MIN_REST: Final = 8  # characters besides the name
_MIN_NAME: Final = 3
_ROWS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
)
_SUBSTITUTES: Final = str.maketrans("@4831!05$7", "aabeiiosst")
_WORDS: Final = Path(__file__).with_name("common_words.txt")


def require_strong_password(password: str, name: str, path: str) -> None:
    """Refuse a weak password; `path` is its field in the request."""
    weakness = find_weakness(password, name)
    if weakness:
        raise ApiError(422, "WEAK_PASSWORD", f"{weakness}: choose another password", path=path)


def find_weakness(password: str, name: str = "") -> str:
    """Return what makes the password easy to guess, or an empty string.

    >>> find_weakness("P4ssw0rd2026!")
    'this password is too common'
    >>> find_weakness("three purple tractors")
    ''
    """
    folded = password.casefold()
    if len(set(folded)) < _MIN_DISTINCT or _is_repetition(folded):
        return "this password repeats itself"
    if _count_runs(folded) <= _MAX_RUNS:
        return "this password is a sequence of neighbouring keys"
    for word in (name.casefold(), name.casefold().replace(" ", ""), _SITE):
        if len(word) >= _MIN_NAME and word in folded and _rest(folded, word) < _MIN_REST:
            return "this password consists of a name"
    if _is_common(folded):
        return "this password is too common"
    return ""


def _is_repetition(text: str) -> bool:
    """Return whether the text is a shorter text repeated, such as abcabcabc."""
    return text in (text + text)[1:-1]


def _count_runs(text: str) -> int:
    """Return the number of runs of equal or neighbouring characters."""
    return 1 + sum(not _are_neighbours(one, other) for one, other in pairwise(text))


def _are_neighbours(one: str, other: str) -> bool:
    return one == other or any(one + other in row or other + one in row for row in _ROWS)


def _rest(text: str, word: str) -> int:
    return len(text.replace(word, ""))


def _is_common(text: str) -> bool:
    """Return whether the text is one or two common words, with digits and signs around them."""
    plain = re.sub(r"[\W\d_]+", "", text)
    trimmed = re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text).translate(_SUBSTITUTES)
    decoded = re.sub(r"[\W\d_]+", "", trimmed)
    return any(
        len(text) - len(letters) < _MIN_REST and _splits_into_words(letters, _MAX_COMMON_WORDS)
        for letters in {plain, decoded}
    )


def _splits_into_words(letters: str, most: int) -> bool:
    if not letters:
        return True
    return most > 0 and any(
        letters[:length] in _common_words() and _splits_into_words(letters[length:], most - 1)
        for length in range(1, len(letters) + 1)
    )


@cache
def _common_words() -> frozenset[str]:
    return frozenset(_WORDS.read_text(encoding="utf-8").split())
