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
    Option(
        "preliminary",
        False,
        "true or false",
        "players choose where their first golems start, in a preliminary turn",
    ),
    Option(
        "tight_market",
        False,
        "true or false",
        "a smaller market for four players: three cards of each colour",
    ),
    Option("hold", False, "true or false", "a turn waits until its player ends it"),
    Option(
        "strict_chains",
        False,
        "true or false",
        "strict chains: a card activated by another card can neither touch the golems on that card nor take"
        " it",
        later=True,
    ),
)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """Options as numbers for `setup`. Raises OptionError for an invalid value."""
    encoded = [0] * n.OPTIONS
    if options["abilities"] not in ("random", "draft"):
        raise OptionError(f"option abilities: must be random or draft, not {options['abilities']!r}")
    sides = (*SIDES, "choice")
    if options["sides"] not in sides:
        raise OptionError(f"option sides: must be A, B or choice, not {options['sides']!r}")
    for name in ("preliminary", "tight_market", "hold", "strict_chains"):
        if not isinstance(options[name], bool):
            raise OptionError(f"option {name}: must be true or false, not {options[name]!r}")
    if options["tight_market"] and not board.setup.tight_market_rows:
        raise OptionError(f"option tight_market: not available with {board.players} players in this edition")
    encoded[n.DRAFTED] = int(options["abilities"] == "draft")
    encoded[n.SIDES_IN_USE] = sides.index(str(options["sides"]))
    encoded[n.PRELIMINARY_TURN] = int(options["preliminary"])
    encoded[n.HOLD] = int(options["hold"])
    encoded[n.STRICT_CHAINS] = int(options["strict_chains"])
    encoded[n.TIGHT_MARKET] = int(options["tight_market"])
    return encoded
