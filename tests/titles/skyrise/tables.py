"""Helpers to set up positions in a line or two, and to play moves in words."""

from typing import Any, TypeVar, cast

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.titles.skyrise.view import Seat, Standing, View

AnyMatch = TypeVar("AnyMatch", bound=Match)
TITLE = rooftop.title("skyrise")
PLAYERS = {2: ["red", "blue"], 3: ["red", "teal", "yellow"], 4: ["red", "teal", "yellow", "blue"]}
ISLANDS = {
    2: {"N": "aerie", "E": "cirrus"},
    3: {"W": "meridian", "N": "aerie", "E": "cirrus"},
    4: {"N": "aerie", "E": "cirrus", "S": "halcyon", "W": "meridian"},
}


class SkyriseMatch(Match):
    """A match for type checkers, with Skyrise's view."""

    def view(self, seat: int = -1) -> View:
        return cast(View, super().view(seat))


def switched(key: str) -> Edition:
    """The title's edition with one switch flipped."""
    text = TITLE.edition().text
    off, on = f"\n{key} = false", f"\n{key} = true"
    assert (text.count(off), text.count(on)) in ((1, 0), (0, 1))
    return Edition.parse("mine.toml", text.replace(off, on) if off in text else text.replace(on, off))


def new(players: int = 3, seed: int = 1, **options: Any) -> SkyriseMatch:
    return cast(SkyriseMatch, rooftop.new("skyrise", players=players, seed=seed, **options))


FIRST = ("short-2", "short-3", "medium-1", "medium-2", "medium-3", "medium-5", "tall-1")  # era 1
LATER = ("short-1", "short-4", "medium-4", "tall-2", "tall-3")


def at(players: int = 3, edition: Edition | None = None, **position: Any) -> SkyriseMatch:
    """A match that starts from a position; see `rooftop.titles.skyrise.arrange`. Defaults: the islands of
    ISLANDS, red to act, and what `lawful` adds."""
    position = lawful(players, position)
    return cast(SkyriseMatch, Match.at(rooftop.new_game(TITLE, players, edition=edition).arranged(position)))


def lawful(players: int, position: dict[str, Any]) -> dict[str, Any]:
    """Complete a position to make it possible: in the second era, somebody has built everything of the first;
    and every disc on a board has a structure, which Red's opponents have built elsewhere."""
    position = {"islands": ISLANDS[players], "to_act": "red", **position}
    pool = position["pool"] = dict(position.get("pool", {}))
    named = [*position.get("structures", {}).values(), *position.get("bids", [])]
    used = {tuple(text.split()[:2]) for text in named}
    built = len(position.get("structures", {}))
    discs = sum(sum(board.values()) for board in position.get("boards", {}).values())
    second, done = position.get("era") == 2, bool(position.get("finished"))
    wonders = ("wonder-1", "wonder-2") if players == 2 else ("wonder-1",)
    for name in reversed(PLAYERS[players][1:]):
        if name in pool or name in position.get("finished", ()):
            continue
        left = [one for one in FIRST if (name, one) not in used]
        if second and not done and not any((name, one) in used for one in FIRST):
            done, gone = True, left
        elif not second and discs > built:
            gone = [one for one in left if one not in ("short-2", "tall-1")][: discs - built]
        else:
            continue
        built += len(gone)
        ready = [*left, *LATER, *wonders] if second else left
        pool[name] = [one for one in ready if one not in gone and (name, one) not in used]
    return position


def with_the_rest(
    structures: dict[str, str], name: str, left: str, colour: str, players: int = 3
) -> dict[str, str]:
    """These structures, plus all others of a player except one, none of the latter on a colour."""
    board = rooftop.new_game(TITLE, players).board
    islands = {"forum", *ISLANDS[players].values()}
    free = [
        cell.id
        for island in board.islands
        for cell in island.cell
        if island.id in islands and cell.colour != colour and cell.id not in structures
    ]
    rest = [one for one in (*FIRST, *LATER, "wonder-1") if one != left]
    rest = [one for one in rest if f"{name} {one}" not in structures.values()]
    return {**structures, **{free.pop(): f"{name} {one}" for one in rest}}


def play(match: AnyMatch, *moves: str) -> AnyMatch:
    for move in moves:
        match.play(move)
    return match


def notations(match: Match, begin: str = "") -> set[str]:
    """The legal moves that start with a text."""
    return {move.notation for move in match.moves() if move.notation.startswith(begin)}


def where(match: Match, structure: str) -> set[str]:
    """The neighbourhoods on which a structure may be bid."""
    return {move.split()[2] for move in notations(match, f"bid {structure} ")}


def seat(match: Match, name: str) -> Seat:
    """A player's area as its owner sees it."""
    number = PLAYERS[match.players].index(name)
    return cast(View, match.view(number)).seats[number]


def standing(match: Match, neighbourhood: str) -> Standing:
    """The bid or structure on a neighbourhood."""
    found = cast(View, match.view()).neighbourhoods[neighbourhood].structure
    assert found is not None
    return found


def to_act(match: Match) -> str | None:
    return None if match.over else PLAYERS[match.players][match.to_act]


def said(match: Match, since: int = 1) -> list[str]:
    """The log of the last decisions."""
    return match.log(since=match.ply - since)


def points(match: Match, name: str, source: str = "wonders") -> int:
    return match.points(PLAYERS[match.players].index(name))[source]


def bid(match: AnyMatch, *bids: str) -> AnyMatch:
    """Bid by number, as people at a table say it: `bid(match, "24 A4", "pass")`."""
    for text in bids:
        if text == "pass":
            match.play("pass")
            continue
        number, spot = text.split()
        own = cast(View, match.view()).seats[match.to_act].structures
        match.play(f"bid {next(row.id for row in own if row.number == int(number))} {spot}")
    return match


def wonder(
    card: str, spot: str, near: str, players: int = 4, disc: str = "commissions", **position: Any
) -> SkyriseMatch:
    """Red has just built the wonder on `spot`, next to teal's (blue's with two players) bid on `near`, and
    taken `disc`."""
    other = PLAYERS[players][1]
    match = at(
        players,
        era=2,
        bids=[f"{other} short-1 {near}"],
        wonders={"red": [card]},
        discs={spot: disc, **position.pop("discs", {})},
        **position,
    )
    return play(match, f"bid wonder-1 {spot}")
