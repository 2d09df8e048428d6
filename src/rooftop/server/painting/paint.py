"""Updates in words and pictures. Everything here is a function of what a seat may see."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec
import numpy as np

from rooftop.drawing.changes import Changes, changes
from rooftop.game.edition import Edition
from rooftop.game.knowledge import HIDDEN, SPECTATOR, events_for, may_know
from rooftop.game.position import board_of
from rooftop.game.title import AnyTitle, Event, Layer, Size, Theme, View, title
from rooftop.game.translation import Translator, translator
from rooftop.server import protocol
from rooftop.server.painting.jobs import (
    Comparison,
    Entry,
    Job,
    Look,
    Moment,
    Order,
    Picture,
    SceneSetup,
    Shown,
)
from rooftop.server.translation import with_someone

PICTURES = 4096  # kept for the next updates of their clients

_editions: list[Edition] = []


def use_editions(texts: Sequence[str]) -> None:
    """Add editions to the titles' own."""
    _editions[:] = [Edition.parse("edition", text) for text in texts]


@lru_cache(maxsize=256)
def _title_and_board(setup: SceneSetup) -> tuple[AnyTitle, Any]:
    kind = title(setup.title)
    edition = _editions[setup.edition - 1] if setup.edition > 0 else kind.editions()[-setup.edition]
    return kind, board_of(kind, edition, setup.players, setup.colours)


def _view(setup: SceneSetup, seat: int, rows: bytes) -> View:
    if not _title_and_board(setup)[0].is_open:
        return _seen(setup, seat, rows)
    return msgspec.structs.replace(_seen(setup, SPECTATOR, rows), seat=seat)


@lru_cache(maxsize=256)
def _seen(setup: SceneSetup, seat: int, rows: bytes) -> View:
    kind, board = _title_and_board(setup)
    view: View = kind.view(board, np.frombuffer(rows, kind.state.dtype)[0], seat)
    return view


def _elements(setup: SceneSetup, seat: int, look: Look, shown: Shown) -> dict[str, str]:
    """The elements of a picture. Equal views are drawn once, for all who see them."""
    kind = _title_and_board(setup)[0]
    return _painted(setup, SPECTATOR if kind.is_open and not kind.scene.by_seat else seat, look, shown)


@lru_cache(maxsize=PICTURES)
def _painted(setup: SceneSetup, seat: int, look: Look, shown: Shown) -> dict[str, str]:
    return _drawn(setup, look, shown.names, _view(setup, seat, shown.rows))


def _drawn(setup: SceneSetup, look: Look, names: Sequence[str], view: View) -> dict[str, str]:
    kind, board = _title_and_board(setup)
    theme, size = cast(Theme, look.theme), cast(Size, look.size)
    say, shown = translator(kind.package, look.language), with_someone(names, look.language)
    return kind.scene.elements(board, view, shown, say, theme, size)


def do(job: Job) -> list[bytes]:
    """Do a job. Raises OptionError for an unknown theme, size, layer or language."""
    if isinstance(job, Picture):
        return [_picture(job)]
    if isinstance(job, Comparison):
        return [msgspec.json.encode(_comparison(job))]
    return [protocol.encode(update(job.moment, order)) for order in job.orders]


def _picture(job: Picture) -> bytes:
    kind, board = _title_and_board(job.setup)
    view, say = _view(job.setup, job.seat, job.shown.rows), translator(kind.package, job.look.language)
    theme, size, layer = cast(Theme, job.look.theme), cast(Size, job.look.size), cast(Layer, job.layer)
    names = with_someone(job.shown.names, job.look.language)
    return kind.scene(board, view, names, say, theme, size, layer).encode()


def _comparison(job: Comparison) -> Changes:
    after = _drawn(job.setup, job.look, job.shown.names, pickle.loads(job.view))
    return changes(_elements(job.setup, job.seat, job.look, job.shown), after)


# --- updates -----------------------------------------------------------------------------------------------


