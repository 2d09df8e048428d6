"""Skytopia: the options of a game."""

from __future__ import annotations

from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.schema import SIDES

OPTIONS = (
    Option(
        "abilities",
        "random",
        "random or draft",
        "how the ability tiles are given out",
        (("random", "at random"), ("draft", "everyone chooses one")),
    ),
    Option(
        "sides",
        "A",
        "A, B, or choice: everyone picks a side",
        "which side of the ability tiles is used",
        (("A", "side A"), ("B", "side B"), ("choice", "everyone picks a side")),
    ),
    Option(
        "preliminary", False, "true or false", "the first golems are placed freely, in a preliminary turn"
    ),
    Option("tight_market", False, "true or false", "four players with only three cards of each colour"),
    Option("hold", False, "true or false", "a turn ends only when its player says so"),
)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as `setup` reads them."""
    encoded = [0] * n.OPTIONS
    if options["abilities"] not in ("random", "draft"):
        raise OptionError(f"option abilities: {options['abilities']!r} is neither random nor draft")
    sides = (*SIDES, "choice")
    if options["sides"] not in sides:
        raise OptionError(f"option sides: {options['sides']!r} is not one of {', '.join(sides)}")
    for name in ("preliminary", "tight_market", "hold"):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: {options[name]!r} is neither true nor false")
    if options["tight_market"] and not board.setup.tight_market_rows:
        raise OptionError(f"option tight_market: this edition has none for {board.players} players")
    encoded[n.DRAFTED] = int(options["abilities"] == "draft")
    encoded[n.SIDES_IN_USE] = sides.index(str(options["sides"]))
    encoded[n.PRELIMINARY_TURN] = int(options["preliminary"])
    encoded[n.HOLD] = int(options["hold"])
    encoded[n.TIGHT_MARKET] = int(options["tight_market"])
    return encoded
