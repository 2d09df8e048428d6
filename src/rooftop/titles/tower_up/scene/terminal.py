"""Tower Up in the terminal: a map of the city, the market, the players."""

from __future__ import annotations

from rooftop.game.title import named_colours
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts import game
from rooftop.titles.tower_up.parts.words import card_text, district_name, floors
from rooftop.titles.tower_up.schema import COLOURS, Colour, Site
from rooftop.titles.tower_up.view import Building, View

COLUMNS = 112
ROWS = 34
LETTERS: dict[Colour, str] = {"white": "w", "grey": "g", "brown": "n", "black": "k"}


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """Everything that the board shows."""
    letters = [colour.letter for colour in named_colours(board, say, {})]
    lines = [_map(board, view, letters), _legend(letters, names, say), *_districts(board, say)]
    if view.ending:
        lines.append(f"* {game.ending(view, say)}")
    lines.append(f"* {game.status(view, names, say)}")
    lines += _objectives(board, view, names, say)
    lines += _market(board, view, say)
    lines += [
        _player(board, view, seat, f"{letters[seat]} {names[seat]}", say) for seat in range(board.players)
    ]
    return "\n".join(lines)


def _map(board: Board, view: View, letters: list[str]) -> str:
    """Sites at their coordinates, streets as dots. T5 is empty; T5:wB- is white, with two floors and Blue's
    roof on the lower one."""
    grid = [[" "] * COLUMNS for _ in range(ROWS)]

    def cell(site: Site) -> tuple[int, int]:
        row = round(site.y / board.city.height * (ROWS - 1))
        return row, round(site.x / board.city.width * (COLUMNS - 8))

    for number, around in enumerate(board.neighbours):
        for other in around:
            if number < other:
                _dotted_line(grid, cell(board.sites[number]), cell(board.sites[other]))
    for site in board.sites:
        label = site.id
        if site.id in view.buildings:
            label += f":{_building(view.buildings[site.id], letters)}"
        row, column = cell(site)
        for offset, letter in enumerate(label):
            grid[row][min(column + offset, COLUMNS - 1)] = letter
    return "\n".join("".join(row).rstrip() for row in grid)


def _building(building: Building, letters: list[str]) -> str:
    """The colour, then the roof on each floor from the bottom up: 'w-B-'."""
    roofs = ("-" if owner is None else letters[owner] for owner in building.roofs)
    return LETTERS[building.colour] + "".join(roofs)


def _dotted_line(grid: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]) // 2, 1)
    for step in range(1, steps):
        row = round(start[0] + (end[0] - start[0]) * step / steps)
        column = round(start[1] + (end[1] - start[1]) * step / steps)
        grid[row][column] = "·"


def _legend(letters: list[str], names: list[str], say: Translator) -> str:
    return say(
        "T5:w-{letter}- = a white building of 3 floors on T5, with a covered roof of {player} on the second"
        " floor; w white, g grey, n brown, k black",
        letter=letters[0],
        player=names[0],
    )


def _districts(board: Board, say: Translator) -> list[str]:
    """The sites of each district, with marks for the lake and the parks."""
    lines = [say("Districts (~ by the lake, ^ in a park):")]
    for area in board.city.district:
        sites = " ".join(_marked(site) for site in board.sites if site.district == area.id)
        lines.append(f"  {district_name(area, say)}: {sites}")
    return lines


def _marked(site: Site) -> str:
    return site.id + "~" * site.lakeside + "^" * site.park


def _objectives(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    lines = [say("Objectives and the tokens left:")]
    for slot, objective in enumerate(view.objectives):
        holders = [
            f"{name} {seat.tokens[slot]}"
            for name, seat in zip(names, view.seats, strict=False)
            if seat.tokens[slot]
        ]
        wording = say.name(board.objective(objective.id), "text")
        left = " ".join(map(str, objective.tokens)) or "-"
        lines.append(f"  {objective.id}  {wording}  [{left}]  {', '.join(holders)}")
    return lines


def _market(board: Board, view: View, say: Translator) -> list[str]:
    tray = say.list([floors(say, colour, view.tray[colour]) for colour in COLOURS])
    return [
        say("Market (cards in the pile: {pile}; in the tray: {tray}):", pile=view.pile, tray=tray),
        *(
            f"  card {number}  {card_text(board, say, card) if card else '-'}"
            for number, card in enumerate(view.market, 1)
        ),
    ]


def _player(board: Board, view: View, seat: int, name: str, say: Translator) -> str:
    own = view.seats[seat]
    return say.many(
        "{mark} {player}: {n} point; floors {stock}; machines {track}, next star {star}; roofs left {roofs}",
        "{mark} {player}: {n} points; floors {stock}; machines {track}, next star {star}; roofs left {roofs}",
        own.total,
        mark=">" if view.to_act == seat else " ",
        player=name,
        stock=" ".join(f"{LETTERS[colour]}{own.stock[colour]}" for colour in COLOURS),
        track=" ".join(f"{LETTERS[colour]}{own.track[colour]}" for colour in COLOURS),
        star=next((str(star) for star in board.track.stars if star > min(own.track)), "-"),
        roofs=own.roofs,
    )
