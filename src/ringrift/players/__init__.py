"""Computer opponents: search, ten levels, analysis of states and games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ringrift.players.analysis import analyse
    from ringrift.players.annotation import Annotation, Mark, TurnJudgement, annotate
    from ringrift.players.external.errors import EngineError
    from ringrift.players.external.player import ExternalPlayer
    from ringrift.players.levels import LEVELS, level
    from ringrift.players.player import Player
    from ringrift.players.player_names import parse_player
    from ringrift.players.random_player import RandomPlayer
    from ringrift.players.search import (
        Budget,
        Method,
        PrincipalVariation,
        Report,
        Searcher,
        SearchError,
    )

__all__ = [
    "LEVELS",
    "Annotation",
    "Budget",
    "EngineError",
    "ExternalPlayer",
    "Mark",
    "Method",
    "Player",
    "PrincipalVariation",
    "RandomPlayer",
    "Report",
    "SearchError",
    "Searcher",
    "TurnJudgement",
    "analyse",
    "annotate",
    "level",
    "parse_player",
]

_MODULES: Final = {
    "LEVELS": "levels",
    "Annotation": "annotation",
    "Budget": "search",
    "EngineError": "external.errors",
    "ExternalPlayer": "external.player",
    "TurnJudgement": "annotation",
    "PrincipalVariation": "search",
    "Mark": "annotation",
    "Method": "search",
    "Player": "player",
    "RandomPlayer": "random_player",
    "Report": "search",
    "SearchError": "search",
    "Searcher": "search",
    "analyse": "analysis",
    "annotate": "annotation",
    "level": "levels",
    "parse_player": "player_names",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
