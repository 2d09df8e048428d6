"""The rulebook of a title: `RULES.md` with its sections and clauses, and the figures beside it.

A clause is a list item that begins with its id, such as `- **TU-12** ...`. A figure is a line
`![caption](figure:NAME)`; `figures/NAME.toml` describes the position that it shows.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import NamedTuple

import msgspec

from rooftop.game.decoding import convert
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.game.translation import bound
from rooftop.languages import ENGLISH

CLAUSE = re.compile(r"^- \*\*(?P<id>[A-Z]+-\d+)\*\* (?P<text>.*(?:\n  .*)*)", re.MULTILINE)
FIGURE = re.compile(r"^!\[(?P<caption>[^\]]*)\]\(figure:(?P<name>[a-z0-9-]+)\)$", re.MULTILINE)


class Chapter(NamedTuple):
    """A section of the rules, as Markdown."""

    heading: str
    text: str


class Rulebook(NamedTuple):
    """The rules of a title in one language. The first chapter is the introduction."""

    chapters: list[Chapter]
    clauses: dict[str, str]


class Figure(msgspec.Struct, forbid_unknown_fields=True):
    """A part of the picture of a position: `figures/NAME.toml`."""

    players: int
    crop: tuple[float, float, float, float]  # of the wide picture: x, y, width, height
    position: dict[str, object] = {}
    options: dict[str, OptionValue] = {}
    moves: list[str] = []
    seat: int = 0
    note: str = ""

    def match(self, kind: AnyTitle, moves: int | None = None) -> Match:
        """Return the match that the figure shows, or an earlier moment of it after fewer `moves`."""
        game = new_game(kind, self.players, self.options, compiled=False)
        match = Match.at(game.arranged(self.position)) if self.position else Match(game, 1)
        for move in self.moves[:moves]:
            match.play(move)
        return match


@lru_cache(maxsize=16)
def rulebook(kind: AnyTitle, language: str) -> Rulebook:
    """Read the rules of a title, in English if they are not translated."""
    file = resources.files(kind.package) / f"RULES.{language}.md"
    if not file.is_file():
        file, language = resources.files(kind.package) / "RULES.md", ENGLISH
    text = bound(file.read_text(encoding="utf-8"), language)
    introduction, *sections = re.split(r"^## ", text.removeprefix("# "), flags=re.MULTILINE)
    chapters = [_chapter(section) for section in (introduction, *sections)]
    clauses = {row["id"]: re.sub(r"\n *", " ", row["text"]) for row in CLAUSE.finditer(text)}
    return Rulebook(chapters, clauses)


def _chapter(section: str) -> Chapter:
    heading, _, text = section.partition("\n")
    return Chapter(heading.strip(), text)


@lru_cache(maxsize=16)
def figures(kind: AnyTitle) -> dict[str, Figure]:
    """Read the figures of a title, by name."""
    folder = resources.files(kind.package) / "figures"
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    return {
        file.name.removesuffix(".toml"): convert(tomllib.loads(file.read_text(encoding="utf-8")), Figure)
        for file in sorted(files, key=lambda file: file.name)
    }
