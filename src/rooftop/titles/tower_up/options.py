"""Tower Up: what players can agree before a game."""

from __future__ import annotations

from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue, switch
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import STARTING_FLOORS
from rooftop.titles.tower_up.tables import set_of

OPTIONS = (
    Option(
        "objectives",
        "first-game",
        'first-game, random, or three letters such as "A C J"',
        "which three objectives are in play",
        (("first-game", "the three for a first game"), ("random", "three at random")),
        free=True,
    ),
    Option(
        "starting_floors",
        STARTING_FLOORS,
        "3 to 7 (5 with four players)",
        "floors on the board at the start; more are harder",
    ),
    Option(
        "placement",
        "random",
        "random or first-player",
        "who places the starting floors",
        (("random", "at random"), ("first-player", "the first player")),
    ),
    switch("hold", "a turn ends only when the player ends it"),
    switch("compensation", "house rule: later seats start with more floors"),
)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """The options as numbers for the kernel `setup`. Raises OptionError."""
    encoded = [0] * n.OPTIONS
    encoded[n.OBJECTIVE_SET] = _objective_set(board, options["objectives"])
    encoded[n.STARTING_FLOORS] = _starting_floors(board, options["starting_floors"])
    for option, index in zip(OPTIONS[2:], (n.PLACED_BY_FIRST, n.HOLD, n.COMPENSATION), strict=True):
        encoded[index] = option.number(options[option.name])
    setup = board.setup
    most = sum(setup.start_stock.values()) + max(setup.seat_compensation.extra_floors[board.players])
    if options["compensation"] and most > setup.stock_limit:
        raise OptionError(
            f"option compensation: a player would start with {most} floors; the limit is {setup.stock_limit}"
        )
    return encoded


def _starting_floors(board: Board, floors: OptionValue) -> int:
    fewest, most = board.setup.starting_floors, board.setup.starting_floors_max[board.players]
    if isinstance(floors, bool) or not isinstance(floors, int) or not fewest <= floors <= most:
        raise OptionError(
            f"option starting_floors: must be {fewest} to {most} with {board.players} players, not {floors!r}"
        )
    return floors


def _objective_set(board: Board, objectives: OptionValue) -> int:
    """The chosen objectives as a set; empty: the rules draw three."""
    if objectives == "random":
        return 0
    if objectives == "first-game":
        objectives = " ".join(board.setup.first_game)
    ids = [objective.id for objective in board.objectives]
    letters = objectives.split() if isinstance(objectives, str) else []
    if len(set(letters)) != n.IN_PLAY or not all(letter in ids for letter in letters):
        raise OptionError(
            f"option objectives: must be first-game, random or {n.IN_PLAY} different letters of"
            f" {' '.join(ids)}, not {objectives!r}"
        )
    return set_of(ids.index(letter) for letter in letters)
