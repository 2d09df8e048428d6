"""The figures of a title's rules: the positions that they show, and where they stand."""

import re
import tomllib

from rooftop.core.match import Match
from rooftop.core.plain import converted
from rooftop.core.position import game
from rooftop.core.title import Title
from rooftop.server.reading import Figure, figure, figures, rules


def shown(title: Title, name: str, moves: int | None = None) -> Match:
    """The position of a figure, or what it was after fewer moves."""
    row = converted(tomllib.loads(figures(title)[name].read_text(encoding="utf-8")), Figure)
    match = Match.at(game(title, row.players, row.options, compiled=False).arranged(row.position))
    for move in row.moves[:moves]:
        match.play(move)
    return match


def assert_figures_stand_alike(title: Title) -> None:
    """After the same clauses in both languages, and every one of them somewhere but the cover."""
    english, polish = (
        [
            re.findall(r'<li id="([^"]+)"|data-figure="([^"]+)"', part.html)
            for part in rules(title, lang).sections
        ]
        for lang in ("en", "pl")
    )
    assert english == polish
    assert {name for part in english for _, name in part if name} == set(figures(title)) - {"cover"}


def assert_figures_can_be_drawn(title: Title) -> None:
    for name in figures(title):
        for theme, language in (("day", "en"), ("night", "pl")):
            assert figure(title, name, theme, language).startswith("<svg")
