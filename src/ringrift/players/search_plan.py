"""How the strongest player searches a state, as matches showed (bench/results/learning.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ringrift.players.level_settings import (
    LEARNED_SECONDS,
    default_method,
    learned_method,
    timed_method,
    timed_settings,
)
from ringrift.players.network import Network, shipped_network
from ringrift.players.search import Method, Searcher
from ringrift.rules.state import State

PlanKey = tuple[Method, tuple[tuple[str, int], ...], str | None]


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The method of a search, the settings that differ from the kernel's, and the network."""

    method: Method
    settings: Mapping[str, int] = field(default_factory=dict)
    network: Network | None = None  # of the setup; None: the linear evaluation

    @property
    def key(self) -> PlanKey:
        """What tells searchers apart whose memory must not be shared."""
        name = None if self.network is None else self.network.name
        return self.method, tuple(self.settings.items()), name

    def without_early_stop(self) -> SearchPlan:
        """Return the plan of a search that uses its whole budget, unless a win is proved."""
        return replace(self, settings={**self.settings, "early_stop": 0})

    def new_searcher(self, *, threads: int = 1, megabytes: int = 16) -> Searcher:
        """Return a searcher that follows the plan."""
        return Searcher(
            self.method,
            threads=threads,
            megabytes=megabytes,
            settings=self.settings,
            network=self.network,
        )


def strongest_plan(
    state: State,
    *,
    timed: bool = True,
    seconds: float | None = None,
    method: Method | None = None,
) -> SearchPlan:
    """Return the strongest plan for a time limit, or else for a limit of nodes or depth.

    `seconds` is the time of a decision; without it, there is plenty. `method` overrides the choice.
    """
    setup = state.board.grid.name, len(state.seats), state.edition.name
    network = shipped_network(*setup)
    if method is not None:
        chosen = method
    elif not timed:
        chosen = default_method(state)
    elif network is not None and (seconds is None or seconds >= LEARNED_SECONDS):
        chosen = learned_method(state)
    else:
        chosen = timed_method(state)
    # A network serves the method that won matches with it. With a limit of nodes, alpha-beta must
    # find what the page finds, which may be without a connection.
    fits = chosen is Method.TREE or (timed and chosen is learned_method(state))
    return SearchPlan(chosen, timed_settings(state), network if fits else None)
