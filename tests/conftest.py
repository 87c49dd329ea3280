"""The order of all tests."""

from __future__ import annotations

from typing import Final

import pytest

LONGEST: Final = ("test_third_edition.py", "test_workers.py", "test_metrics.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest tests first: at the end, the other processes would wait for them."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
