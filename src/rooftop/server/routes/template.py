"""The HTML pages."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

WEB = Path(str(resources.files("rooftop"))) / "web"


@lru_cache(maxsize=32)
def page(name: str) -> str:
    """Return the HTML of a page."""
    return (WEB / "pages" / f"{name}.html").read_text(encoding="utf-8")
