"""The HTML pages."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

PAGES = resources.files("rooftop") / "web" / "pages"


@lru_cache(maxsize=32)
def page(name: str) -> str:
    """Return the HTML of a page."""
    return (PAGES / f"{name}.html").read_text(encoding="utf-8")
