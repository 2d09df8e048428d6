"""The contract of a title, as tests. Subclass `Contract` and implement `exchange`:

class TestTowerUp(Contract):
    title = TITLE

    def exchange(self, position, seat, chance):
        ...  # shuffle the pile, which nobody knows
"""

import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import msgspec
import numpy as np
import pytest

import rooftop
from rooftop.engine import gpu, gpu_batch, simulation
from rooftop.engine.engine import engine
from rooftop.engine.record import Array
from rooftop.engine.state import EVERYONE, RandomStream, without_events
from rooftop.engine.streams import seed_of, seed_rows
from rooftop.game.ahead import Ahead, ahead
from rooftop.game.forced import play_with_forced
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import Game, Position, colour_ids, new_game
from rooftop.game.preview import preview, reasons
from rooftop.game.replay import replay
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.game.translation import Translator, translator
from rooftop.testing import SOAK
from rooftop.testing.pictures import svg

Kind = tuple[int, dict[str, OptionValue]]  # number of players, options


def assert_equal_without_events(quiet: Array, rows: Array) -> None:
    """Compare a state of a game that kept no events with that of one that did, field by field."""
    assert quiet["event_count"] == 0
    for name in rows.dtype.names or ():
        if name not in ("events", "event_count", "filler"):
            assert quiet[name].tobytes() == rows[name].tobytes(), name


