"""The colours of seats: what people choose before the game, and what is left for the others."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.game.position import Game, colour_ids, new_game
from rooftop.game.translation import translator
from rooftop.server.protocol import ColourChoice
from rooftop.server.store import schema
from rooftop.server.store.store import ConflictError
from rooftop.server.tables.state import Chair
from rooftop.server.translation import message


def colours_of(ids: Sequence[str], chairs: Sequence[Chair]) -> list[str]:
    """The colour of each seat, given all colours with the seats' own first: the chosen one, otherwise the
    seat's own if that is free, otherwise the next free one."""
    colours: list[str | None] = []
    for chair in chairs:
        colours.append(chair.colour if chair.colour in ids and chair.colour not in colours else None)
    for seat in range(len(chairs)):
        if colours[seat] is None and ids[seat] not in colours:
            colours[seat] = ids[seat]
    left = iter([colour for colour in ids if colour not in colours])
    return [colour or next(left) for colour in colours]


def coloured(game: Game, chairs: Sequence[Chair]) -> Game:
    """A game with the colours of its seats."""
    ids = colour_ids(game.title, game.edition, game.players)
    colours = colours_of(ids, chairs)
    return new_game(game.title, game.players, game.options, game.edition, game.engine.compiled, colours)


def choices(game: Game, chairs: Sequence[Chair], language: str) -> list[ColourChoice]:
    """All colours of a table before its game, in the order of the edition, and who has them."""
    title, owners = game.title, _owners(game, chairs)
    colours = title.colours(game.board, translator(title.package, language), game.options)
    order = colour_ids(title, game.edition, max(game.edition.players))
    return [
        ColourChoice(*colour[:4], owner=owners.get(colour.id))
        for colour in sorted(colours, key=lambda colour: order.index(colour.id))
    ]


def _owners(game: Game, chairs: Sequence[Chair]) -> dict[str, int]:
    """The seats of people by colour, including people for whom a seat and a colour are kept. The colours of
    bots and of other empty seats are free."""
    colours = colours_of(colour_ids(game.title, game.edition, game.players), chairs)
    return {colours[seat]: seat for seat, chair in enumerate(chairs) if chair.identity or chair.colour}


def chosen(game: Game, chairs: Sequence[Chair], seat: int, colour: str) -> dict[int, str]:
    """The colours of all people, by seat, after `seat` has chosen one: no other colour may change by that.
    Raises OptionError if it cannot be chosen."""
    ids, owners = colour_ids(game.title, game.edition, game.players), _owners(game, chairs)
    if colour not in ids:
        raise OptionError(
            message(
                "the colour must be one of {colours}, not {colour!r}", colours=", ".join(ids), colour=colour
            )
        )
    if owners.get(colour, seat) != seat:
        raise OptionError("somebody else has this colour; choose another one")
    return {**{owner: other for other, owner in owners.items()}, seat: colour}


def write(connection: Connection, table_id: str, colours: dict[int, str], seat: int) -> None:
    """Store the colours of people, of whom `seat` has chosen one."""
    column = schema.seat.c
    here = column.table_id == table_id
    taken = sa.select(column.seat).where(here, column.seat != seat, column.colour == colours[seat])
    if connection.execute(taken).first() is not None:
        raise ConflictError("somebody else has this colour; choose another one")
    for owner, colour in colours.items():
        connection.execute(schema.seat.update().where(here, column.seat == owner).values(colour=colour))
