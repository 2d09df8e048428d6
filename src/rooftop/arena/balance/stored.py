"""A balance report as JSON: what `rooftop balance --json` writes, and what the documentation keeps."""

from __future__ import annotations

import msgspec

from rooftop.arena.balance.analysis import BalanceReport, Comparison
from rooftop.arena.balance.files import Terms
from rooftop.arena.balance.pages import balance_page, comparison_page
from rooftop.errors import OptionError
from rooftop.game.decoding import decode_json
from rooftop.game.title import title
from rooftop.game.validation import explain
from rooftop.languages import ENGLISH

LINE = 400  # characters that a line may have, for a row of a table; a list of numbers may have more

Report = BalanceReport | Comparison


def write_report(found: Report) -> str:
    """Return the JSON of a report, a row of its tables on each line."""
    return "\n".join(_lines(msgspec.to_builtins(_without_known_text(found)))) + "\n"


def read_report(raw: str | bytes, name: str = "report") -> Report:
    """Read such a JSON text. Raises OptionError with one line if it is not a report."""
    try:
        names = decode_json(raw, dict[str, object])
    except msgspec.MsgspecError:
        raise OptionError(f"{name}: not a balance report; choose a file that --json wrote") from None
    kind: type[Report] = Comparison if "first" in names else BalanceReport
    try:
        return decode_json(raw, kind)
    except msgspec.ValidationError as error:
        raise OptionError(f"{name}: {explain(error, kind, '')}") from None


def report_page(found: Report, language: str = ENGLISH) -> str:
    """Return a report as an HTML page."""
    return (
        comparison_page(found, language) if isinstance(found, Comparison) else balance_page(found, language)
    )


def _without_known_text(found: Report) -> Report:
    """Leave out the texts of editions that the title has."""
    if isinstance(found, Comparison):
        first, second = _shortened(found.first), _shortened(found.second)
        return msgspec.structs.replace(found, first=first, second=second)
    return _shortened(found)


def _shortened(found: BalanceReport) -> BalanceReport:
    return msgspec.structs.replace(
        found, terms=msgspec.structs.replace(found.terms, text=None) if _known(found.terms) else found.terms
    )


def _known(terms: Terms) -> bool:
    kind = title(terms.title)
    return any(kind.hash(edition) == terms.edition.hash for edition in kind.editions())


def _lines(value: object, indent: str = "") -> list[str]:
    """Break a value into lines only where one line cannot hold it."""
    whole = msgspec.json.encode(value).decode()
    rows = (
        value.items()
        if isinstance(value, dict)
        else [("", row) for row in value]
        if isinstance(value, list)
        else []
    )
    is_flat = not any(isinstance(row, dict | list) for _, row in rows)
    if is_flat or len(indent) + len(whole) <= LINE:
        return [whole]
    found = []
    for key, row in rows:
        named = f"{msgspec.json.encode(key).decode()}: " if key else ""
        first, *rest = _lines(row, f"{indent} ")
        found += [f" {named}{first}", *(f" {line}" for line in rest)]
        found[-1] += ","
    found[-1] = found[-1].removesuffix(",")
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return [opening, *found, closing]
