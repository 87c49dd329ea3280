"""The decisions of rules-exact.md §12, each with the scenarios or tests that show it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# Keyed by the first words of the question in §12.
SCENARIOS_BY_QUESTION: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "36/48 or 72/96 rings": (
            "setup-square19-4p-standard",
            "setup-square19-4p-classic",
            "ring-elimination-threshold-standard",
            "ring-elimination-threshold-classic",
            "territory-3p-third-and-more-than-the-rest",
            "territory-3p-classic",
            "line-cost-standard",
            "line-cost-classic",
            "recovery-line",
            "recovery-not-in-classic",
        ),
        "hex8": ("setup-hex8-2p-classic", "line-hex8-3p", "line-hex8-2p-four"),
        "next seat starts in `movement`": ("placement-empty-hand-still-visits",),
        "`skip_placement` when no placement is legal": ("placement-dead-everywhere",),
        "overlength line": ("line-overlong-choices", "line-overlong-free-segment"),
        "landing on an opponent's marker": (
            "move-lone-ring-vanishes-on-marker",
            "capture-onto-enemy-marker-loses-the-stack",
        ),
        "who moves after `swap_sides`": ("swap-once", "swap-not-a-turn-action"),
        "region definition with markers as walls": (
            "region-frame",
            "region-mixed-wall-colours-is-none",
            "region-enemy-wall",
        ),
        "is the outside of a wall a region too": (
            "region-boxed-in-alone",
            "region-larger-part-is-none",
            "region-half-of-the-board",
        ),
        "a border-coloured marker enclosed": ("region-enclosed-marker-goes-with-it",),
        "which border markers collapse": ("region-frame", "region-thick-wall"),
        "a stack as part of a region's border": (
            "region-stack-is-no-wall",
            "region-stack-beside-the-wall-is-inside",
        ),
        'elimination of "a ring or a cap"': (
            "region-payment-is-the-whole-cap",
            "forced-elimination-choice-standard",
        ),
        "seats without material skipped": (
            "rotation-after-losing-the-last-ring-standard",
            "rotation-after-losing-the-last-ring-classic",
            "rotation-buried-ring-keeps-the-seat",
        ),
        "a blocked player who declined a region": ("forced-elimination-after-declining",),
        "order of victory checks": ("ring-elimination-before-territory", "lps-before-stalemate"),
        "last-player-standing rounds": ("lps-standard", "lps-partial-round", "lps-reset"),
        "a strike that uncovers P's only buried ring": (
            "recovery-strike-must-leave-a-buried-ring",
        ),
        "taller stacks than a ray allows": ("import-refuse-too-tall", "placement-on-the-tallest"),
        "is the territory phase skipped": (
            "placement-first-turn-standard",
            "turn-order-four-players",
        ),
        'does the game end "immediately" at a threshold': (
            "ring-elimination-threshold-standard",
            "ring-elimination-after-declining-a-region",
        ),
        "forced elimination before everything else": (
            "forced-elimination-replaced-by-region",
            "forced-elimination-after-declining",
        ),
        "may a recovery slide lengthen a line": ("recovery-line", "recovery-overlong-line"),
    }
)

# Decisions that no position can show: they concern the setup and the host.
TESTS_BY_QUESTION: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "number of players when none is given": (
            "tests/rules/test_setup.py::test_a_game_without_a_number_of_players_is_for_three",
        ),
        "what leaving means with three and four players": (
            "tests/host/test_leaving.py::test_of_three_people_one_leaves_and_a_substitute_plays_on",
            "tests/host/test_leaving.py::"
            "test_the_rules_rank_the_seats_and_leavers_are_last_among_the_people",
        ),
    }
)
