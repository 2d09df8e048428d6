"""Skytopia: what one seat sees, as plain data with the names that stand on the table.

Places have names: `blue-1` in the market is the blue card nearest the deck; in a city `blue-0` is the blue
foundation and `blue-1` the card on it. Golems of a seat are numbered from 1; `rounds` is how long a golem
still needs (0: its owner takes the card in this round).
"""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import COLOURS, SIDES, Board, slot_id, spot_id

PHASES = (
    "draft", "side", "preliminary", "complete", "towers", "ability", "assign", "assigned", "end",
    "refill", "over",
)  # fmt: skip
ENDINGS = (None, "last-but-one", "final")
ROUNDS_TO_COME = {None: n.FACES, "last-but-one": 1, "final": 0}  # after the one that is being played
SOURCES = (
    "cards", "foundations", "ability", "guild-1", "guild-2", "guild-3", "laboratories", "coins", "golems",
)  # fmt: skip


def view(board: Board, s: Any, seat: int) -> View:
    """`s` is a state blinded for `seat`; nothing here looks at the order of the decks."""
    to_act = int(s["to_act"])
    pending = [_pending(board, s, int(place)) for place in s["stack"][: s["depth"]]]
    return {
        "title": "skytopia",
        "seat": seat,
        "players": board.players,
        "ply": int(s["ply"]),
        "turn": int(s["turn"]),
        "to_act": None if to_act < 0 else to_act,
        "phase": _phase(s),
        "round": int(s["round"]),
        "first": int(s["first"]),
        "ending": ENDINGS[s["ending"]],
        "dial": _dial(board, s),
        "rows": int(s["rows"]),
        "market": [
            _slot(board, s, colour * n.ROWS + row) for colour in range(n.COLOURS) for row in range(s["rows"])
        ],
        "decks": {colour: int(count) for colour, count in zip(COLOURS, s["deck_count"], strict=True)},
        "in_decks": _in_decks(board, s),
        "left_out": [card.id for card in board.cards if not board.in_use(card)],
        "guilds": [_guild(board, s, place) for place in range(n.IN_PLAY)],
        "pending": pending,  # effects being resolved; the last one asks
        "asking": pending[-1] if pending else None,
        "grown": [colour for number, colour in enumerate(COLOURS) if s["grown"] >> number & 1],
        "climbing": None if s["climbing"] == n.EMPTY else COLOURS[s["climbing"]],
        "level": int(s["level"]),  # the next card of the tower being activated
        "added": int(s["added"]),
        "paid": None if s["paid"] == n.EMPTY else int(s["paid"]),
        "sides": (*SIDES, "choice")[s["sides"]],  # of the ability tiles: those in use
        "tiles_left": [tile + 1 for tile in range(n.TILES) if s["tiles_left"] >> tile & 1],
        "seats": [_seat(board, s, other) for other in range(board.players)],
    }


def _phase(s: Any) -> str:
    if s["depth"] > 0:
        return "effect"
    if s["phase"] == n.ASSIGN and s["home"][s["to_act"]] == 0:
        return "recall"
    return PHASES[s["phase"]]


def _dial(board: Board, s: Any) -> dict[str, Any]:
    """The faces in the order in which they come to the hammers, with what a golem costs there."""
    sequence, turned = board.chronometer.hammer_sequence, int(s["dial"])
    return {
        "turned": turned,
        "hammers": sequence[turned],
        "faces": [
            {
                "face": sequence[(turned + rounds) % n.FACES],
                "rounds": rounds,
                "price": board.price(rounds) if rounds else None,
            }
            for rounds in range(n.FACES)
        ],
    }


