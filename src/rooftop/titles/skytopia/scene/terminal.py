"""Skytopia in the terminal: the chronometer, the market, the guild masters, the cities."""

from __future__ import annotations

from rooftop.game.translation import Translator
from rooftop.titles.skytopia import parts
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts.words import card_name, colour_name, crest_name, effect_text
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import Slot, View


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """A position as text: everything that the table shows."""
    lines = [
        parts.dial.wheel(view.dial.hammers, view.round, say).label,
        _prices(view, say),
        *_pending(board, view, say),
    ]
    if view.ending:
        lines.append(f"* {parts.game.ending(view, say)}")
    lines += [f"* {parts.game.status(board, view, names, say, short=True)}", ""]
    for colour in COLOURS:
        lines += _column(board, view, colour, names, say)
    lines += ["", say("Guild masters and what they would score now:")]
    for guild in view.guilds:
        scores = ", ".join(f"{one} {score}" for one, score in zip(names, guild.scores, strict=False))
        lines.append(f"  {parts.guilds.guild(board.guild(guild.id), say).label} [{scores}]")
    lines += ["", say("Foundations, the same in every city:")]
    for row in board.foundations:
        lines.append(f"  {colour_name(board, say, row.colour)}: {effect_text(board, say, row.id)}")
    for seat in range(board.players):
        lines += ["", *_city(board, view, seat, names, say)]
    return "\n".join(lines)


def _prices(view: View, say: Translator) -> str:
    faces = "  ".join(f"{row.face}: {row.rounds} → {row.price}" for row in view.dial.faces if row.rounds)
    return say("Face, rounds and price in coins:  {faces}", faces=faces)


def _pending(board: Board, view: View, say: Translator) -> list[str]:
    """The effects being resolved; the last one asks."""
    return [
        say(
            "Resolving {card}: {effect}",
            card=card_name(board, say, row.card),
            effect=effect_text(board, say, row.card),
        )
        for row in view.pending
    ]


def _column(board: Board, view: View, colour: Colour, names: list[str], say: Translator) -> list[str]:
    deck = parts.market.deck(board, colour, view.decks[colour], say).label
    return [deck, *("  " + _card(board, row, names, say) for row in view.market if row.colour == colour)]


def _card(board: Board, slot: Slot, names: list[str], say: Translator) -> str:
    if slot.card is None:
        return f"{slot.slot:9} -"
    golems = ", ".join(f"{names[golem.seat]} {golem.face} ({golem.rounds})" for golem in slot.golems)
    return f"{slot.slot:9} {_printed(board, slot.card, say)}" + (f"  < {golems}" if golems else "")


def _printed(board: Board, card: str, say: Translator) -> str:
    """Name, crest and effect of a card."""
    crest = crest_name(board, say, board.card(card).crest)
    return f"{card_name(board, say, card)} [{crest}] {effect_text(board, say, card)}"


def _city(board: Board, view: View, seat: int, names: list[str], say: Translator) -> list[str]:
    row, first = view.seats[seat], view.first == seat
    standing = parts.city.Standing.of(row)
    mark = ">" if view.to_act == seat else " "
    lines = [f"{mark} {parts.city.player(standing, False, first, names[seat], say).label}"]
    if row.ability:
        lines.append(f"    {parts.abilities.ability(board.ability(row.ability), say).label}")
    for colour in COLOURS:
        name = colour_name(board, say, colour)
        lines.append(f"    {name} [{crest_name(board, say, row.crests[colour])}]")
        for level, card in enumerate(row.towers[colour], 1):
            lines.append(f"      {level} {_printed(board, card, say)}")
    return lines
