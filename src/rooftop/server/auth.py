"""Identities: the first visit creates one, a cookie carries it, a recovery phrase moves it to another device.

Only hashes of cookies and phrases are stored, and neither is ever logged.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

import msgspec
import sqlalchemy as sa
from mnemonic import Mnemonic
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError, RooftopError
from rooftop.game.translation import LANGUAGES
from rooftop.server.store.schema import identity, push
from rooftop.server.surroundings import Surroundings
from rooftop.server.translation import translate

COOKIE = "rooftop"
SOMEONE = "someone"  # the identity that stands for everyone who has been deleted; nobody has its cookie
NAME_LENGTH = 24
COOKIE_LENGTH = 100  # longer cookies are not looked up
MARKS = 3  # accents and vowel signs per letter; some scripts need that many
# Characters that show nothing, although Unicode counts them as letters and marks.
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
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


def clean_name(name: str) -> str:
    """Return a name as it will be shown. Raises OptionError if it is not acceptable."""
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(shown) <= NAME_LENGTH:
        raise OptionError("a name must have 1 to 24 characters")
    kinds = [unicodedata.category(letter) for letter in shown]
    if any(kind in ("Cc", "Cf", "Co", "Cs", "Cn") for kind in kinds) or INVISIBLE & set(shown):
        raise OptionError("a name must have visible characters only")
    marks = "".join("m" if kind in ("Mn", "Me") else "." for kind in kinds)
    if marks.startswith("m") or "m" * (MARKS + 1) in marks:
        raise OptionError("a name must have visible letters with at most a few accents on each")
    return shown


def is_guest(person: Identity) -> bool:
    """Whether a person still has the name that the server gave them."""
    guests = "|".join(re.escape(translate("Guest", language)) for language in LANGUAGES)
    return re.fullmatch(rf"(?:{guests}) \d{{4}}", person.name) is not None


def create(
    connection: Connection, language: str = "en", surroundings: Surroundings | None = None
) -> tuple[Identity, str]:
    """Create an identity. Return it with its cookie."""
    around = surroundings or Surroundings()
    cookie = around.token_urlsafe(32)
    new = Identity(
        around.token_urlsafe(12),
        f"{translate('Guest', language)} {around.chance.randrange(1000, 10_000)}",
        language,
    )
    connection.execute(
        identity.insert().values(
            id=new.id,
            name=new.name,
            token=hashed(cookie),
            phrase=hashed(around.token_urlsafe(32)),  # nobody knows it: there is no phrase yet
            created=around.now(),
            language=language,
        )
    )
    return new, cookie


def find(connection: Connection, cookie: str) -> Identity | None:
    """Return the identity that a cookie belongs to. Raises BlockedError."""
    row = connection.execute(sa.select(identity).where(identity.c.token == hashed(cookie))).first()
    if row is not None and row.blocked is not None:
        raise BlockedError("the host of this server has blocked you")
    return Identity(row.id, row.name, row.language or "") if row else None


def speak(connection: Connection, identity_id: str, language: str) -> None:
    """Remember the language of somebody, for messages to them."""
    connection.execute(identity.update().where(identity.c.id == identity_id).values(language=language))


def rename(connection: Connection, identity_id: str, name: str) -> None:
    connection.execute(identity.update().where(identity.c.id == identity_id).values(name=name))


def new_phrase(connection: Connection, identity_id: str) -> str:
    """Create a recovery phrase of twelve words. It replaces an earlier one."""
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
