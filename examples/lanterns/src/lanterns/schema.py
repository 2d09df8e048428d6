"""Lanterns: the tables of edition.toml."""

from __future__ import annotations

from rooftop.game.edition_tables import Table

PLAYERS = ("red", "yellow", "green", "blue")  # colours; the scene has their paint and patterns


class Evening(Table, frozen=True):
    gift: int
    hand: int
    highest: int
    nights: int
    wind: int
