"""Health, readiness and metrics for the host; and the host's announcement."""

from __future__ import annotations

from litestar import Response, get
from litestar.openapi import ResponseSpec
from prometheus_client import CONTENT_TYPE_LATEST

from rooftop.server.context import InjectedContext, address_of
from rooftop.server.errors import RETRY_SECONDS, Refusal, errors
from rooftop.server.limits import is_within
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.metrics import exposition
from rooftop.server.protocol import Announcement, Condition

NOT_READY = ResponseSpec(Condition, generate_examples=False, description="The server is not ready.")


@get("/health", sync_to_thread=False, responses=errors())
def health() -> Condition:
    """Answer while the server is alive. If it does not answer, restart it."""
    return Condition("alive")


@get("/ready", responses={**errors(), 503: NOT_READY})
async def ready(context: InjectedContext) -> Response[Condition]:
    """Tell whether games can be stored and the rules are compiled."""
    condition = await context.condition()
    if condition == "ready":
        return Response(Condition(condition))
    return Response(Condition(condition), status_code=503, headers={"retry-after": str(RETRY_SECONDS)})


@get("/metrics", sync_to_thread=False, responses=errors())
def metrics(request: AnyRequest, context: InjectedContext) -> Response[bytes]:
    """Metrics for Prometheus, if the request comes from an allowed address."""
    if not is_within(address_of(request), context.settings.metrics_from):
        raise Refusal(status_code=403, detail="metrics are for the host of this server")
    return Response(exposition(), media_type=CONTENT_TYPE_LATEST)


@get("/api/announcement", responses=errors())
async def announcement(context: InjectedContext) -> Announcement:
    """The current announcement of the server's host."""
    return context.registry.announcement or Announcement({}, 0.0)


HANDLERS = [health, ready, metrics, announcement]
