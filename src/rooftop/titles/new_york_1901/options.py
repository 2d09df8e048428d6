"""New York 1901: the options of a game."""

from __future__ import annotations

from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue, switch
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import CHALLENGES

OPTIONS = (
    Option(
        "challenge",
        "random",
        "random, none, tycoon, architect, prestige, baron or king",
        "the bonus challenge; a first game is easier without one",
        (
            ("none", "none"),
            ("random", "one at random"),
            ("tycoon", "Gold Tycoon"),
            ("architect", "Master Architect"),
            ("prestige", "Gold Prestige"),
            ("baron", "Bronze Baron"),
            ("king", "Generation King"),
        ),
    ),
    Option(
        "streets",
        "random",
        "random, or three of bw (Broadway), ce (Cedar), nb (Nassau & Broad), pt (Pine & Thames),"
        ' wa (Wall Street), such as "bw nb wa"',
        "which three streets give points at the end",
        (("random", "three at random"),),
        free=True,
    ),
    switch("expert", "no starting property; silver from 10 points, gold from 25"),
    switch("hold", "a turn ends only when its player ends it"),
)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """The options as numbers for `setup`. Raises OptionError."""
    encoded = [0] * n.OPTIONS
    encoded[n.STREET_SET] = _street_set(board, options["streets"])
    challenge = options["challenge"]
    known = ("random", *CHALLENGES, "none")
    if challenge not in known:
        raise OptionError(f"option challenge: must be one of {', '.join(known)}, not {challenge!r}")
    encoded[n.CHALLENGE_CHOICE] = known.index(str(challenge)) - 1
    for option, index in zip(OPTIONS[2:], (n.EXPERT, n.HOLD), strict=True):
        encoded[index] = option.number(options[option.name])
    return encoded


def _street_set(board: Board, wanted: OptionValue) -> int:
    if wanted == "random":
        return 0
    codes = [street.code for street in board.streets]
    chosen = wanted.split() if isinstance(wanted, str) else []
    if len(set(chosen)) != n.IN_PLAY or len(chosen) != n.IN_PLAY or not all(code in codes for code in chosen):
        raise OptionError(
            f"option streets: must be random or {n.IN_PLAY} different codes of {' '.join(codes)},"
            f" not {wanted!r}"
        )
    return sum(1 << codes.index(code) for code in chosen)
