"""The scale on which ratings are shown: about 1500 for an average player.

Ratings are calculated with OpenSkill's `mu` and `sigma`, which start at 25 and 25/3. One point of
`mu` is shown as 30 points: for two players with settled ratings, 400 shown points then mean odds
of about 10 to 1, as on other sites. A new account starts at 1500.
"""

from __future__ import annotations

from typing import Final

from ringrift.server.games.types import ShownRating
from ringrift.server.ratings.calculation import DEFAULT_RATING

AVERAGE: Final = 1500
POINTS_PER_MU: Final = 30
SETTLED_SIGMA: Final = 6.0  # 180 shown points; reached after about ten games


def shown_value(mu: float) -> int:
    """Return the rating as it is shown.

    >>> shown_value(25.0), shown_value(30.0)
    (1500, 1650)
    """
    return round(AVERAGE + POINTS_PER_MU * (mu - DEFAULT_RATING[0]))


def shown_rating(mu: float, sigma: float) -> ShownRating:
    """Return the rating as it is shown; it is uncertain until `sigma` has fallen.

    >>> shown_rating(25.0, 25 / 3)
    ShownRating(value=1500, uncertain=True)
    """
    return ShownRating(value=shown_value(mu), uncertain=sigma > SETTLED_SIGMA)


NEW_RATING: Final = shown_rating(*DEFAULT_RATING)
