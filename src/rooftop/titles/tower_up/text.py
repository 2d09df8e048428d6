"""Tower Up as text, for the terminal: a plan of the city, the market, the players."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import COLOURS, Board, Site
from rooftop.titles.tower_up.moves import card_text, district_name, floors
from rooftop.titles.tower_up.scene import describe

COLUMNS = 112
ROWS = 34
LETTERS = {"white": "w", "grey": "g", "brown": "n", "black": "k"}


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """A position for people who read: everything that the board shows."""
    letters = [say.name(player)[0] for player in board.player_names]
    parts = [_plan(board, view, letters), _legend(letters, names, say), *_districts(board, say)]
    if view["ending"]:
        parts.append(f"* {describe.ending(view, say)}")
    parts.append(f"* {describe.status(view, names, say)}")
    parts += _objectives(board, view, names, say)
    market = [
        f"  card {place + 1}  {card_text(board, say, card) if card else '-'}"
        for place, card in enumerate(view["market"])
    ]
    tray = say.list([floors(say, colour, view["tray"][colour]) for colour in COLOURS])
    parts += [say("Market (cards in the pile: {pile}; in the tray: {tray}):", pile=view["pile"], tray=tray)]
    parts += market
    parts += [
        _player(board, view, seat, f"{letters[seat]} {names[seat]}", say) for seat in range(board.players)
    ]
    return "\n".join(parts)


def _plan(board: Board, view: View, letters: list[str]) -> str:
    """Sites where they lie, streets as dots. T5 is empty; T5:wB- is white, with two floors and a roof of Blue
    on the lower one."""
    grid = [[" "] * COLUMNS for _ in range(ROWS)]

    def at(site: int) -> tuple[int, int]:
        spot = board.sites[site]
        row = round(spot.y / board.city.height * (ROWS - 1))
        return row, round(spot.x / board.city.width * (COLUMNS - 8))

    for site, around in enumerate(board.neighbours):
        for other in around:
            if site < other:
                _line(grid, at(site), at(other))
    for site, spot in enumerate(board.sites):
        label = spot.id
        if spot.id in view["buildings"]:
            row = view["buildings"][spot.id]
            label += f":{LETTERS[row['colour']]}{_floors(row, letters)}"
        line, column = at(site)
        for offset, letter in enumerate(label):
            grid[line][min(column + offset, COLUMNS - 1)] = letter
    return "\n".join("".join(line).rstrip() for line in grid)


def _floors(row: dict[str, Any], letters: list[str]) -> str:
    """A sign for each floor, the lowest first: whose roof lies on it, or none."""
    return "".join("-" if owner is None else letters[owner] for owner in row["roofs"])


def _line(grid: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]) // 2, 1)
    for step in range(1, steps):
        row = round(start[0] + (end[0] - start[0]) * step / steps)
        column = round(start[1] + (end[1] - start[1]) * step / steps)
        grid[row][column] = "·"


def _legend(letters: list[str], names: list[str], say: Translator) -> str:
    return say(
        "T5:w-{letter}- = on T5 a white building of 3 floors with a covered roof of {player} on the second;"
        " w white, g grey, n brown, k black",
        letter=letters[0],
        player=names[0],
    )


def _districts(board: Board, say: Translator) -> list[str]:
    """Which sites belong together, and which lie by the lake or in a park."""
    lines = [say("Districts (~ by the lake, ^ in a park):")]
    for area in board.city.district:
        sites = " ".join(_marked(site) for site in board.sites if site.district == area.id)
        lines.append(f"  {district_name(area, say)}: {sites}")
    return lines


def _marked(site: Site) -> str:
    return site.id + "~" * site.lakeside + "^" * site.park


def _objectives(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    lines = []
    for place, row in enumerate(view["objectives"]):
        objective = next(one for one in board.objectives if one.id == row["id"])
        holders = [
            f"{name} {seat['tokens'][place]}"
            for name, seat in zip(names, view["seats"], strict=False)
            if seat["tokens"][place]
        ]
        left = " ".join(map(str, row["tokens"])) or "-"
        lines.append(f"  {objective.id}  {say.name(objective, 'text')}  [{left}]  {', '.join(holders)}")
    return [say("Objectives, with the tokens that are left:"), *lines]


def _player(board: Board, view: View, seat: int, name: str, say: Translator) -> str:
    row = view["seats"][seat]
    mark = ">" if view["to_act"] == seat else " "
    stock = " ".join(f"{LETTERS[colour]}{row['stock'][colour]}" for colour in COLOURS)
    track = " ".join(f"{LETTERS[colour]}{row['track'][colour]}" for colour in COLOURS)
    star = next((str(star) for star in board.track.stars if star > min(row["track"].values())), "-")
    return say.many(
        "{mark} {player}: {n} point; floors {stock}; machines {track}, next star {star}; roofs left {roofs}",
        "{mark} {player}: {n} points; floors {stock}; machines {track}, next star {star}; roofs left {roofs}",
        row["total"],
        mark=mark,
        player=name,
        stock=stock,
        track=track,
        star=star,
        roofs=row["roofs"],
    )
