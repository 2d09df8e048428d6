"""A review as one HTML file, and as text."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.arena.review.findings import Review, Swing, Told, kind_of, tell
from rooftop.arena.review.judging import Weighed
from rooftop.drawing.svg import escape
from rooftop.game.match import Match
from rooftop.game.translation import Translator, translator
from rooftop.languages import ENGLISH
from rooftop.reports import Html, Line, Section, facts, lines, page, whole
from rooftop.reports.wording import decimal, percent_sign, short


def words(language: str) -> Translator:
    return translator("rooftop.arena", language)


def percent(chance: float, language: str) -> str:
    """A chance as a whole percentage: it is only an estimate."""
    return whole(100 * chance, language) + percent_sign(language)


def name_of(cost: float, say: Translator) -> str:
    """What to call a decision with this cost."""
    return {"blunder": say("blunder"), "mistake": say("mistake"), "slip": say("slip")}[kind_of(cost)]


def html(review: Review, match: Match, language: str = ENGLISH, names: Sequence[str] = ()) -> str:
    """The whole page."""
    say, seats = words(language), match.seat_names(names, language)
    curves = [
        Line(name, [(point.ply, point.chance) for point in review.curve(seat)], colour)
        for (seat, name), colour in zip(enumerate(seats), _colours(match), strict=True)
    ]
    chart = lines(
        say("Chance to win, move by move"),
        [curve for curve in curves if curve.points],
        language,
        percent,
        across=say("move"),
        show_across=whole,
        least=0.0,
        most=1.0,
    )
    knowledge = say(
        "Each line shows what that player could know: it has a point before and after each of the player's"
        " own decisions, and ends with the result."
    )
    sections = [
        Section(say("Chance to win"), [chart, knowledge]),
        Section(say("Biggest swings"), _swings(review, match, seats, language)),
        *(
            Section(say("{name}: costliest decisions", name=name), _costly(review, match, seat, language))
            for seat, name in enumerate(seats)
        ),
    ]
    title = say("Review: {title}", title=match.title.name)
    return page(title, sections, language, lead=[_summary(review, match, seats, language)])


def text(review: Review, match: Match, language: str = ENGLISH, names: Sequence[str] = ()) -> str:
    """The same as lines for a terminal, without the chart."""
    say, seats = words(language), match.seat_names(names, language)
    out = [say("Review: {title}", title=match.title.name), "", say("Biggest swings")]
    swings = [f"  {_swing(swing, seats, language)}" for swing in review.swings()]
    out += swings or [f"  {say('No swing was big.')}"]
    for seat, name in enumerate(seats):
        out += ["", say("{name}: costliest decisions", name=name)]
        for told in _worst_first(review, match, seat, language):
            head, played, better = _verdict(told, language)
            out += [f"  {head}", f"    {played}", f"    {better}"]
        if not review.costliest(seat):
            out.append(f"  {say('No decision cost anything that matters.')}")
    return "\n".join(out) + "\n"


def _colours(match: Match) -> list[str]:
    say = match.translator(ENGLISH)
    return [colour for colour, _ in match.title.marks(match.game.board, say)]


def _summary(review: Review, match: Match, seats: Sequence[str], language: str) -> Html:
    say = words(language)
    budget = review.budget
    if budget.simulations is not None:
        thought = say.many("{n} simulation a decision", "{n} simulations a decision", budget.simulations)
    else:
        seconds = short(decimal(budget.seconds or 0, language, 3), language)
        thought = say("{seconds} seconds a decision", seconds=seconds)
    ranked = sorted(range(match.players), key=lambda seat: (match.ranks[seat], seat))
    result = ", ".join(f"{seats[seat]} {match.total(seat)}" for seat in ranked)
    early = {
        "agreement": say("ended by agreement, without a winner"),
        "scores": say("ended with the present scores"),
        "conceded": say("ended because nobody was left to play on"),
    }
    return facts(
        {
            say("Result"): f"{result} ({early[match.ended]})" if match.ended else result,
            say("Moves"): whole(match.ply, language),
            say("Decisions judged"): whole(len(review.judgements), language),
            say("Thinking time"): thought,
        }
    )


def _swings(review: Review, match: Match, seats: Sequence[str], language: str) -> list[str]:
    swings = [_swing(swing, seats, language) for swing in review.swings()]
    say = words(language)
    return swings or [say("No swing was big.")]


def _swing(swing: Swing, seats: Sequence[str], language: str) -> str:
    say = words(language)
    parts = {
        "name": seats[swing.seat],
        "move": _move_number(swing.since, say) if swing.own else _between(swing, say),
        "before": percent(swing.before, language),
        "after": percent(swing.after, language),
    }
    if swing.own:
        return say("{move}: {name} went from {before} to {after} with this decision.", **parts)
    return say(
        "{move}: {name} went from {before} to {after} while others played or something was revealed.", **parts
    )


def _move_number(ply: int, say: Translator) -> str:
    return say("Move {n}", n=ply + 1)


def _between(swing: Swing, say: Translator) -> str:
    if swing.until == swing.since + 1:
        return _move_number(swing.since, say)
    return say("Moves {first} to {last}", first=swing.since + 1, last=swing.until)


def _worst_first(review: Review, match: Match, seat: int, language: str) -> list[Told]:
    return sorted(tell(match, review.costliest(seat), language), key=lambda told: -told.judgement.cost)


def _costly(review: Review, match: Match, seat: int, language: str) -> list[str]:
    say = words(language)
    blocks: list[str] = []
    for told in _worst_first(review, match, seat, language):
        head, played, better = map(escape, _verdict(told, language))
        blocks.append(Html(f"<p><strong>{head}</strong><br>{played}<br>{better}</p>"))
    return blocks or [say("No decision cost anything that matters.")]


def _verdict(told: Told, language: str) -> tuple[str, str, str]:
    """A costly decision, the move played, and a better one."""
    say, one = words(language), told.judgement
    return (
        f"{_move_number(one.ply, say)}: {name_of(one.cost, say)}, {_minus(one.cost, language)}",
        say("Played: {move}", move=_weighed(told.played, one.played, language)),
        say("Better: {move}", move=_weighed(told.better, one.best[0], language)),
    )


def _weighed(text: str, move: Weighed, language: str) -> str:
    """A move in words and in notation, and its chance of winning."""
    return f"{text} ({move.move}), {percent(move.chance, language)}"


def _minus(cost: float, language: str) -> str:
    return f"\N{MINUS SIGN}{percent(cost, language)}"
