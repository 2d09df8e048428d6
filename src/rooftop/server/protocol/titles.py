"""Titles, rules and editions."""

from __future__ import annotations

import msgspec

from rooftop.game.title import OptionValue
from rooftop.server.protocol.sent import ColourChoice


class OptionInfo(msgspec.Struct):
    name: str
    default: OptionValue
    values: str
    help: str
    choices: list[tuple[OptionValue, str]]
    free: bool


class TitleInfo(msgspec.Struct):
    """A title on the home page."""

    id: str
    name: str
    blurb: str
    minutes: int
    players: list[int]
    bots: list[str]  # the levels, weakest first
    editions: list[str]
    options: list[OptionInfo]
    first_game: dict[str, OptionValue]
    sources: dict[str, str]
    colours: list[ColourChoice]  # of its own edition
    lesson: bool
    open: bool  # no seat has secrets


class Section(msgspec.Struct):
    """A chapter of the rules; one of them may be the one-page summary."""

    id: str
    heading: str
    html: str
    is_summary: bool


class Rules(msgspec.Struct):
    """The rules of a title, by section and by clause."""

    title: str
    sections: list[Section]
    clauses: dict[str, str]


class EditionTable(msgspec.Struct):
    """One table of an edition: its rows, and the number of entries from each source."""

    key: str
    note: str
    origins: dict[str, int]
    columns: list[str]
    rows: list[list[str]]


class EditionInfo(msgspec.Struct):
    id: str
    version: int
    title: str
    players: list[int]
    origins: dict[str, int]
    notes: list[str]
    tables: list[EditionTable]
