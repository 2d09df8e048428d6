"""A small chart of the last games, as SVG without styles; its label has the same numbers."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from rooftop.server.memory.profiles import Past

HEIGHT, STEP, BAR, TOP = 64, 12, 8, 6


def chart(games: Sequence[Past], label: str) -> Markup:
    """Return bars of points, the oldest game first. Won games have a mark on top."""
    width = STEP * len(games)
    most = max(1, *(game.total for game in games))
    bars = Markup("").join(_bar(game, STEP * n, most) for n, game in enumerate(games))
    return Markup(
        '<svg class="bars" role="img" aria-label="{}" viewBox="0 0 {} {}" width="{}" height="{}">'
        '{}<path class="base" d="M0 {}h{}" /></svg>'
    ).format(label, width, HEIGHT, width, HEIGHT, bars, HEIGHT - 0.5, width)


def _bar(game: Past, x: int, most: int) -> Markup:
    height = round((HEIGHT - TOP - 6) * max(0, game.total) / most, 1)
    y = HEIGHT - height
    bar = Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" />').format(
        "won" if game.won else "lost", x + 2, y, BAR, height
    )
    if game.won:
        bar += Markup('<path class="crown" d="M{} {}l4 -5l4 5z" />').format(x + 2, round(y - 2, 1))
    return bar
