"""New catalogues, catalogues brought up to date, and what they lack. All of this needs a checkout."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Row
from babel.messages.pofile import write_po

from rooftop.errors import OptionError
from rooftop.languages import ENGLISH, folders, locale
from rooftop.languages.catalogues import MISSING, ids, plural_header, problem, read
from rooftop.languages.sources import PAGE, Message, messages

LONGEST = 8  # characters of a code, which the server keeps for every visitor
GUESSED = {"python-format", "python-brace-format"}  # flags that Babel sets by itself, and often wrongly
SIMILAR = 0.8  # of 1: a sentence that was corrected
HEADER = """\
# {title}.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals};\\n"
"""


def check_checkout() -> None:
    """Raise OptionError if Rooftop is installed without its sources."""
    if not PAGE.is_file():
        raise OptionError(
            "catalogues are kept in a checkout of Rooftop, with its sources; clone it and `make play`"
        )


def checked_code(typed: str) -> str:
    """Return the code of a language as catalogues are named. Raises OptionError if Babel does not know it."""
    try:
        found = str(locale(typed.replace("_", "-"))).replace("_", "-")
    except ValueError:
        raise OptionError(f"language must be a code such as de, pt-BR or zh-Hant, not {typed!r}") from None
    if len(found) > LONGEST:
        raise OptionError(f"the code of a language can have at most {LONGEST} characters, unlike {found!r}")
    return found


def create(typed: str) -> list[Path]:
    """Write empty catalogues for a new language, one for each package."""
    code = checked_code(typed)
    if code == ENGLISH or any((folder / f"{code}.po").exists() for folder in folders()):
        raise OptionError(f"{code} exists; `rooftop language status {code}` prints what is missing")
    found = []
    for folder in folders():
        file = folder / f"{code}.po"
        file.write_text(_empty(folder, code), encoding="utf-8", newline="\n")
        bring_up_to_date(file)
        found.append(file)
    return found


def _empty(folder: Path, code: str) -> str:
    name = folder.parent.name.replace("_", " ").capitalize()
    title = f"{name} in {locale(code).get_display_name(ENGLISH)}"
    return HEADER.format(title=title, code=code.replace("-", "_"), plurals=plural_header(code))


def bring_up_to_date(file: Path) -> bool:
    """Add new messages to a catalogue and take out those that nobody says. Return whether it has changed.

    A message whose English has changed keeps its translation, marked as fuzzy: it is English until somebody
    checks it.
    """
    before, code = file.read_text(encoding="utf-8"), file.stem
    old = read(file, code)
    rows = {_message(row): row for row in old if row.id}
    said = messages(file.parent)
    gone = {row.key or row.ids[0]: row for row in rows if row not in said}
    new = Catalog(locale=old.locale)
    new.mime_headers = old.mime_headers
    for message in said:
        row = rows.get(message)
        if row is None and (like := _alike(message, gone)):
            row = rows[gone.pop(like)]
            row.flags.add("fuzzy")
        row = row or Row(_id(message))
        made = new.add(_id(message), row.string, context=message.key or None)
        made.user_comments, made.flags = row.user_comments, row.flags - GUESSED
    header, _, _ = before.partition("\n\n")
    text = io.BytesIO()
    write_po(text, new, width=0, omit_header=True)
    after = f"{header.rstrip()}\n\n{text.getvalue().decode('utf-8').strip()}\n"
    if after != before:
        file.write_text(after, encoding="utf-8", newline="\n")
    return after != before


def _alike(message: Message, gone: Mapping[str, Message]) -> str | None:
    """Return the old form of a message: the one with its key, or a similar one that nobody says any more."""
    same = [name for name, row in gone.items() if len(row.ids) == len(message.ids)]
    if message.key:
        return message.key if message.key in same else None
    return next(iter(get_close_matches(message.ids[0], same, 1, SIMILAR)), None)


def _message(row: Row) -> Message:
    return Message(ids(row), row.context or "")


def _id(message: Message) -> str | tuple[str, ...]:
    return message.ids if len(message.ids) > 1 else message.ids[0]


@dataclass(frozen=True)
class Status:
    """How far a catalogue is. Messages are named by their English, those of the page also by their key."""

    file: Path
    messages: int
    missing: list[str]
    wrong: dict[str, str]  # translations that are not used, and why not
    left_over: list[str]  # what nobody says any more

    @property
    def translated(self) -> int:
        return self.messages - len(self.missing) - len(self.wrong)


def percent(found: Sequence[Status]) -> float:
    """Return how much is translated, rounded down to a tenth: only what is complete has 100."""
    messages = sum(row.messages for row in found)
    return 1000 * sum(row.translated for row in found) // messages / 10 if messages else 100.0


def status(folder: Path, code: str) -> Status:
    """Compare a catalogue with what the sources say. A package without one lacks everything."""
    file = folder / f"{code}.po"
    catalogue = read(file, code) if file.is_file() else Catalog(locale=locale(code))
    there = {_message(row): problem(row, catalogue.num_plurals) for row in catalogue if row.id}
    said = messages(folder)
    missing = [_name(row) for row in said if there.get(row, MISSING) == MISSING]
    wrong = {_name(row): there[row] for row in said if there.get(row, MISSING) not in ("", MISSING)}
    left_over = [_name(row) for row in there if row not in said]
    return Status(file, len(said), missing, wrong, left_over)


def _name(message: Message) -> str:
    return f"{message.key}: {message.ids[0]}" if message.key else message.ids[0]
