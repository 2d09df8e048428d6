"""Skytopia: the guild masters."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts.registry import PARTS, Question
from rooftop.titles.skytopia.parts.words import colour_name, crest_name, tower_name
from rooftop.titles.skytopia.schema import Guild

CLAUSES = {
    "builders": "ST-70", "architects": "ST-71", "mechanics": "ST-72", "engineers": "ST-73",
    "aeronauts": "ST-74", "merchants": "ST-75", "scientists": "ST-76", "chroniclers": "ST-77",
    "priests": "ST-78", "craftsmen": "ST-79", "artists": "ST-80", "alchemists": "ST-81",
}  # fmt: skip


def guild(row: Guild, say: Translator) -> Seen:
    return Seen(say.name(row), say.name(row, "text"))


def scores(row: Guild, points: Sequence[int], names: Sequence[str], say: Translator) -> Seen:
    """What everyone would get from a guild master now."""
    now = [
        say("{player} {points}", player=name, points=score) for name, score in zip(names, points, strict=True)
    ]
    return Seen(say("{guild} now", guild=say.name(row)), say.list(now))


@PARTS.part("guild-{number}", number=lambda asked: len(asked.view.guilds))
@PARTS.part("guild-{number}-scores", number=lambda asked: len(asked.view.guilds))
def explain_guild(asked: Question, number: int) -> Info:
    say, master = asked.say, asked.view.guilds[number]
    row = asked.board.guild(master.id)
    seen = guild(row, say)
    now = say("Everyone scores this at the end of the game; the numbers are what it would be now.")
    facts = [
        (player, f"{score // row.pp} × {row.pp} = {score}")
        for player, score in zip(asked.names, master.scores, strict=True)
    ]
    return seen.info(f"{seen.shows} {now}", facts, ("ST-69", CLAUSES.get(row.id, "ST-5")))


def in_short(board: Board, row: Guild, say: Translator) -> str:
    """What a guild master scores, in a few words."""
    if row.kind == "pairs":
        one, two = (colour_name(board, say, colour) for colour in row.colours)
        return say("{n} PP for each pair: {one} + {two}", n=row.pp, one=one, two=two)
    if row.kind == "crests_in_tower":
        assert row.colour
        tower = tower_name(board, say, row.colour)
        return say("{n} PP for each different crest: {tower}", n=row.pp, tower=tower)
    if row.kind == "crest_cards":
        assert row.crest
        house = crest_name(board, say, row.crest)
        return say("{n} PP for each card: {house}", n=row.pp, house=house)
    if row.kind == "tall_towers":
        return say("{n} PP for each tower with {least} cards or more", n=row.pp, least=row.min_cards)
    return say("{n} PP for each card of your tallest tower", n=row.pp)
