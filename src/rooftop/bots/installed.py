"""Bots of other Python packages, registered under the entry point group `rooftop.bots`:

    [project.entry-points."rooftop.bots"]
    climber = "my_package:Climber"

The value is a class or function that makes a bot: `Climber(seed=None, **settings)`.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint
from typing import Any

from rooftop.errors import OptionError

GROUP = "rooftop.bots"


@lru_cache(maxsize=1)
def installed() -> dict[str, EntryPoint]:
    """The registered bots by name."""
    found = importlib.metadata.entry_points(group=GROUP)
    return {entry.name: entry for entry in sorted(found, key=lambda entry: entry.name)}


def package_of(entry: EntryPoint) -> str:
    """The package that registers a bot, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"


@lru_cache(maxsize=64)
def maker(name: str) -> Callable[..., Any]:
    """The class or function that makes the bot of this name. Raises OptionError if the package is broken."""
    entry = installed()[name]
    try:
        found = entry.load()
    except Exception as error:
        raise OptionError(
            f"bot {name!r} of {package_of(entry)} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not callable(found):
        raise OptionError(f"bot {name!r} of {package_of(entry)}: {entry.value} is not a class or function")
    made: Callable[..., Any] = found
    return made
