"""The figures of a title's rules: the positions that they show, and their place in the text."""

import re

from rooftop.game.match import Match
from rooftop.game.rulebook import figures
from rooftop.game.title import AnyTitle
from rooftop.server.routes.rules import draw_figure, rules


def shown(title: AnyTitle, name: str, moves: int | None = None) -> Match:
    """The position of a figure, or the position after fewer of its moves."""
    return figures(title)[name].match(title, moves)


def assert_figures_stand_alike(title: AnyTitle) -> None:
    """Check that figures follow the same clauses in both languages, and that all are used except the
    cover."""
    english, polish = (
        [
            re.findall(r'<li id="([^"]+)"|data-figure="([^"]+)"', part.html)
            for part in rules(title, lang).sections
        ]
        for lang in ("en", "pl")
    )
    assert english == polish
    assert {name for part in english for _, name in part if name} == set(figures(title)) - {"cover"}


def assert_figures_can_be_drawn(title: AnyTitle) -> None:
    for name in figures(title):
        for theme, language in (("day", "en"), ("night", "pl")):
            assert draw_figure(title, name, theme, language).startswith("<svg")
