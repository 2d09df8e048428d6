"""What a table tells: each seat and each spectator what it may know, in its own language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rooftop.game.knowledge import HIDDEN, SPECTATOR, events_for, may_know
from rooftop.game.match import Match
from rooftop.game.translation import translator
from rooftop.server import protocol

if TYPE_CHECKING:
    from rooftop.server.tables import Client, LiveTable, Logged


def people(table: LiveTable, language: str) -> list[protocol.Person]:
    marks = table.game.title.guide.marks(table.game.board, translator(table.game.title.package, language))
    return [
        protocol.Person(
            chair.name,
            chair.bot,
            table.is_here(seat) or bool(chair.bot),
            round(chair.seconds, 1),
            chair.stand_in,
            *marks[seat],
        )
        for seat, chair in enumerate(table.chairs)
    ]


def waiting(table: LiveTable, client: Client) -> protocol.Waiting:
    return protocol.Waiting(
        title=table.game.title.id,
        status=table.status,
        seats=people(table, client.language),
        seat=client.seat,
        free=table.free_chairs(client.who) if client.seat == SPECTATOR else [],
        options=table.game.options,
        edition=table.game.edition.id,
        visibility=table.visibility,
        pace=table.pace,
        commitment=table.commitment,
    )


def update(
    table: LiveTable, match: Match, seat: int, language: str, since: int, deciding: float
) -> protocol.Update:
    mine = seat != SPECTATOR and match.to_act == seat and not table.chairs[seat].bot
    own = bool(match.decisions) and match.decisions[-1].seat == seat
    view, kind, board, say = match.view(seat), match.title, match.game.board, match.translator(language)
    return protocol.Update(
        number=table.number,
        ply=match.ply,
        seat=seat,
        title=kind.id,
        status=table.status,
        to_act=None if match.over else match.to_act,
        deciding=round(deciding, 1),
        prompt=kind.moves.prompt(board, view, say) if mine else "",
        view=view,
        offers=[protocol.Offer(*move) for move in match.offers(view, language)] if mine else [],
        hints=[protocol.Hint(*hint) for hint in kind.guide.hints(board, view, say)] if mine else [],
        clauses=kind.guide.clauses(board, view),
        undoable=match.undoable if own and table.status == "playing" else 0,
        redoable=match.redoable if mine else 0,
        log=[told(table, match, logged, seat, language) for logged in table.log[since:]],
        seats=people(table, language),
        commitment=table.commitment,
    )


def told(table: LiveTable, match: Match, logged: Logged, seat: int, language: str) -> protocol.Entry:
    say, tell = translator(table.game.title.package, language), table.game.title.moves.tell
    lines = [tell(table.game.board, event, table.names, say) for event in events_for(seat, logged.events)]
    open_to_seat = may_know(logged.known_to, seat, _is_unveiled(table, match, logged))
    text = logged.text if open_to_seat else HIDDEN
    return protocol.Entry(logged.number, logged.seat, logged.kind, text, lines)


def _is_unveiled(table: LiveTable, match: Match, logged: Logged) -> bool:
    """Whether everyone has been shown this secret decision. One that was taken back never is."""
    return logged.ply >= 0 and match.is_unveiled(logged.ply) and table.standing[logged.ply] is logged
