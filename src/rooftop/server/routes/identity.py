"""The visitor's identity: name, recovery phrase, moving to another device."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from rooftop.server import auth
from rooftop.server.auth import Identity
from rooftop.server.context import InjectedContext, Person, address_of
from rooftop.server.errors import Refusal, errors
from rooftop.server.limits import network
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.names import clean_name
from rooftop.server.protocol import NewName, Phrase


@get("/api/me", responses=errors(401))
async def get_identity(person: Person) -> Identity:
    return person


@post("/api/me", status_code=200, responses=errors(400, 401, 403))
async def rename(context: InjectedContext, person: Person, data: JSONBody[NewName]) -> Identity:
    name = clean_name(data.name)
    await context.store.write(lambda database: auth.rename(database, person.id, name))
    await context.registry.rename(person.id, name)
    return msgspec.structs.replace(person, name=name)


@post("/api/me/phrase", status_code=200, responses=errors(401, 403))
async def new_phrase(context: InjectedContext, person: Person) -> Phrase:
    """Create a recovery phrase. It is shown only once."""
    return Phrase(await context.store.write(lambda database: auth.new_phrase(database, person.id)))


@post("/api/recover", status_code=200, responses=errors(400, 403))
async def recover(
    request: AnyRequest, context: InjectedContext, data: JSONBody[Phrase]
) -> Response[Identity]:
    """Move an identity to this device."""
    if not context.commands.take(f"recover {network(address_of(request))}"):
        raise Refusal(status_code=429, detail="too many attempts; wait a moment")
    identity, cookie = await context.store.write(lambda database: auth.recover(database, data.phrase))
    context.registry.sign_out(identity.id)
    return Response(identity, cookies=[context.cookie(cookie)])


HANDLERS = [get_identity, rename, new_phrase, recover]
