"""What all tests share."""

import gc
from pathlib import Path

from hypothesis import settings

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"

pytest_plugins = ["rooftop.testing.plugin"]

settings.register_profile("rooftop", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("rooftop")


def pytest_collection_finish() -> None:
    """The compiler and the tests themselves are hundreds of thousands of objects that live to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
