"""Skytopia as text, for the terminal: the chronometer, the market, the guild masters, the cities."""

from __future__ import annotations

from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.phrases import (
    ability_text,
    card_name,
    colour_name,
    crest_name,
    effect_text,
    guild_text,
)
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import Slot, View


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """A position as text: everything that the table shows."""
    parts = [_round(view, names, say), _dial(view, say), *_pending(board, view, say), ""]
    for colour in COLOURS:
        parts += _column(board, view, colour, names, say)
    parts += ["", say("Guild masters and what they would score now:")]
    for guild in view.guilds:
        name, words = guild_text(board, say, guild.id)
        scores = ", ".join(f"{one} {score}" for one, score in zip(names, guild.scores, strict=False))
        parts.append(f"  {name}: {words} [{scores}]")
    parts += ["", say("Foundations, the same in every city:")]
    for row in board.foundations:
        parts.append(f"  {colour_name(board, say, row.colour)}: {effect_text(board, say, row.id)}")
    for seat in range(board.players):
        parts += ["", *_city(board, view, seat, names, say)]
    return "\n".join(parts)


def _round(view: View, names: list[str], say: Translator) -> str:
    line = say("Round {round}, first player {player}.", round=view.round, player=names[view.first])
    if view.ending == "last-but-one":
        line += " " + say("There is one more round after this.")
    if view.ending == "final":
        line += " " + say("This is the last round.")
    return line


def _dial(view: View, say: Translator) -> str:
    faces = "  ".join(f"{row.face}: {row.rounds} → {row.price}" for row in view.dial.faces if row.rounds)
    return say(
        "At the hammers: {face}. Face, rounds and price in coins:  {faces}",
        face=view.dial.hammers,
        faces=faces,
    )


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
    name = colour_name(board, say, colour)
    lines = [
        say.many(
            "{colour}: {n} card in the deck",
            "{colour}: {n} cards in the deck",
            view.decks[colour],
            colour=capital(name),
        )
    ]
    for row in view.market:
        if row.colour == colour:
            lines.append("  " + _card(board, row, names, say))
    return lines


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
    row = view.seats[seat]
    mark = ">" if view.to_act == seat else " "
    lines = [
        say.many(
            "{mark} {player}: {n} point, {forecast} with final scoring; coins {coins}; golems at home {home}",
            "{mark} {player}: {n} points, {forecast} with final scoring; coins {coins}; golems at home"
            " {home}",
            row.total,
            mark=mark,
            player=names[seat],
            forecast=row.if_ended.total,
            coins=row.coins,
            home=row.home,
        )
    ]
    if row.ability:
        lines.append(f"    {row.ability}: {ability_text(board, say, row.ability)}")
    for colour in COLOURS:
        name = colour_name(board, say, colour)
        lines.append(f"    {name} [{crest_name(board, say, row.crests[colour])}]")
        for level, card in enumerate(row.towers[colour], 1):
            lines.append(f"      {level} {_printed(board, card, say)}")
    return lines