def _slot(board: Board, s: Any, slot: int) -> dict[str, Any]:
    """One place of the market, who stands there, and who will take the card if nothing changes."""
    golems = sorted(
        (
            {"seat": seat, "golem": k + 1, "face": int(s["golem_face"][seat][k])}
            for seat in range(board.players)
            for k in range(board.rules.golems_per_player)
            if s["golem_at"][seat][k] == slot
        ),
        key=lambda golem: board.rounds(golem["face"], int(s["dial"])),
    )
    for golem in golems:
        golem["rounds"] = board.rounds(golem["face"], int(s["dial"]))
    return {
        "slot": slot_id(slot),
        "colour": COLOURS[slot // n.ROWS],
        "row": slot % n.ROWS + 1,
        "card": _card(board, int(s["market"][slot])),
        "golems": golems,
        "taker": golems[0]["seat"] if golems else None,
        "rounds": golems[0]["rounds"] if golems else None,
        "too_late": bool(golems) and golems[0]["rounds"] > ROUNDS_TO_COME[ENDINGS[s["ending"]]],
    }


def _card(board: Board, card: int) -> str | None:
    return None if card == n.EMPTY else board.cards[card].id


def _in_decks(board: Board, s: Any) -> dict[str, list[str]]:
    """Which cards are still to come, in the edition's order; everyone can work it out."""
    return {
        colour: [board.cards[card].id for card in sorted(int(c) for c in deck[:count])]
        for colour, deck, count in zip(COLOURS, s["deck"], s["deck_count"], strict=True)
    }


def _guild(board: Board, s: Any, place: int) -> dict[str, Any]:
    return {
        "id": board.guilds[s["guild"][place]].id,
        "scores": [int(points) for points in s["guild_points"][: board.players, place]],
    }


def _pending(board: Board, s: Any, place: int) -> dict[str, Any]:
    if place < n.CITY:
        card = board.cards[s["market"][place]]
        return {"where": "market", "place": slot_id(place), "card": card.id, "kind": card.kind}
    colour, level = divmod(place - n.CITY, n.LEVELS)
    spot = spot_id(place - n.CITY)
    if level == 0:
        foundation = board.foundations[colour]
        return {"where": "city", "place": spot, "card": foundation.id, "kind": foundation.kind}
    card = board.cards[s["tower"][s["to_act"]][colour][level - 1]]
    return {"where": "city", "place": spot, "card": card.id, "kind": card.kind}


def _seat(board: Board, s: Any, seat: int) -> dict[str, Any]:
    points = {source: int(value) for source, value in zip(SOURCES, s["points"][seat], strict=True)}
    towers = {
        colour: [board.cards[card].id for card in s["tower"][seat][number][: s["height"][seat][number]]]
        for number, colour in enumerate(COLOURS)
    }
    laboratories = [
        card for card in board.cards if card.kind == "laboratory" and card.id in towers[card.colour]
    ]
    coins, home = int(s["coins"][seat]), int(s["home"][seat])
    golems = [_golem(board, s, seat, k) for k in range(board.rules.golems_per_player)]
    at_end = {
        **{f"guild-{place + 1}": int(value) for place, value in enumerate(s["guild_points"][seat])},
        "laboratories": sum(card.pp_end for card in laboratories),
        "coins": coins // board.final.coins_per_pp,
        "golems": (len(golems) - home) * board.final.pp_per_market_golem,
    }
    tile, side, place = int(s["tile"][seat]), int(s["side"][seat]), int(s["rank"][seat])
    played = sum(points[source] for source in ("cards", "foundations", "ability"))
    return {
        "id": board.golem_colours[seat].id,
        "city": board.cities[seat].id,
        "crests": {colour: board.crest(seat, colour) for colour in COLOURS},  # of the foundations
        "coins": coins,
        "home": home,
        "golems": golems,
        "towers": towers,  # the cards on each foundation, the lowest first
        "cards": sum(map(len, towers.values())),
        "laboratories": len(laboratories),
        "tile": None if tile == n.EMPTY else tile + 1,
        "side": None if side == n.EMPTY else SIDES[side],
        "ability": None if n.EMPTY in (tile, side) else board.abilities[tile * n.SIDES + side].id,
        "turns": int(s["turns"][seat]),
        "at_end": at_end,  # what the last count would bring now
        "track": played,  # as the marker on the score track stands
        "forecast": played + sum(at_end.values()),
        "points": points,
        "total": sum(points.values()),
        "place": place or None,
    }


def _golem(board: Board, s: Any, seat: int, k: int) -> dict[str, Any]:
    slot, face = int(s["golem_at"][seat][k]), int(s["golem_face"][seat][k])
    away = slot == n.HOME
    return {
        "golem": k + 1,
        "slot": None if away else slot_id(slot),
        "face": None if away else face,
        "rounds": None if away else board.rounds(face, int(s["dial"])),
    }