class Contract:
    title: ClassVar[AnyTitle]
    variants: ClassVar[list[dict[str, OptionValue]]] = [{}]
    colour_fields: ClassVar[tuple[str, ...]] = ()  # the fields of a state that come with a seat's colour
    equal_games = 2  # for each number of players and variant; `make soak` plays 50
    games = 3  # for the slower tests
    gpu_code = "ROOFTOP_GPU_CODE" in os.environ  # `make gpu` compiles every title for a GPU

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Change everything that `seat` cannot know, without changing what it knows."""
        raise NotImplementedError

    # --- helpers ---

    @classmethod
    def kinds(cls) -> list[Kind]:
        """Every player count with every variant; tests that take a `kind` run once for each."""
        return list(itertools.product(cls.title.players, cls.variants))

    def game(self, kind: Kind, compiled: bool | None = None) -> Game:
        return new_game(self.title, *kind, compiled=compiled)

    def matches(self, kind: Kind) -> Iterator[tuple[Match, random.Random]]:
        for seed in range(self.games):
            yield Match(self.game(kind), seed), random.Random(seed)

    def some_play(self, match: Match, chance: random.Random) -> Iterator[None]:
        """Play at random; yields before every decision and at the end."""
        while not match.over:
            yield
            match.play(chance.choice(match.legal()))
        yield

    # --- deciding ahead ---

    def test_what_is_decided_ahead_is_legal_when_the_turn_comes_whatever_the_others_decide(
        self, kind: Kind
    ) -> None:
        if self.title.ahead is None:
            return
        found = 0
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                for seat in range(match.players):
                    if can := ahead(match, seat):
                        found += 1
                        self._decide_ahead(match, seat, can, chance)
        assert found

    def _decide_ahead(self, match: Match, seat: int, can: Ahead, chance: random.Random) -> None:
        """Decide everything ahead, let the others decide, and play it."""
        assert ahead(match, match.to_act) is None
        before = match.position.rows.tobytes()
        blinded = Match.at(match.position.blind(seat))
        decided: list[int] = []
        while not can.is_complete:
            elsewhere = ahead(blinded, seat, decided)
            assert elsewhere is not None
            assert elsewhere.legal() == can.legal()  # it depends on nothing that the seat cannot know
            decided.append(chance.choice(can.legal()))
            again = ahead(match, seat, decided)
            assert again is not None
            can = again
        assert can.legal() == []
        assert ahead(match, seat, [*decided, decided[0]]) is None
        assert match.position.rows.tobytes() == before
        later = match.clone()
        while later.to_act != seat:
            assert ahead(later, seat, decided) is not None
            later.play(chance.choice(later.legal()))
            assert later.decisions[-1].known_to != EVERYONE
        for action in decided:
            assert later.to_act == seat
            assert later.position.who_knows(action) == 1 << seat
            later.play(action)
        assert later.to_act != seat or later.position.state["turn"] != match.position.state["turn"]

    # --- interpreted, compiled, on a GPU ---

    def test_interpreted_and_compiled_rules_give_equal_bytes_lists_and_observations(self, kind: Kind) -> None:
        ours, theirs = self.game(kind, compiled=True), self.game(kind, compiled=False)
        for number in range(50 if SOAK else self.equal_games):
            seed, chance = seed_of(7, number), random.Random(number)
            one, other = ours.position(seed), theirs.position(seed)
            assert one.rows.tobytes() == other.rows.tobytes()
            while not one.over:
                legal = one.legal()
                assert legal == other.legal()
                action = chance.choice(legal)
                one.apply(action)
                other.apply(action)
                assert one.rows.tobytes() == other.rows.tobytes()
                seat = chance.randrange(ours.players)
                assert one.observe(seat).tobytes() == other.observe(seat).tobytes()
                if one.ply % 8 == 0:
                    salt = chance.getrandbits(62)
                    assert one.blind(seat, salt).rows.tobytes() == other.blind(seat, salt).rows.tobytes()
                    assert one.law_broken() == other.law_broken() == 0
            assert other.legal() == []

    def test_the_rules_compile_for_a_gpu(self) -> None:
        if not self.gpu_code:
            pytest.skip("`make gpu` compiles this title for a GPU")
        rules = engine(self.title, compiled=True)
        for text in (gpu.ptx(rules), *gpu_batch.ptx(rules)):
            assert ".entry" in text
            assert ".target sm_90" in text

    @pytest.mark.skipif(not gpu.available(), reason="there is no GPU here")
    def test_a_gpu_gives_equal_states(self, kind: Kind) -> None:
        states, decisions = gpu.play_games(self.game(kind, compiled=True), 64, seed=3)
        for number in range(64):
            match = replay(self.game(kind), 3, number)
            assert_equal_without_events(states[number : number + 1], match.position.rows)
            assert decisions[number] == match.ply

    def test_a_state_without_events_ends_the_same(self, kind: Kind) -> None:
        game = self.game(kind, compiled=False)
        streams, broken = RandomStream.array(), np.zeros(1, np.int16)
        ends = []
        for state in (self.title.state, without_events(self.title.state)):
            rows = state.array()
            seed_rows(rows, 3, [0], "game")
            seed_rows(streams, 3, [0], "choices")
            game.engine.play_games(
                rows,
                game.tables,
                state.array(),
                streams,
                game.players,
                game.encoded,
                False,
                game.engine.room(),
                broken,
            )
            ends.append(rows)
        assert ends[0]["event_count"] > 0
        assert_equal_without_events(ends[1], ends[0])

    # --- laws ---

    def test_all_laws_hold_in_random_games(self, kind: Kind) -> None:
        report = simulation.simulate(self.game(kind, compiled=True), 1000, seed=11, check=True)
        assert report.violations == []
        assert report.games == 1000

    def test_the_derived_fields_follow_from_the_others(self, kind: Kind) -> None:
        derived = [name for name, field in self.title.state.fields.items() if field.derived]
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                rows = match.position.clone().rows
                for name in derived:
                    if name not in ("events", "event_count"):
                        rows[name] = 77
                match.game.engine.refreshed(rows, 0, match.game.tables)
                for name in derived:
                    if name in ("events", "event_count"):
                        continue
                    real = match.position.rows[name][0]
                    known = rows[name][0]
                    same = known == real
                    assert np.all(same | (known == 77)), name

    def test_equal_seed_and_moves_give_equal_games_and_other_seeds_others(self, kind: Kind) -> None:
        one, again, other = (replay(self.game(kind), seed, 0) for seed in (5, 5, 6))
        assert one.file() == again.file()
        assert one.position.hash() != other.position.hash()

    def test_a_view_lists_the_points_of_a_seat_in_the_order_of_the_sources(self, kind: Kind) -> None:
        view = msgspec.to_builtins(Match(self.game(kind), 1).view())
        for seat in view.get("seats", ()):
            assert list(seat["points"]) == list(self.title.sources)

    # --- secrets ---

    def seats(self, match: Match) -> range:
        return range(SPECTATOR, match.players)

    def test_what_a_seat_cannot_know_changes_nothing_that_it_receives(self, kind: Kind) -> None:
        """Views, log, offers, notation, observations and bot input, at every ply."""
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                for seat in self.seats(match):
                    other = match.clone()
                    self.exchange(other.position, seat, chance)
                    self.assert_alike(match, other, seat)

    def assert_alike(self, match: Match, other: Match, seat: int) -> None:
        salt = 12345
        ours, theirs = match.position.blind(seat, salt), other.position.blind(seat, salt)
        assert ours.rows.tobytes() == theirs.rows.tobytes()  # what bots get
        assert match.view(seat) == other.view(seat)
        assert match.record(seat) == other.record(seat)
        assert match.position.events(seat) == other.position.events(seat)
        assert match.file(secret=False) == other.file(secret=False)
        for language in ("en", "pl"):
            since = max(match.ply - 3, 0)
            assert match.log(seat, language, since=since) == other.log(seat, language, since=since)
        if seat >= 0:
            seen = match.position.observe(seat).tobytes()
            assert seen == other.position.observe(seat).tobytes() == ours.observe(seat).tobytes()
        if seat == match.to_act:
            assert match.moves() == other.moves()
            assert ours.legal() == theirs.legal() == match.legal()

    def test_every_number_of_an_observation_has_a_name(self, kind: Kind) -> None:
        names = self.game(kind).observation_names()
        assert len(names) == len(set(names)) == self.title.observation

    def test_exchange_changes_something(self, kind: Kind) -> None:
        exchanged = 0
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                other = match.clone()
                self.exchange(other.position, SPECTATOR, chance)
                exchanged += other.position.hash() != match.position.hash()
        assert exchanged

    def test_a_blinded_position_keeps_what_the_seat_knows_and_can_be_played_on(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                for seat in self.seats(match):
                    blinded = match.position.blind(seat)
                    assert blinded.view(seat) == match.view(seat)
                    assert blinded.law_broken() == 0
                    if not match.over and seat == match.to_act:
                        assert blinded.legal() == match.legal()
            blinded = match.position.blind(0)
            while not blinded.over:
                blinded.apply(chance.choice(blinded.legal()))

    def test_in_an_open_title_everyone_sees_the_same(self, kind: Kind) -> None:
        """Then a server draws one picture for everyone."""
        if not self.title.is_open:
            return
        scene = self.title.scene
        for match, chance in self.matches(kind):
            board, names, say = match.game.board, match.names(), match.translator("en")
            for _ in self.some_play(match, chance):
                rows, view = match.position.blind(SPECTATOR, 0).rows.tobytes(), match.view()
                drawn = None if scene.by_seat else scene.elements(board, view, names, say)
                for seat in range(match.players):
                    assert match.position.blind(seat, 0).rows.tobytes() == rows
                    assert match.view(seat) == msgspec.structs.replace(view, seat=seat)
                    assert drawn is None or scene.elements(board, match.view(seat), names, say) == drawn

    def test_different_salts_deal_differently_and_replace_the_generator(self, kind: Kind) -> None:
        for match, _ in self.matches(kind):
            one, other = match.position.blind(0, 1), match.position.blind(0, 2)
            assert one.hash() != other.hash()
            assert not np.array_equal(one.rows["rng"], match.position.rows["rng"])

    def test_no_seed_and_no_hash_is_in_a_file_for_others(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                text = match.file(secret=False).encode().decode()
                assert match.seed.hex() not in text
                assert match.position.hash() not in text

    # --- undo ---

    def test_undo_then_redo_gives_equal_bytes(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                count = match.undoable
                if not count:
                    continue
                after, record = match.position.rows.tobytes(), match.record()
                back = chance.randint(1, count)
                match.undo(back)
                assert match.ply == len(record) - back
                assert match.redoable == back
                match.redo(back)
                assert match.position.rows.tobytes() == after
                assert match.record() == record

    def test_undo_restores_the_state_before(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            before = [match.position.rows.tobytes()]
            for _ in self.some_play(match, chance):
                if len(before) <= match.ply:
                    before.append(match.position.rows.tobytes())
                before[match.ply] = match.position.rows.tobytes()
                other = match.clone()
                while other.undoable:
                    other.undo()
                    assert other.position.rows.tobytes() == before[other.ply]

    def test_no_undo_crosses_a_reveal_or_another_players_decision(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            history: list[tuple[int, int, int]] = []
            for _ in self.some_play(match, chance):
                state = match.position.state
                history.append((int(state["turn"]), int(state["reveals"]), match.to_act))
                for ply in range(match.ply - match.undoable, match.ply):
                    turn, reveals, seat = history[ply]
                    assert (turn, reveals) == history[-1][:2]
                    assert seat == history[match.ply - 1][2]
                with pytest.raises(rooftop.UndoError, match="cannot undo"):
                    match.undo(match.undoable + 1)

    def test_playing_on_after_undo_forgets_what_was_undone(self, kind: Kind) -> None:
        tried = 0
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                if match.undoable and not match.over:
                    other = match.clone()
                    other.undo()
                    other.play(chance.choice(other.legal()))
                    assert other.redoable == 0
                    with pytest.raises(rooftop.UndoError, match="cannot redo"):
                        other.redo()
                    tried += 1
        assert tried

    # --- words ---

    def test_notation_parses_back_and_is_unique(self, kind: Kind) -> None:
        notation, parse = self.title.moves.notation, self.title.moves.parse
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                written = [notation(match.game.board, action) for action in match.legal()]
                assert [parse(match.game.board, text) for text in written] == match.legal()
                assert len(set(written)) == len(written)

    def test_every_message_is_translated(self, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        """A message missing from the catalogue would show up in English; here it is an error."""
        call, many = Translator.__call__, Translator.many

        def strict_call(say: Translator, message: str, **parts: object) -> str:
            assert say.language == "en" or say.catalogue.gettext(message) != message or message == "Forum"
            return call(say, message, **parts)

        def strict_many(say: Translator, one: str, more: str, n: int, **parts: object) -> str:
            assert say.language == "en" or say.catalogue.ngettext(one, more, n) not in (one, more)
            return many(say, one, more, n, **parts)

        monkeypatch.setattr(Translator, "__call__", strict_call)
        monkeypatch.setattr(Translator, "many", strict_many)
        for match, chance in self.matches(kind):
            for ply, _ in enumerate(self.some_play(match, chance)):
                for language in ("en", "pl"):
                    for move in match.moves(language) if ply % 6 == 0 else ():
                        assert move.text.strip()
                        assert "{" not in move.text
                    if ply % 2 == 0 or match.over:
                        match.text(max(match.to_act, 0), language)
                    if not match.over:
                        for action in chance.sample(range(self.title.actions), min(self.title.actions, 12)):
                            match.why_not(action, language)
            for language in ("en", "pl"):
                for seat in self.seats(match):
                    for line in match.log(seat, language):
                        assert "{" not in line

    def test_why_not_explains_exactly_the_illegal_actions(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            for ply, _ in enumerate(self.some_play(match, chance)):
                if match.over or ply % 5:
                    continue
                legal, say = set(match.legal()), match.translator("en")
                board, view = match.game.board, match.view(match.to_act)
                for action in range(self.title.actions):
                    reason = self.title.reasons.why_not(board, view, action, say)
                    assert (reason is None) == (action in legal), (action, reason)

    def test_an_illegal_move_is_refused_with_a_sentence_and_changes_nothing(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                if match.over:
                    break
                legal = set(match.legal())
                illegal = [action for action in range(self.title.actions) if action not in legal]
                before, record = match.position.rows.tobytes(), match.record()
                with pytest.raises(rooftop.MoveError, match="is not legal now"):
                    match.play(chance.choice(illegal))
                assert match.position.rows.tobytes() == before
                assert match.record() == record

    # --- files ---

    def test_a_saved_match_loads_to_equal_bytes(
        self, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rooftop.game.match.title", lambda name: self.title)
        for number, (match, chance) in enumerate(self.matches(kind)):
            stop = chance.randrange(60)
            for ply, _ in enumerate(self.some_play(match, chance)):
                if ply == stop:
                    break
            match.save(path := tmp_path / f"{number}.json")
            loaded = Match.load(path)
            assert loaded.position.rows.tobytes() == match.position.rows.tobytes()
            assert loaded.file() == match.file()
            assert loaded.record() == match.record()

    # --- colours ---

    def test_other_colours_change_only_the_colours_and_what_comes_with_them(self, kind: Kind) -> None:
        """The deal, the moves and what everyone sees of them are the same; the file names the colours."""
        players, options = kind
        ids = colour_ids(self.title, self.title.edition(), players)
        colours = ids[::-1][:players]
        plain, other = self.game(kind), new_game(self.title, players, options, colours=colours)
        one, two = plain.position(5).rows, other.position(5).rows
        for name in one.dtype.names or ():
            if name not in self.colour_fields:
                assert one[name].tobytes() == two[name].tobytes(), name
        for name in self.colour_fields:
            assert one[name].tobytes() != two[name].tobytes() or "dealt" in options.values(), name
        assert self.title.hash(plain.edition) == self.title.hash(other.edition)
        for language in ("en", "pl"):
            say = translator(self.title.package, language)
            assert [colour for colour, _ in self.title.guide.marks(other.board, say)] == colours
            rows = self.title.guide.colours(plain.board, say, options)
            assert [row.id for row in rows] == ids
            assert sorted(rows) == sorted(self.title.guide.colours(other.board, say, options))
            assert len({row.letter for row in rows}) == len({row.name for row in rows}) == len(ids)
        file = Match(other, 5).file()
        assert file.colours == colours
        assert file.commitment == Match(plain, 5).file().commitment
        assert b"colours" not in Match(plain, 5).file().encode()
        assert new_game(self.title, players, options, colours=ids[:players]).board is plain.board

    def test_a_game_with_other_colours_loads_to_equal_bytes(
        self, kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rooftop.game.match.title", lambda name: self.title)
        players, options = kind
        colours = colour_ids(self.title, self.title.edition(), players)[-players:]
        match, chance = Match(new_game(self.title, players, options, colours=colours), 5), random.Random(5)
        for _ in self.some_play(match, chance):
            pass
        match.save(path := tmp_path / "game.json")
        loaded = Match.load(path)
        assert loaded.position.rows.tobytes() == match.position.rows.tobytes()
        assert loaded.file().encode() == match.file().encode()
        assert loaded.view() == match.view()

    def test_colours_that_cannot_be_played_are_refused(self) -> None:
        players = max(self.title.players)
        ids = colour_ids(self.title, self.title.edition(), players)
        for wrong in (ids[: players - 1], [ids[0]] * players, [*ids[1:players], "plaid"], ids[0]):
            with pytest.raises(rooftop.OptionError, match=f"colours must be {players} different ones of"):
                new_game(self.title, players, colours=wrong)

    # --- prompts, guides, previews ---

    def test_every_decision_has_a_prompt_headings_and_parts(self, kind: Kind) -> None:
        board = self.game(kind).board
        for action in range(self.title.actions):
            assert all(isinstance(part, str) and part for part in self.title.moves.parts(board, action))
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                for language in ("en", "pl"):
                    assert bool(match.prompt(language)) != match.over
                    for move in match.moves(language):
                        assert 1 <= len(move.group) <= 2
                        assert all(heading.strip() and "{" not in heading for heading in move.group)

    def test_the_guide_speaks_both_languages(self, kind: Kind) -> None:
        guide, board = self.title.guide, self.game(kind).board
        for language in ("en", "pl"):
            say = translator(self.title.package, language)
            assert set(guide.sources(say)) == set(self.title.sources)
            assert guide.blurb(say)
            marks = guide.marks(board, say)
            assert len(marks) == kind[0]
            assert len({colour for colour, _ in marks}) == len({letter for _, letter in marks}) == kind[0]
            for option in self.title.options:
                for text in (option.help, option.values, *(label for _, label in option.choices)):
                    assert language == "en" or say(text) != text
        for match, chance in self.matches(kind):
            for _ in self.some_play(match, chance):
                if match.over:
                    break
                view = match.view(match.to_act)
                assert guide.clauses(board, view)
                hints = [guide.hints(board, view, match.translator(language)) for language in ("en", "pl")]
                assert [name for name, _ in hints[0]] == [name for name, _ in hints[1]]
                assert len(hints[0]) <= 2
                assert all(english != polish for (_, english), (_, polish) in zip(*hints, strict=True))

    def test_a_first_game_can_be_played(self) -> None:
        for players in self.title.players:
            assert not Match(new_game(self.title, players, self.title.first_game), 1).over

    def test_a_preview_shows_what_is_certain_and_nothing_hidden(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            drawn = svg(self.title, match.game.board, match.view(), layer="board")
            for ply, _ in enumerate(self.some_play(match, chance)):
                if match.over or ply % 3:
                    continue
                seat, action = match.to_act, chance.choice(match.legal())
                other, after = match.clone(), match.clone()
                self.exchange(other.position, seat, chance)
                looked = preview(match, action, "pl")
                assert looked == preview(other, action, "pl")
                assert all("{" not in line for line in looked.lines + preview(match, action).lines)
                assert all(f' id="{price.sign}"' in drawn and price.change for price in looked.prices)
                assert all(price.text and "{" not in price.text for price in looked.prices)
                if "hold" in self.title.state.fields:
                    after.position.state["hold"] = 1  # a preview stops at the end of the player's own turn
                play_with_forced(after, action)
                for change in looked.changes:
                    was = match.points(change.seat)[change.source]
                    assert after.points(change.seat)[change.source] == was + change.points

    def test_a_part_that_cannot_be_chosen_says_why(self, kind: Kind) -> None:
        board, parts = self.game(kind).board, self.title.moves.parts
        for match, chance in self.matches(kind):
            for ply, _ in enumerate(self.some_play(match, chance)):
                if match.over or ply % 7:
                    continue
                offered = {part for action in match.legal() for part in parts(board, action)}
                others = {
                    part for action in range(self.title.actions) for part in parts(board, action)
                } - offered
                for target in chance.sample(sorted(others), min(3, len(others))):
                    assert reasons(match, target)
                    assert len(reasons(match, target)) == len(reasons(match, target, "pl"))
                assert reasons(match, "nothing of ours") == []

    def test_any_earlier_position_can_be_restored(self, kind: Kind) -> None:
        for match, chance in self.matches(kind):
            seen = [match.position.rows.tobytes() for _ in self.some_play(match, chance)]
            for ply in chance.sample(range(len(seen)), min(len(seen), 5)):
                assert match.position_at(ply).rows.tobytes() == seen[ply]
            with pytest.raises(rooftop.OptionError, match="ply must be from 0 to"):
                match.position_at(match.ply + 1)
