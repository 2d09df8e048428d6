"""A balance report as an HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import astuple

from rooftop.arena.balance.analysis import (
    BalanceReport,
    Change,
    Comparison,
    Estimate,
    Finding,
    Share,
    Table,
    ThingResult,
    counting_of,
    edition_of,
)
from rooftop.game.counting import Thing, ThingKind
from rooftop.game.position import board_of
from rooftop.game.title import title
from rooftop.game.translation import Translator, capital, translator
from rooftop.languages import ENGLISH
from rooftop.reports import Bar, Html, Mark, Section, bars, dots, facts, histogram, interval, page, table
from rooftop.reports.wording import Show, number, percent, whole


def balance_page(report: BalanceReport, language: str = ENGLISH) -> str:
    """The report on one edition."""
    words = _Words(report, language)
    say = words.say
    heading = say("Balance of {title}", title=words.kind.name)
    return page(heading, _sections(report, words), language, [words.terms()])


def comparison_page(comparison: Comparison, language: str = ENGLISH) -> str:
    """Two editions on the same deals: the differences, then the report on the second."""
    words = _Words(comparison.second, language)
    say = words.say
    first, second = comparison.first.terms.edition, comparison.second.terms.edition
    heading = say(
        "Balance of {title}: {first} and {second}",
        title=words.kind.name,
        first=f"{first.id} v{first.version}",
        second=f"{second.id} v{second.version}",
    )
    changes = [words.change(change, comparison) for change in comparison.changes]
    both = Section(say("What changes on the same deals"), changes)
    return page(heading, [both, *_sections(comparison.second, words)], language, [words.terms()])


def _sections(report: BalanceReport, words: _Words) -> list[Section]:
    say = words.say
    sections = [
        Section(say("Out of bounds"), words.findings(report.findings)),
        Section(say("Wins by seat"), [words.shares(one, say("Seat"), one.seats) for one in report.tables]),
        Section(
            say("Wins by colour"), [words.shares(one, say("Colour"), one.colours) for one in report.tables]
        ),
    ]
    if any(one.starts for one in report.tables):
        starts = [words.shares(one, say("Start"), one.starts) for one in report.tables if one.starts]
        sections.append(Section(say("Wins by start"), starts))
    sections.append(Section(say("Points and length"), words.lengths(report.tables)))
    sections.append(Section(say("Rare rules"), [words.rarities(one) for one in report.tables]))
    for kind in counting_of(words.kind).KINDS:
        body = [piece for one in report.tables for piece in words.things(one, kind)]
        sections.append(Section(words.own(kind.name), [words.how_counted(kind), *body]))
    return sections


class _Words:
    """A report in a language."""

    def __init__(self, report: BalanceReport, language: str) -> None:
        self.report = report
        self.language = language
        self.say = translator("rooftop.arena", language)
        self.kind = title(report.terms.title)
        self.own: Translator = translator(self.kind.package, language)
        self.board = board_of(self.kind, edition_of(report.terms), report.tables[-1].players)
        colours = self.kind.colours(self.board, self.own, {})
        self.colours = {colour.id: colour.name for colour in colours}

    def name(self, thing: Thing) -> str:
        return counting_of(self.kind).name(self.board, thing, self.own)

    def terms(self) -> Html:
        say, terms = self.say, self.report.terms
        games = ", ".join(
            say("{games} with {players} players", games=whole(one.games, self.language), players=one.players)
            for one in self.report.tables
        )
        return facts(
            {
                say("Edition"): say(
                    "{id}, version {version}", id=terms.edition.id, version=terms.edition.version
                ),
                say("Players"): say("equal bots: {bot}", bot=terms.bot),
                say("Games"): games,
                say("Seed"): str(terms.seed),
            }
        )

    def table_name(self, one: Table) -> str:
        return self.say.many("{n} player", "{n} players", one.players)

    def findings(self, found: Sequence[Finding]) -> list[str]:
        say = self.say
        about = say(
            "A share of wins more than 6 points from parity; things whose holders win less than half or more"
            " than twice as often as parity, if at least 30 seats had them."
        )
        if not found:
            return [about, say("Nothing is out of bounds.")]
        rows = [
            [
                self.what(finding),
                str(finding.players),
                percent(finding.value, self.language)
                if finding.what in ("seat", "colour", "start")
                else say("{number} times parity", number=number(finding.value, self.language)),
                self.source(finding.source),
                say("yes") if finding.sure else say("no"),
            ]
            for finding in found
        ]
        heads = [say("What"), say("Players"), say("Value"), say("Source"), say("Beyond doubt")]
        return [about, table(heads, rows)]

    def what(self, finding: Finding) -> str:
        if finding.what == "seat":
            return self.say("Seat {number}", number=int(finding.id) + 1)
        if finding.what == "colour":
            return self.say("Colour: {colour}", colour=self.colours[finding.id])
        if finding.what == "start":
            return self.say("Start: {start}", start=self.start(finding.id))
        return self.name(Thing(finding.what, finding.id))

    def source(self, source: str) -> str:
        say = self.say
        names = {
            "rulebook": say("rulebook"),
            "derived": say("derived"),
            "reconstructed": say("reconstructed"),
        }
        return names.get(source, "–")

    def start(self, name: str) -> str:
        return self.name(Thing(counting_of(self.kind).KINDS[0].id, name))

    def shares(self, one: Table, head: str, shares: Sequence[Share]) -> Html:
        rows = [
            Bar(
                self._who(one, share, shares),
                share.wins.value,
                share.wins.low,
                share.wins.high,
                colour=share.id if shares is one.colours else "",
                note=whole(share.games, self.language),
            )
            for share in shares
            if share.games
        ]
        mark = Mark(one.parity, self.say("parity"))
        return bars(self.table_name(one), rows, self.language, mark=mark, heads=(head, self.say("games")))

    def _who(self, one: Table, share: Share, shares: Sequence[Share]) -> str:
        if shares is one.seats:
            return self.say("Seat {number}", number=int(share.id) + 1)
        return capital(self.colours[share.id] if shares is one.colours else self.start(share.id))

    def lengths(self, tables: Sequence[Table]) -> list[str]:
        say, language = self.say, self.language
        heads = [
            say("Players"),
            say("points of the winner"),
            say("points of all"),
            say("turns of a player"),
            say("decisions of a game"),
        ]
        rows = [
            [
                str(one.players),
                *(
                    self.estimate(value, number)
                    for value in (one.winner_points, one.points, one.length.turns, one.length.decisions)
                ),
            ]
            for one in tables
        ]
        plots = [
            histogram(
                self.table_name(one), one.length.all_turns, language, across=say("turns of all players")
            )
            for one in tables
        ]
        return [table(heads, rows), *plots]

    def rarities(self, one: Table) -> Html:
        rules = counting_of(self.kind).RARE
        rows = [
            Bar(
                self.own(rules[row.id]),
                row.games.value,
                row.games.low,
                row.games.high,
                note=number(row.times, self.language),
            )
            for row in one.rare
        ]
        caption = self.say("{players}: share of games", players=self.table_name(one))
        return bars(caption, rows, self.language, heads=(self.say("rule"), self.say("times in a game")))

    def how_counted(self, kind: ThingKind) -> str:
        if kind.contested:
            return self.say("Everybody can have a part of it: it counts for those who have most.")
        return self.say("It counts for those who have it, in games in which others have it not.")

    def things(self, one: Table, kind: ThingKind) -> list[Html]:
        say, language = self.say, self.language
        results = [result for result in one.things if result.kind == kind.id and result.in_play]
        told = [result for result in results if result.times_parity is not None and result.holders > 1]
        pieces = []
        if told:
            told.sort(key=lambda result: -result.times_parity.value)  # type: ignore[union-attr]
            rows = [self._dot(result) for result in told]
            caption = say(
                "{players}: wins of those who had it, in times of parity", players=self.table_name(one)
            )
            heads = (self.own(kind.name), say("seats"))
            pieces.append(dots(caption, rows, language, number, mark=Mark(1.0, say("parity")), heads=heads))
        heads_below = [
            self.own(kind.name),
            say("source"),
            say("games in play"),
            say("games taken"),
            say("seats"),
            say("times parity"),
            say("points ahead of the others"),
            say("points of all, if in play"),
        ]
        cells = [
            [
                self.name(Thing(result.kind, result.id)),
                self.source(result.source),
                whole(result.in_play, language),
                whole(result.taken, language),
                whole(result.holders, language),
                *(
                    self.estimate(value, number)
                    for value in (result.times_parity, result.points_ahead, result.points_in_play)
                ),
            ]
            for result in results
        ]
        if cells:
            pieces.append(table(heads_below, cells, self.table_name(one)))
        return pieces

    def _dot(self, result: ThingResult) -> Bar:
        times = result.times_parity
        assert times is not None
        name = self.name(Thing(result.kind, result.id))
        return Bar(name, times.value, times.low, times.high, note=whole(result.holders, self.language))

    def change(self, change: Change, comparison: Comparison) -> Html:
        say = self.say
        rules = counting_of(self.kind).RARE
        before, after = (
            next(one for one in report.tables if one.players == change.players)
            for report in (comparison.first, comparison.second)
        )
        turns = Estimate(*(end and end / change.players for end in astuple(change.turns)))
        rows = [
            self._row(
                say("points of the winner"), before.winner_points, after.winner_points, change.winner_points
            ),
            self._row(say("points of all"), before.points, after.points, change.points),
            self._row(say("turns of a player"), before.length.turns, after.length.turns, turns),
        ]
        rows += [
            self._row(
                say("Seat {number}", number=seat + 1),
                before.seats[seat].wins,
                after.seats[seat].wins,
                change.seats[seat],
                percent,
            )
            for seat in range(change.players)
        ]
        for old, new in zip(before.rare, after.rare, strict=True):
            rows.append(
                self._row(self.own(rules[old.id]), old.games, new.games, change.rare[old.id], percent)
            )
        heads = [say("What"), say("before"), say("after"), say("difference on the same deals")]
        caption = say("{players}: {games} deals", players=self.table_name(after), games=change.games)
        return table(heads, rows, caption)

    def _row(
        self,
        name: str,
        before: Estimate,
        after: Estimate,
        change: Estimate,
        show: Show = number,
    ) -> list[str]:
        return [name, *(self.estimate(value, show) for value in (before, after, change))]

    def estimate(self, value: Estimate | None, show: Show) -> str:
        if value is None:
            return "–"
        written = show(value.value, self.language)
        if value.low is None or value.high is None:
            return written
        return f"{written} ({interval(value.low, value.high, show, self.language)})"
