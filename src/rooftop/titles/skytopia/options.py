"""Skytopia: the options of a game."""

from __future__ import annotations

from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue, switch
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.schema import SIDES

OPTIONS = (
    Option(
        "abilities",
        "random",
        "random or draft",
        "how ability tiles are dealt",
        (("random", "at random"), ("draft", "players choose in turn")),
    ),
    Option(
        "sides",
        "A",
        "A, B, or choice: players choose a side",
        "which side of the ability tiles is used",
        (("A", "side A"), ("B", "side B"), ("choice", "players choose a side")),
    ),
    switch("preliminary", "players choose where their first golems start, in a preliminary turn"),
    switch("tight_market", "a smaller market for four players: three cards of each colour"),
    switch("hold", "a turn waits until its player ends it"),
    switch(
        "strict_chains",
        "strict chains: a card activated by another card can neither touch the golems on that card nor take"
        " it",
        later=True,
    ),
)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as numbers for `setup`. Raises OptionError for an invalid value."""
    encoded = [0] * n.OPTIONS
    sides = (*SIDES, "choice")
    if options["sides"] not in sides:
        raise OptionError(f"option sides: must be A, B or choice, not {options['sides']!r}")
    encoded[n.SIDES_IN_USE] = sides.index(str(options["sides"]))
    places = {"abilities": n.DRAFTED, "preliminary": n.PRELIMINARY_TURN, "tight_market": n.TIGHT_MARKET}
    places |= {"hold": n.HOLD, "strict_chains": n.STRICT_CHAINS}
    for option in OPTIONS:
        if option.name in places:
            encoded[places[option.name]] = option.number(options[option.name])
    if options["tight_market"] and not board.setup.tight_market_rows:
        raise OptionError(f"option tight_market: not available with {board.players} players in this edition")
    return encoded
