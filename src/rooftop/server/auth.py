"""Identities: the first visit offers one in a cookie, a recovery phrase moves it to another device.

An identity is stored when its cookie comes back for the first time: robots, and browsers that keep no
cookies, leave nothing behind. Until then the cookie itself holds the identity, signed with our key. Only
hashes of cookies and phrases are stored, and neither is ever logged.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

import msgspec
import sqlalchemy as sa
from mnemonic import Mnemonic
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError, RooftopError
from rooftop.languages import ENGLISH, LANGUAGES
from rooftop.server.store.schema import identity, push
from rooftop.server.system import System
from rooftop.server.translation import translate

COOKIE = "rooftop"
SOMEONE = "someone"  # the identity that replaces everyone who has been deleted; nobody has its cookie
COOKIE_LENGTH = 100  # longer cookies are not looked up
DOTS = 4  # in a cookie that can offer an identity
OFFER_SECONDS = 86_400.0  # after this the cookie of an identity that was never stored is invalid
_words = Mnemonic("english")


class BlockedError(RooftopError):
    """The host has blocked an identity."""


class Identity(msgspec.Struct, frozen=True):
    """A person, as the server knows them."""

    id: str
    name: str
    language: str = ""  # of the last page, for messages; empty: not known


ANONYMOUS = Identity("", "")  # a visitor without a cookie


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def is_guest(person: Identity) -> bool:
    """Whether a person still has the name that the server gave them."""
    guests = "|".join(re.escape(translate("Guest", language)) for language in LANGUAGES)
    return re.fullmatch(rf"(?:{guests}) \d{{4}}", person.name) is not None


def create(
    connection: Connection, language: str = ENGLISH, system: System | None = None
) -> tuple[Identity, str]:
    """Create an identity. Return it with its cookie."""
    system = system or System()
    new, cookie = offer(b"", language, system)
    _store(connection, new, cookie, system)
    return new, cookie


def offer(key: bytes, language: str, system: System) -> tuple[Identity, str]:
    """Return a new identity that is not stored yet, and its signed cookie."""
    identity_id, token = system.token_urlsafe(12), system.token_urlsafe(24)
    said = f"{identity_id}.{token}.{language}.{int(system.now()):x}"
    return _offered(identity_id, language), f"{said}.{_signature(key, said)}"


def claim(
    connection: Connection, offered: Identity, cookie: str, system: System
) -> tuple[Identity | None, bool]:
    """Store an offered identity whose cookie has come back. Return it, unless it has moved to another device,
    and whether it is new."""
    if (known := find(connection, cookie)) is not None:  # another request was quicker
        return known, False
    if connection.execute(sa.select(identity.c.id).where(identity.c.id == offered.id)).first() is not None:
        return None, False
    _store(connection, offered, cookie, system)
    return offered, True


def read_offer(key: bytes, cookie: str, now: float) -> Identity | None:
    """Return the identity that a signed cookie offers."""
    said, _, signature = cookie.rpartition(".")
    parts = said.split(".")
    if len(parts) != 4 or not hmac.compare_digest(signature.encode(), _signature(key, said).encode()):
        return None
    identity_id, _, language, at = parts
    return _offered(identity_id, language) if now - int(at, 16) < OFFER_SECONDS else None


def _offered(identity_id: str, language: str) -> Identity:
    number = int.from_bytes(hashlib.sha256(identity_id.encode()).digest()[:4])
    return Identity(identity_id, f"{translate('Guest', language)} {1000 + number % 9000}", language)


def _signature(key: bytes, said: str) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, said.encode(), "sha256")[:18]).decode()


def _store(connection: Connection, new: Identity, cookie: str, system: System) -> None:
    connection.execute(
        identity.insert().values(
            id=new.id,
            name=new.name,
            token=hashed(cookie),
            phrase=hashed(system.token_urlsafe(32)),  # nobody knows it: there is no phrase yet
            created=system.now(),
            language=new.language,
        )
    )


def find(connection: Connection, cookie: str) -> Identity | None:
    """Return the identity of a cookie. Raises BlockedError."""
    row = connection.execute(sa.select(identity).where(identity.c.token == hashed(cookie))).first()
    if row is not None and row.blocked is not None:
        raise BlockedError("the host of this server has blocked you")
    return Identity(row.id, row.name, row.language or "") if row else None


def speak(connection: Connection, identity_id: str, language: str) -> None:
    """Remember a person's language, for messages to them."""
    connection.execute(identity.update().where(identity.c.id == identity_id).values(language=language))


def rename(connection: Connection, identity_id: str, name: str) -> None:
    connection.execute(identity.update().where(identity.c.id == identity_id).values(name=name))


def new_phrase(connection: Connection, identity_id: str) -> str:
    """Create a recovery phrase of twelve words. It replaces an earlier phrase."""
    phrase = str(_words.generate(128))
    connection.execute(identity.update().where(identity.c.id == identity_id).values(phrase=hashed(phrase)))
    return phrase


def recover(connection: Connection, phrase: str) -> tuple[Identity, str]:
    """Return the identity of a recovery phrase with a new cookie. The old device is signed out."""
    row = connection.execute(
        sa.select(identity).where(identity.c.phrase == hashed(" ".join(phrase.lower().split())))
    ).first()
    if row is None:
        raise OptionError("unknown recovery phrase; enter the twelve words in order")
    if row.blocked is not None:
        raise BlockedError("the host of this server has blocked you")
    cookie = secrets.token_urlsafe(32)
    connection.execute(identity.update().where(identity.c.id == row.id).values(token=hashed(cookie)))
    connection.execute(push.delete().where(push.c.identity == row.id))  # of the old device
    return Identity(row.id, row.name, row.language or ""), cookie