def update(moment: Moment, order: Order) -> protocol.Update:
    """The frame for a seat, with the part of the log that it has not been sent."""
    kind, board = _title_and_board(moment.setup)
    say = translator(kind.package, order.look.language)
    view = _view(moment.setup, order.seat, order.rows)
    names = moment.names
    first = moment.log[0].number if moment.log else 0
    return protocol.Update(
        count=0,
        number=moment.number,
        seat=order.seat,
        own=list(order.own),
        passing=order.passing,
        title=kind.id,
        status=moment.status,
        to_act=moment.to_act,
        deciding=moment.deciding,
        clock=moment.clock and protocol.Clocks(*moment.clock),
        ended=moment.ended,
        paused=moment.paused,
        level=moment.level,
        rematch=protocol.Rematch(*moment.rematch) if moment.rematch and order.own else None,
        agreements=[protocol.Agreement(*row) for row in moment.agreements],
        prompt=kind.moves.prompt(board, view, _legal(moment, order), say) if order.decides else "",
        offers=_offers(moment, order, view, say) if order.decides else [],
        hints=[protocol.Hint(*hint) for hint in kind.hints(board, view, say)]
        if order.decides and order.hints
        else [],
        clauses=kind.clauses(board, view),
        ahead=[kind.moves.move(board, action, view).text(say) for action in order.decided],
        undoable=order.undoable,
        redoable=order.redoable,
        log=[_line(moment, entry, order, say) for entry in moment.log[order.since + 1 - first :]],
        seats=people(moment, order.look.language),
        scores=[
            protocol.Score(
                msgspec.to_builtins(row.points),
                row.total,
                row.rank,
                msgspec.to_builtins(getattr(row, "if_ended", None)),
            )
            for row in view.seats  # type: ignore[attr-defined]
        ],
        sources=kind.source_names(say, board, view)
        if order.before is None or moment.status == "over"
        else None,
        commitment=moment.commitment,
        picture=_pushed(moment.setup, order, Shown(order.rows, names)),
        rated=moment.rated,
    )


def _legal(moment: Moment, order: Order) -> Sequence[int]:
    """What the seat may choose from: its legal actions, or those that it can decide ahead."""
    return moment.legal if order.legal is None else order.legal


def _offers(moment: Moment, order: Order, view: View, say: Translator) -> list[protocol.Offer]:
    kind, board = _title_and_board(moment.setup)
    return [protocol.Offer(*kind.moves.offer(board, view, action, say)) for action in _legal(moment, order)]


def _line(moment: Moment, entry: Entry, order: Order, say: Translator) -> protocol.Entry:
    """A log entry as a seat may know it."""
    kind, board = _title_and_board(moment.setup)
    seat, names = order.seat, with_someone(moment.names, order.look.language)
    text, events = entry.text, list[Event]()
    if entry.decided is not None:
        # A secret move is revealed with its ply. One that was undone never is.
        text = text if may_know(entry.decided.known_to, seat, entry.decided.unveiled) else HIDDEN
        events = events_for(seat, entry.decided.events)
    lines = [kind.events.tell(board, event, names, say) for event in events]
    about = [event.seat for event in events]
    return protocol.Entry(entry.number, entry.seat, entry.kind, text, lines, about)


def people(moment: Moment, language: str) -> list[protocol.Person]:
    marks = _marks(moment.setup, language)
    names = with_someone((chair.name for chair in moment.chairs), language)
    return [
        protocol.Person(*chair._replace(name=names[seat]), *marks[seat])
        for seat, chair in enumerate(moment.chairs)
    ]


@lru_cache(maxsize=64)
def _marks(setup: SceneSetup, language: str) -> list[tuple[str, str]]:
    kind, board = _title_and_board(setup)
    return kind.marks(board, translator(kind.package, language))


def _pushed(setup: SceneSetup, order: Order, shown: Shown) -> Changes | None:
    if order.look.size is None:
        return None
    before = None if order.before is None else _elements(setup, order.seat, order.look, order.before)
    return changes(before, _elements(setup, order.seat, order.look, shown))
