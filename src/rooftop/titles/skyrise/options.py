"""The options of a game."""

from __future__ import annotations

from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board

OPTIONS = (
    Option(
        "panoramas",
        "random",
        'random, or two panoramas such as "blimps windmills"',
        "which two panorama cards are in play",
        (("blimps windmills", "for a first game"), ("random", "two at random")),
        free=True,
    ),
    Option(
        "numbers",
        "own",
        "own or dealt",
        "which numbers a player's buildings have",
        (("own", "each colour has its own"), ("dealt", "dealt at random")),
    ),
)
FIRST_GAME: dict[str, OptionValue] = {"panoramas": "blimps windmills", "numbers": "own"}


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """Return the options as numbers for `setup`; raise an OptionError if one is invalid."""
    encoded = [0] * n.OPTIONS
    wanted = options["panoramas"]
    if wanted != "random":
        ids = [card.id for card in board.panoramas]
        chosen = wanted.split() if isinstance(wanted, str) else []
        if len(set(chosen)) != n.IN_PLAY or not all(name in ids for name in chosen):
            raise OptionError(
                f"option panoramas: must be random or {n.IN_PLAY} different ones of {' '.join(ids)},"
                f" not {wanted!r}"
            )
        encoded[n.PANORAMA_SET] = sum(1 << ids.index(name) for name in chosen)
    encoded[n.DEALT_NUMBERS] = OPTIONS[1].number(options["numbers"])
    return encoded
