"""The frames of a table: what each seat and each spectator may see, in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rooftop.drawing.changes import Changes, changes
from rooftop.game.knowledge import HIDDEN, SPECTATOR, may_know
from rooftop.game.match import Match
from rooftop.game.title import View
from rooftop.game.translation import translator
from rooftop.server import protocol
from rooftop.server.tables.client import Shown

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable
    from rooftop.server.tables.state import LogEntry


def people(table: LiveTable, language: str) -> list[protocol.Person]:
    title = table.game.title
    marks = title.guide.marks(table.game.board, translator(title.package, language))
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
    """The frame before the game begins."""
    state = table.state
    return protocol.Waiting(
        title=state.game.title.id,
        status=state.status,
        seats=people(table, client.language),
        seat=client.seat,
        free=state.free_chairs(client.visitor) if client.seat == SPECTATOR else [],
        options=state.game.options,
        edition=state.game.edition.id,
        visibility=state.visibility,
        pace=state.pace,
        commitment=state.commitment,
    )


def update(table: LiveTable, match: Match, client: Client, deciding: float) -> protocol.Update:
    """The frame during and after the game, with the log that the client has not been sent."""
    seat, language, since = client.seat, client.language, client.sent
    is_turn = seat != SPECTATOR and match.to_act == seat and not table.chairs[seat].bot
    decided_last = bool(match.decisions) and match.decisions[-1].seat == seat
    title, board, say = match.title, match.game.board, match.translator(language)
    view = match.view(seat)
    return protocol.Update(
        count=client.count + 1,
        number=table.number,
        ply=match.ply,
        seat=seat,
        title=title.id,
        status=table.status,
        to_act=None if match.over else match.to_act,
        deciding=round(deciding, 1),
        prompt=title.moves.prompt(board, view, say) if is_turn else "",
        offers=[protocol.Offer(*move) for move in match.offers(view, language)] if is_turn else [],
        hints=[protocol.Hint(*hint) for hint in title.guide.hints(board, view, say)] if is_turn else [],
        clauses=title.guide.clauses(board, view),
        undoable=match.undoable if decided_last and table.status == "playing" else 0,
        redoable=match.redoable if is_turn else 0,
        log=[log_line(table, match, entry, seat, language) for entry in table.state.log[since:]],
        seats=people(table, language),
        scores=scores(view),
        commitment=table.state.commitment,
        picture=picture(table, match, client),
    )


def scores(view: View) -> list[protocol.Score]:
    return [
        protocol.Score(msgspec.to_builtins(row.points), row.total, row.rank)
        for row in view.seats  # type: ignore[attr-defined]
    ]


def picture(table: LiveTable, match: Match, client: Client) -> Changes | None:
    """What changes in the picture of a client."""
    if client.look.size is None:
        return None
    before = client.shown
    after = Shown(match.position, tuple(table.names))
    return changes(_elements(before, client) if before else None, _elements(after, client))


def _elements(shown: Shown, client: Client) -> dict[str, str]:
    game, look = shown.position.game, client.look
    assert look.size is not None
    say = translator(game.title.package, look.language)
    view = shown.position.view(client.seat)
    return game.title.scene.elements(game.board, view, list(shown.names), say, look.theme, look.size)


def log_line(table: LiveTable, match: Match, entry: LogEntry, seat: int, language: str) -> protocol.Entry:
    """A log entry as `seat` may know it."""
    text, lines = entry.text, []
    if entry.decision is not None:
        # A secret move is revealed with its ply. One that was undone never is.
        unveiled = match.is_unveiled(entry.ply) and table.state.standing[entry.ply] is entry
        text = text if may_know(entry.decision.known_to, seat, unveiled) else HIDDEN
        lines = match.log_lines(entry.decision, seat, language, table.names)
    return protocol.Entry(entry.number, entry.seat, entry.kind, text, lines)
