"""Skytopia: the words for things on the table."""

from __future__ import annotations

from collections.abc import Mapping

from rooftop.game.title import Colour as PlayerColour
from rooftop.game.title import OptionValue
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.schema import Colour, Foundation
from rooftop.titles.skytopia.view import View


def coins(say: Translator, count: int) -> str:
    return say.many("{n} coin", "{n} coins", count)


def cards(say: Translator, count: int) -> str:
    return say.many("{n} card", "{n} cards", count)


def rounds(say: Translator, count: int) -> str:
    """When a project is finished."""
    if count == 0:
        return say("in this round")
    return say.many("in {n} round", "in {n} rounds", count)


def gains(say: Translator, packed: int) -> str:
    """The gains packed in an event: '2 points and 1 coin'."""
    pp, money = divmod(packed, n.COINS_BITS)
    return say.list([points_text(say, pp)] * (pp > 0) + [coins(say, money)] * (money > 0))


def sent_home(packed: int, seats: int) -> list[tuple[int, int]]:
    """The seats whose golems an event sent home, and how many of each."""
    counts = [(seat, (packed >> (n.GOLEM_BITS * seat)) & 7) for seat in range(seats)]
    return [(seat, count) for seat, count in counts if count]


def colour_name(board: Board, say: Translator, colour: Colour) -> str:
    return say.name(board.colour(colour))


def tower_name(board: Board, say: Translator, colour: Colour) -> str:
    return say.name(board.colour(colour), "tower")


def crest_name(board: Board, say: Translator, crest: str) -> str:
    return next(say.name(row) for row in board.crests if row.id == crest)


def card_name(board: Board, say: Translator, card: str) -> str:
    """A card or a foundation by its id: 'Airship Dock', 'the blue foundation'."""
    row = board.by_id[card]
    if isinstance(row, Foundation):
        return say("the {colour} foundation", colour=colour_name(board, say, row.colour))
    return say.name(row)


def effect_text(board: Board, say: Translator, card: str) -> str:
    """What a card or a foundation does, in the words of the edition."""
    row = board.by_id[card]
    return say.name(row if isinstance(row, Foundation) else board.effects[row.effect], "text")


def ability_text(board: Board, say: Translator, ability: str) -> str:
    return say.name(board.ability(ability), "text")


def slot_name(board: Board, say: Translator, colour: Colour, row: int) -> str:
    """'gold 2': the second gold card of the market."""
    return f"{colour_name(board, say, colour)} {row}"


# --- the game, its points and its players ----------------------------------------------------------


def blurb(say: Translator) -> str:
    return say("Send golems to build towers among the clouds. Pay coins to finish sooner, or pay with time.")


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words; given a view, guild masters have their names."""
    guilds = [say("First guild master"), say("Second guild master"), say("Third guild master")]
    if board is not None and view is not None:
        guilds = [say.name(board.guild(guild.id)) for guild in view.guilds]
    return {
        "cards": say("Cards"),
        "foundations": say("Foundations"),
        "ability": say("Ability"),
        **{f"guild-{number}": name for number, name in enumerate(guilds, 1)},
        "laboratories": say("Laboratories"),
        "coins": say("Coins"),
        "golems": say("Golems on the market"),
    }


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue]) -> list[PlayerColour]:
    """The colours of the golems, those of the seats first, each with its city and the crests there."""
    found = []
    for golem, city in zip(board.golem_colours, board.cities, strict=True):
        crests = ", ".join(
            f"{colour_name(board, say, colour)}: {crest_name(board, say, crest)}"
            for colour, crest in city.crests.items()
        )
        name = say.name(city)
        brings = say("City: {city}. Crests: {crests}.", city=name, crests=crests)
        found.append(PlayerColour(golem.id, name[0], capital(say.name(golem)), brings, name))
    return found
