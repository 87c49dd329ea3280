"""Unusual values, and valid documents with random changes."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

from hypothesis import strategies as st

_DEPTH: Final = 60  # of nested lists
ODD_VALUES: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 2**31, 2**63, -(2**63), 10**30, 1e308, -0.0, 0.5]),
    st.sampled_from(
        ["", " ", "\x00", "\ud800", "🂡" * 40, "x" * 5000, "../..", "'; --", "NaN", "1e999"]
    ),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.just([]).map(lambda inner: _nested(inner, _DEPTH)),
)


def _nested(inner: Any, depth: int) -> Any:
    for _ in range(depth):
        inner = [inner]
    return inner


def _places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value in the document."""
    found = [path] if path else []
    inside: list[tuple[Any, Any]] = []
    if isinstance(document, dict):
        inside = list(document.items())
    elif isinstance(document, list):
        inside = list(enumerate(document))
    for key, value in inside:
        found += _places(value, (*path, key))
    return found


@st.composite
def mutated(draw: st.DrawFn, right: Any) -> Any:
    """Return a copy of the document with up to two values changed, removed or added."""
    document = deepcopy(right)
    for _ in range(draw(st.integers(0, 2))):
        places = _places(document)
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        within = document
        for key in way:
            within = within[key]
        match draw(st.sampled_from(("change", "drop", "add"))):
            case "change":
                within[last] = draw(ODD_VALUES)
            case "drop":
                del within[last]
            case _ if isinstance(within, dict):
                within[draw(st.text(min_size=1, max_size=8))] = draw(ODD_VALUES)
            case _:
                within.append(draw(ODD_VALUES))
    return document
