"""Skyrise in the terminal: the islands, the auction, the cards, the players."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts import game, players, table
from rooftop.titles.skyrise.parts.words import colour_text, disc_text, structure_text, wonder_text
from rooftop.titles.skyrise.schema import CENTRE, COLOURS
from rooftop.titles.skyrise.view import Neighbourhood, View

PER_LINE = 4


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """Everything that the table shows."""
    parts = [game.progress_now(board, view, say), *_islands(board, view, names, say), *_bridges(view, say)]
    parts += _auction(board, view, names, say)
    parts += _cards(board, view, names, say)
    parts += [line for seat in range(board.players) for line in _player(board, view, seat, names, say)]
    return "\n".join(parts)


def _islands(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    """Each neighbourhood with its colour and its disc or structure."""
    lines = []
    for slot, name in view.islands.items():
        island = board.island(name)
        leaders = view.control[name].leaders
        control = say.list([names[seat] for seat in leaders]) if leaders else "-"
        title = say.name(island)
        where = say("centre") if slot == CENTRE else slot
        lines.append(
            say("{island} [{slot}], controlled by {players}:", island=title, slot=where, players=control)
        )
        row = []
        for cell in island.cell:
            colour = colour_text(board, cell.colour, say)
            row.append(
                f"{cell.id} {colour}: {_occupant(board, view.neighbourhoods[cell.id], names, say)}".ljust(38)
            )
        for at in range(0, len(row), PER_LINE):
            lines.append("  " + "".join(row[at : at + PER_LINE]).rstrip())
    return lines


def _occupant(board: Board, row: Neighbourhood, names: list[str], say: Translator) -> str:
    structure = row.structure
    if structure is None:
        return "·" if row.disc is None else disc_text(row.disc, say)
    what = f"{structure_text(board, structure, say)} {names[structure.seat]}"
    return f"?{what}" if structure.bid else f"#{what}"


def _bridges(view: View, say: Translator) -> list[str]:
    return [say("Bridges: {bridges}", bridges=", ".join(f"{row.a}={row.b}" for row in view.bridges))]


def _auction(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    bids = [
        f"{names[row.seat]} {structure_text(board, row, say)} {row.neighbourhood}"
        for row in view.auction.bids
    ]
    if not bids:
        return []
    passed = say.list([names[seat] for seat in view.auction.passed]) or "-"
    return [say("Bids: {bids}; passed: {passed}", bids=" < ".join(bids), passed=passed)]


def _cards(board: Board, view: View, names: list[str], say: Translator) -> list[str]:
    panoramas = [
        table.panorama(board.panorama(row.id), row.instances, names, say).label for row in view.panoramas
    ]
    tiles = ", ".join(f"{letter} {row.tile or '?'}" for letter, row in view.patrons.items())
    return [*panoramas, say("Patron tiles: {tiles}", tiles=tiles)]


def _player(board: Board, view: View, seat: int, names: list[str], say: Translator) -> list[str]:
    row = view.seats[seat]
    mark = ">" if view.to_act == seat else " "
    ready = " ".join(
        str(one.number) if one.number is not None else structure_text(board, one, say)
        for one in row.structures
        if one.state == "ready"
    )
    discs = " ".join(
        f"{colour_text(board, colour, say)} {len(row.rows[colour])}+{row.excess[colour]}"
        for colour in COLOURS
    )
    patrons = "".join(letter * count for letter, count in row.patrons.items()) or "-"
    lines = [
        say.many(
            "{mark} {player}: {n} point; ready {ready}; left {left}",
            "{mark} {player}: {n} points; ready {ready}; left {left}",
            row.total,
            mark=mark,
            player=names[seat],
            ready=ready or "-",
            left=row.left,
        ),
        say(
            "    discs {discs}; patrons {patrons}; commissions {commissions}",
            discs=discs,
            patrons=patrons,
            commissions=row.commissions,
        ),
    ]
    if row.objective is not None:
        lines.append(f"    {players.objective(board, row.objective, say).label}")
    if row.hand:
        cards = ", ".join(wonder_text(board, card, say) for card in row.hand)
        lines.append(say("    wonder cards: {cards}", cards=cards))
    return lines
