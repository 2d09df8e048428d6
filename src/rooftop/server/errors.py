"""Errors as people see them: one sentence in their language, as JSON, or a page for an unknown address."""

from __future__ import annotations

import logging

from litestar import Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException, InternalServerException
from litestar.openapi import ResponseSpec

from rooftop.errors import RooftopError
from rooftop.server.auth import BlockedError
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.protocol import Problem
from rooftop.server.routes.template import look_of, render
from rooftop.server.store.fences import ElsewhereError, LostError
from rooftop.server.store.store import UnavailableError
from rooftop.server.translation import language_of, message, message_of, translate

log = logging.getLogger("rooftop")

BODY_BYTES = 16_384
RETRY_SECONDS = 5  # the Retry-After of a 503
MISDIRECTED = 421  # another process has the table; clients never see this
# Litestar's own sentences can contain paths of the installation.
HTTP_MESSAGES = {404: "page not found", 405: "method not allowed"}


class Refusal(HTTPException):
    """A request that is refused, with a sentence that says why."""


def refusal_of(error: Exception) -> tuple[int, str]:
    """Return the HTTP status and the sentence of an error."""
    if isinstance(error, UnavailableError | LostError | ElsewhereError):
        return 503, message_of(error)
    if isinstance(error, BlockedError):
        return 403, message_of(error)
    if isinstance(error, RooftopError):
        return 400, message_of(error)
    if isinstance(error, RecursionError):
        return 400, message("the request is nested too deeply")
    if isinstance(error, Refusal):
        return error.status_code, error.detail
    if isinstance(error, HTTPException):
        return error.status_code, _http_message(error)
    return 500, message("internal server error; nothing was changed")


def _http_message(error: HTTPException) -> str:
    if error.status_code == 400 and isinstance(error.extra, list) and error.extra:
        return "; ".join(map(_validation_message, error.extra))
    if error.status_code == 413:
        return too_large()
    return HTTP_MESSAGES.get(error.status_code) or error.detail or message("the request failed")


def _validation_message(row: object) -> str:
    """Return what Litestar says about one parameter."""
    if not isinstance(row, dict):
        return str(row)
    return ": ".join(str(row[key]) for key in ("key", "message") if row.get(key))


def too_large() -> str:
    return message("a request can have at most {n} bytes", n=BODY_BYTES)


def problem_response(request: AnyRequest, status: int, sentence: str) -> Response[Problem]:
    """Answer with a sentence in the language of the request."""
    return Response(
        Problem(translate(sentence, language_of(request))),
        status_code=status,
        media_type=MediaType.JSON,
        headers={"retry-after": str(RETRY_SECONDS)} if status == 503 else {},
    )


def handle_error(request: AnyRequest, error: Exception) -> Response[Problem] | Response[str]:
    """Litestar's exception handler for every route."""
    if isinstance(error, ElsewhereError):
        place = {"x-holder": error.holder, "x-table": error.table_id}
        return Response(Problem(str(error)), status_code=MISDIRECTED, headers=place)
    status, sentence = refusal_of(error)
    if status == 500 and not _is_gone(error):
        log.exception("unexpected error")
    is_blocked = isinstance(error, BlockedError)
    if (status == 404 or is_blocked) and _wants_page(request):
        page = render("missing", look_of(request), kind="blocked" if is_blocked else "missing_page")
        return Response(
            page, status_code=status, media_type=MediaType.HTML, headers={"cache-control": "no-store"}
        )
    return problem_response(request, status, sentence)


def _is_gone(error: Exception) -> bool:
    """Whether a visitor left before the whole request had arrived."""
    return isinstance(error, InternalServerException) and "client disconnected" in error.detail


def _wants_page(request: AnyRequest) -> bool:
    """Whether a browser is opening an address as a page."""
    is_page = not request.url.path.startswith(("/api/", "/static/"))
    return is_page and request.method == "GET" and "text/html" in request.headers.get("accept", "")


# --- in the OpenAPI document -------------------------------------------------------------------------------

DESCRIPTIONS = {
    304: "The visitor has this already.",
    400: "The request is invalid; `error` says why.",
    401: "The request has no identity.",
    403: "The request comes from another site, the table is for others, or the host has blocked the visitor.",
    404: "There is no such thing; `error` says what is missing.",
    413: "The request is too large.",
    429: "Too many requests.",
    503: "The database does not answer; Retry-After says when to try again.",
}
NOT_FOUND_PAGE = ResponseSpec(
    str, generate_examples=False, description="There is no such page.", media_type=MediaType.HTML
)


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the error responses of a route: those given, and those that every route has."""
    return {
        status: ResponseSpec(
            Problem if status >= 400 else None, generate_examples=False, description=DESCRIPTIONS[status]
        )
        for status in sorted({*statuses, 403, 413, 429, 503})
    }
