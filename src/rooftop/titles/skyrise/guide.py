"""Help for newcomers: the game in one sentence, hints, and the rules of the current decision."""

from __future__ import annotations

from collections.abc import Mapping

from rooftop.game.title import Colour, OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import COLOURS, PLAYER_COLOURS, PlayerColour
from rooftop.titles.skyrise.view import View


def blurb(say: Translator) -> str:
    return say(
        "Bid with your buildings for the neighbourhoods of a city in the sky: the highest bid gets built."
    )


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """Up to two hints for the seat to act."""
    own, phase, auction = view.actor, view.phase, view.auction
    found = []
    if auction.number == 1 and phase in ("start", "bid"):
        found.append(
            (
                "goal",
                say(
                    "The most prestige wins. Islands and panoramas score after each of two eras, discs and"
                    " structures at the end: when everyone has built everything."
                ),
            )
        )
    if phase == "start" and auction.number == 1:
        found.append(
            (
                "first-auction",
                say(
                    "Nothing is built yet, so the first auction starts on the central island. Each player"
                    " bids higher, next to the latest bid; only the last bid stays."
                ),
            )
        )
    if phase == "start" and auction.number > 1:
        found.append(
            (
                "start-low",
                say(
                    "You must build everything in the end, so use low numbers where few players can outbid"
                    " you."
                ),
            )
        )
    if phase == "bid" and len(auction.bids) == 1 and auction.number <= board.players:
        found.append(
            (
                "outbid",
                say("You build where you bid, so each bid moves the auction on by one neighbourhood."),
            )
        )
    if phase == "bid" and len(auction.room) == 1:
        found.append(
            (
                "last-room",
                say("Only one free neighbourhood is left next to the latest bid: check what lies beyond it."),
            )
        )
    if phase in ("start", "bid") and any(len(own.rows[colour]) == n.ROW - 1 for colour in COLOURS):
        found.append(
            (
                "four-discs",
                say(
                    "A fourth disc of a colour lowers the value of its row; from the fifth on, each disc"
                    " scores {value}.",
                    value=board.row.excess_value,
                ),
            )
        )
    wonders = [row for row in own.structures if row.number is None and row.state == "ready"]
    if phase == "bid" and wonders and auction.value is not None:
        if _hammer_waits(board, view):
            hint = say("A wonder beats every number, but the Hammer can still outbid it.")
        else:
            hint = say("A wonder beats every number and ends the auction: when will you use it?")
        found.append(("wonder", hint))
    if phase == "wonder":
        found.append(
            (
                "wonder-card",
                say(
                    "The lowest initiative starts the second era. The wonder takes effect when you build it."
                ),
            )
        )
    if phase == "colour":
        found.append(("wild", say("A wild disc keeps the colour you choose now.")))
    if phase == "start" and view.era == 2 and own.left <= 3:
        key = board.keys.large
        found.append(
            ("key", say("The first player to build everything gets a key worth {value}.", value=key))
        )
    return found[:2]


def _hammer_waits(board: Board, view: View) -> bool:
    """SR-66: whether an opponent who is still in the auction has the Hammer ready."""
    return any(
        row.state == "ready" and row.wonder is not None and board.wonder(row.wonder).effect == "hammer"
        for seat, own in enumerate(view.seats)
        if seat != view.to_act and not own.passed
        for row in own.structures
    )


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md about the current decision."""
    clauses_now = {
        "start": ("SR-16", "SR-17", "SR-18", "SR-19"),
        "bid": ("SR-20", "SR-21", "SR-22", "SR-23", "SR-26"),
        "colour": ("SR-32", "SR-33", "SR-36", "SR-37"),
        "disc": ("SR-87", "SR-29"),
        "wonder": ("SR-43", "SR-44", "SR-46", "SR-65"),
        "over": ("SR-51", "SR-52", "SR-56", "SR-57", "SR-58"),
    }[view.phase]
    if view.phase == "bid" and view.era == 2:
        clauses_now += ("SR-25", "SR-66")
    if view.phase == "start" and view.era == 2:
        clauses_now += ("SR-47", "SR-48", "SR-49")
    if view.hammer is not None and view.phase in ("start", "bid"):
        clauses_now += ("SR-68",)
    return clauses_now


def sources(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    panoramas = say("Panoramas, first era"), say("Panoramas, second era")
    if board is not None and view is not None:
        cards = {card.id: say.name(card) for card in board.panoramas}
        both = ", ".join(cards[row.id] for row in view.panoramas)
        panoramas = f"{both} (I)", f"{both} (II)"
    return {
        "control-1": say("Islands, first era"),
        "panoramas-1": panoramas[0],
        "wonders": say("Wonders"),
        "control-2": say("Islands, second era"),
        "panoramas-2": panoramas[1],
        "objective": say("Secret objective"),
        "patrons": say("Patrons"),
        "excess": say("Discs beyond full rows"),
        "keys": say("Key to the city"),
        "commissions": say("Commissions"),
        "structures-yellow": say("Structures on yellow"),
        "structures-green": say("Structures on green"),
        "structures-white": say("Structures on white"),
        "structures-brown": say("Structures on brown"),
    }


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    return [(colour.id, colour.letter) for colour in colours(board, say)[: board.players]]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue] = {}) -> list[Colour]:
    """The colours of the players, those of the seats first, each with the numbers of its buildings."""
    others = [player for player in board.player_colours if player not in board.seat_players]
    return [
        Colour(
            player.id,
            say.name(player, "mark"),
            say.name(player).capitalize(),
            "" if options.get("numbers") == "dealt" else _numbers(board, player.id, say),
        )
        for player in [*board.seat_players, *others]
    ]


def _numbers(board: Board, colour: PlayerColour, say: Translator) -> str:
    """The numbers of a colour's buildings."""
    buildings = board.buildings[PLAYER_COLOURS.index(colour)]
    return say(
        "Numbers: {numbers}", numbers=", ".join(str(n) for n in sorted(row.number for row in buildings))
    )
