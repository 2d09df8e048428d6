"""What stands in the city, on cards and before players, in words: for those who listen to a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rooftop.game.title import View
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import COLOURS, Board, Objective, Site
from rooftop.titles.tower_up.moves import building, card_text, district_name, floors, machine


def picture(board: Board, view: View, names: list[str], say: Translator) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    title = say.many(
        "Tower Up, {n} player, turn {turn}",
        "Tower Up, {n} players, turn {turn}",
        board.players,
        turn=view["turn"] + 1,
    )
    points = say.list(
        [
            say("{player} {points}", player=name, points=row["total"])
            for name, row in zip(names, view["seats"], strict=True)
        ]
    )
    built = len(view["buildings"])
    return title, " ".join(
        [
            status(view, names, say) + ".",
            say.many("There is {n} building.", "There are {n} buildings.", built),
            say("Millions: {points}.", points=points),
        ]
    )


def status(view: View, names: list[str], say: Translator) -> str:
    """Who does what now, in a few words."""
    if view["to_act"] is None:
        winners = [name for name, row in zip(names, view["seats"], strict=True) if row["place"] == 1]
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view["to_act"]]
    if view["phase"] == "turn" and view["extra_turn"]:
        return say("{player}: an extra turn", player=player)
    return {
        "starter": say("{player} places a starting floor", player=player),
        "compensation": say("{player} chooses an additional floor", player=player),
        "turn": say("{player} takes a card or builds", player=player),
        "floor": say("{player} chooses a floor", player=player),
        "roof": say("{player} lays a roof", player=player),
        "return": say("{player} gives floors back", player=player),
        "end": say("{player} ends the turn", player=player),
    }[view["phase"]]


def ending(view: View, say: Translator) -> str:
    """The banner when the end has begun: how many last turns are left, this one included."""
    if view["to_act"] is None:
        return say("The game is over")
    if view["last_turns"]:
        return say.many(
            "The end has begun: {n} last turn", "The end has begun: {n} last turns", view["last_turns"]
        )
    after = view["players"] - (view["ending"] == "last-roof")  # whoever laid the last roof has had theirs
    return say.many(
        "The end has begun: after this turn {n} more",
        "The end has begun: after this turn {n} more",
        after,
    )


def site(
    board: Board, spot: Site, row: dict[str, Any] | None, new: bool, names: list[str], say: Translator
) -> str:
    """A site with what stands on it: colour, height and every roof with its level."""
    area = board.district(board.site_number[spot.id])
    place = f"{spot.id}, {district_name(area, say)}"
    if spot.lakeside:
        place = say("{place}, by the lake", place=place)
    if spot.park:
        place = say("{place}, in a park", place=place)
    if row is None:
        return say("{place}: empty", place=place)
    height = say.many("{n} floor", "{n} floors", row["height"])
    parts = [f"{building(say, row['colour'])}, {height}"]
    if new:
        parts.append(say("new in this turn"))
    parts += [
        say("level {level}: roof of {player}", level=level, player=names[owner])
        for level, owner in enumerate(row["roofs"], 1)
        if owner is not None
    ]
    return f"{place}: {'; '.join(parts)}"


def card(board: Board, place: int, card_id: str | None, say: Translator) -> str:
    if card_id is None:
        return say("Card {place}: none", place=place + 1)
    return say("Card {place}: {gains}", place=place + 1, gains=card_text(board, say, card_id))


def tray(colour: str, count: int, say: Translator) -> str:
    return say("In the tray: {floors}", floors=floors(say, colour, count))


def objective(
    rule: Objective, tokens: Sequence[int], progress: Sequence[tuple[int, int]],
    holders: Sequence[int | None], names: Sequence[str], say: Translator,
) -> str:  # fmt: skip
    """An objective, the tokens that are left, and how far everyone is."""
    left = say.list([str(value) for value in tokens]) or "0"
    parts = [
        say("{player} has won {value}", player=name, value=token)
        if token
        else say("{player} {have} of {need}", player=name, have=have, need=need)
        for name, (have, need), token in zip(names, progress, holders, strict=True)
    ]
    text = say.name(rule, "text")
    return say(
        "{objective}; tokens left: {left}; {progress}", objective=text, left=left, progress=", ".join(parts)
    )


def player(
    board: Board,
    row: dict[str, Any],
    seen: int,
    turn: bool,
    extra: bool,
    earned: bool,
    name: str,
    say: Translator,
) -> str:
    """Everything in a player's area."""
    parts = [say.many("{player}: {n} million", "{player}: {n} millions", row["total"], player=name)]
    if row["place"]:
        parts.append(say("place {place}", place=row["place"]))
    if turn:
        parts.append(say("to act"))
    if extra:
        parts.append(say("this is an extra turn"))
    if earned:
        parts.append(say("another turn follows"))
    parts.append(
        say("in stock {floors}", floors=say.list([floors(say, c, row["stock"][c]) for c in COLOURS]))
    )
    parts.append(say.many("{n} roof left", "{n} roofs left", row["roofs"]))
    parts += [
        say("{machine}: {value} million", machine=machine(say, c), value=board.track.values[row["track"][c]])
        for c in COLOURS
    ]
    if row["visible"] is None:
        parts.append(say.many("{n} visible roof", "{n} visible roofs", seen))
    else:
        parts.append(say.many("{n} visible roof counted", "{n} visible roofs counted", row["visible"]))
    won = [str(value) for value in row["tokens"] if value]
    if won:
        parts.append(say("tokens {values}", values=say.list(won)))
    return "; ".join(parts)
