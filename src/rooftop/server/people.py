"""Identities: a first visit gets one, a cookie carries it, a recovery phrase moves it to another device.

Only hashes of cookies and phrases are stored; neither ever reaches a log."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata

import msgspec
import sqlalchemy as sa
from mnemonic import Mnemonic
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.schema import identity
from rooftop.server.speech import said

COOKIE = "rooftop"
NAME_LENGTH = 24
MARKS = 3  # the most accents and vowel signs on one letter; some scripts need that many
# Letters and marks that show nothing, though Unicode counts them among those that do.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
_words = Mnemonic("english")


class Identity(msgspec.Struct, frozen=True):
    """Somebody, as the server knows them."""

    id: str
    name: str


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as it will be shown; an OptionError if it cannot be."""
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(shown) <= NAME_LENGTH:
        raise OptionError("a name has 1 to 24 letters")
    kinds = [unicodedata.category(letter) for letter in shown]
    if any(kind in ("Cc", "Cf", "Co", "Cs", "Cn") for kind in kinds) or INVISIBLE & set(shown):
        raise OptionError("a name has letters that can be seen, and no control characters")
    marks = "".join("m" if kind in ("Mn", "Me") else "." for kind in kinds)
    if marks.startswith("m") or "m" * (MARKS + 1) in marks:
        raise OptionError("a name has letters that can be seen, with few marks over each of them")
    return shown


def create(connection: Connection, language: str = "en") -> tuple[Identity, str]:
    """A new identity, and the cookie that carries it."""
    cookie = secrets.token_urlsafe(32)
    new = Identity(secrets.token_urlsafe(12), f"{said('Guest', language)} {secrets.randbelow(9000) + 1000}")
    connection.execute(
        identity.insert().values(
            id=new.id,
            name=new.name,
            token=hashed(cookie),
            phrase=hashed(secrets.token_urlsafe(32)),  # until a phrase is asked for, there is none
            created=time.time(),
        )
    )
    return new, cookie


def find(connection: Connection, cookie: str) -> Identity | None:
    row = connection.execute(sa.select(identity).where(identity.c.token == hashed(cookie))).first()
    return Identity(row.id, row.name) if row else None


def rename(connection: Connection, who: str, name: str) -> None:
    connection.execute(identity.update().where(identity.c.id == who).values(name=name))


def new_phrase(connection: Connection, who: str) -> str:
    """A recovery phrase of twelve words; an earlier one is worthless from now on."""
    phrase = str(_words.generate(128))
    connection.execute(identity.update().where(identity.c.id == who).values(phrase=hashed(phrase)))
    return phrase


def recover(connection: Connection, phrase: str) -> tuple[Identity, str]:
    """The identity that a phrase belongs to, with a new cookie; the old device is signed out."""
    row = connection.execute(
        sa.select(identity).where(identity.c.phrase == hashed(" ".join(phrase.lower().split())))
    ).first()
    if row is None:
        raise OptionError("this recovery phrase belongs to nobody; it has twelve words, in order")
    cookie = secrets.token_urlsafe(32)
    connection.execute(identity.update().where(identity.c.id == row.id).values(token=hashed(cookie)))
    return Identity(row.id, row.name), cookie
