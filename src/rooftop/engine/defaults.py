"""What the rules of most titles do not have to say."""

from __future__ import annotations

from typing import Any

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import best_other, total
from rooftop.engine.state import EVERYONE


@kernel
def known_to(s: Any, t: Any, action: int) -> int:
    """Everyone sees every decision."""
    return EVERYONE


@kernel
def refresh(s: Any, t: Any) -> None:
    """No field is derived from others."""


@kernel
def value(s: Any, t: Any, seat: int) -> int:
    """Points ahead of the best other player, in hundredths."""
    return 100 * (total(s, seat) - best_other(s, seat))
