"""Positions set up in a line or two, and moves played in words."""

from typing import Any

import rooftop
from rooftop.core.match import Match

TITLE = rooftop.title("skyrise")
PLAYERS = {2: ["red", "blue"], 3: ["red", "teal", "yellow"], 4: ["red", "teal", "yellow", "blue"]}
ISLANDS = {
    2: {"N": "aerie", "E": "cirrus"},
    3: {"W": "meridian", "N": "aerie", "E": "cirrus"},
    4: {"N": "aerie", "E": "cirrus", "S": "halcyon", "W": "meridian"},
}


def new(players: int = 3, seed: int = 1, **options: Any) -> Match:
    return rooftop.new("skyrise", players=players, seed=seed, **options)


def at(players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> Match:
    """A match that goes on from a position; see `rooftop.titles.skyrise.arrange`. The islands lie as in
    ISLANDS, and red is to act, unless it is said otherwise."""
    position = {"islands": ISLANDS[players], "to_act": "red", **position}
    return Match.at(rooftop.game(TITLE, players, options or {}).arranged(position))


def play(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def notations(match: Match, begin: str = "") -> set[str]:
    """The legal moves that begin so."""
    return {move.notation for move in match.moves() if move.notation.startswith(begin)}


def where(match: Match, structure: str) -> set[str]:
    """The neighbourhoods on which a structure may be bid."""
    return {move.split()[2] for move in notations(match, f"bid {structure} ")}


def seat(match: Match, name: str) -> dict[str, Any]:
    found: dict[str, Any] = match.view(PLAYERS[match.players].index(name))["seats"][
        PLAYERS[match.players].index(name)
    ]
    return found


def to_act(match: Match) -> str | None:
    return None if match.over else PLAYERS[match.players][match.to_act]


def said(match: Match, since: int = 1) -> list[str]:
    """What the last decision caused, in words."""
    return match.log(since=match.ply - since)


def points(match: Match, name: str, source: str = "wonders") -> int:
    return match.points(PLAYERS[match.players].index(name))[source]


def bid(match: Match, *bids: str) -> Match:
    """Bids by number, as people at a table say them: `bid(match, "24 A4", "pass")`."""
    for text in bids:
        if text == "pass":
            match.play("pass")
            continue
        number, place = text.split()
        own = match.view()["seats"][match.to_act]["structures"]
        match.play(f"bid {next(row['id'] for row in own if row['number'] == int(number))} {place}")
    return match


def wonder(card: str, place: str, near: str, players: int = 4, disc: str = "none", **position: Any) -> Match:
    """Red has just built the wonder on `place`, next to teal's (with two players blue's) bid on `near`."""
    other = PLAYERS[players][1]
    match = at(
        players,
        era=2,
        bids=[f"{other} short-1 {near}"],
        wonders={"red": [card]},
        discs={place: disc, **position.pop("discs", {})},
        **position,
    )
    return play(match, f"bid wonder-1 {place}")
