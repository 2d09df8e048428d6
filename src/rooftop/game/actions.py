"""Kinds of moves: everything about a kind is in one class.

class Build(Action):
    \"\"\"Put a building on a site.\"\"\"

    first = n.BUILD
    example = "build T5 black"
    site = Choice(SITES, n.SITES)
    colour = Choice(COLOURS, n.COLOURS)

    def text(self, say): ...

An action of the kernels is a number. Those of a kind begin at `first`: the last choice counts fastest, so
`build T5 black` is `first + site * n.COLOURS + colour`. An object of the class is one move on a board:
`self.site` and `self.colour` are the numbers of what it chooses. `Kinds` puts the kinds of a title together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, cast, overload

from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.errors import MoveError, TitleError
from rooftop.game.title import Event, Move, Price, View
from rooftop.game.translation import Translator

BoardT = TypeVar("BoardT")
ViewT = TypeVar("ViewT", bound=View)
MOST_NAMES = 12  # listed by an error


class Things(Generic[BoardT]):
    """Numbered things of a title, such as sites: what they are called, and the ids that players write."""

    def __init__(self, what: str, ids: Callable[[BoardT], Sequence[str]]) -> None:
        self.what = what
        self.ids = ids

    def id(self, board: BoardT, number: int) -> str:
        """The id of a thing; `#49` stands for one that this board does not have."""
        ids = self.ids(board)
        return ids[number] if number < len(ids) else f"#{number}"

    def number(self, board: BoardT, word: str, text: str) -> int:
        """The number of the thing that a word of the move `text` names; case does not matter."""
        ids = self.ids(board)
        for number, known in enumerate(ids):
            if known.lower() == word.lower():
                return number
        some = ", ".join(ids[:MOST_NAMES]) + (", ..." if len(ids) > MOST_NAMES else "")
        raise MoveError(f"{text!r}: unknown {self.what} {word!r}; expected one of {some}")


def numbered(what: str, count: int) -> Things[Any]:
    """Things that players number from 1."""
    ids = [str(number) for number in range(1, count + 1)]
    return Things(what, lambda board: ids)


class Choice:
    """A choice in a move: one of `count` things, the most that the largest board can have. If it is clicked
    in the picture, `part` is what the ids of these parts begin with: `part="card"` for `card-3`."""

    name: str

    def __init__(self, things: Things[Any], count: int, part: str = "") -> None:
        self.things = things
        self.count = count
        self.part = part

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, move: None, owner: type) -> Self: ...
    @overload
    def __get__(self, move: object, owner: type) -> int: ...
    def __get__(self, move: object | None, owner: type) -> Self | int:
        return self if move is None else cast(int, vars(move)[self.name])


class Granted(NamedTuple, Generic[ViewT]):
    """What comes of a move if those after it do what it assumes: what is certain then, and who they are."""

    view: ViewT
    seats: frozenset[int]


class Kind(Generic[BoardT, ViewT]):
    """A kind of move. A title derives a class from it with what all its kinds share."""

    first: ClassVar[int]  # of its actions
    example: ClassVar[str]  # a move in notation: a word or two, then what it chooses
    choices: ClassVar[tuple[Choice, ...]] = ()
    word: ClassVar[str]  # of the notation; by default from the example

    action: int
    board: BoardT
    view: ViewT  # of the seat to act; the notation and the parts of a move do not depend on it
    granted: Granted[ViewT]  # in a preview of a move that assumes something

    def __init_subclass__(cls) -> None:
        cls.choices = tuple(own for own in vars(cls).values() if isinstance(own, Choice)) or cls.choices
        if "example" in vars(cls) and "word" not in vars(cls):
            words = cls.example.split()
            cls.word = " ".join(words[: len(words) - len(cls.choices)])

    def __init__(self, board: BoardT, action: int, view: ViewT | None = None) -> None:
        self.action, self.board = action, board
        if view is not None:
            self.view = view
        chosen, left = vars(self), action - self.first
        for choice in reversed(self.choices):
            left, chosen[choice.name] = divmod(left, choice.count)

    @classmethod
    def count(cls) -> int:
        """How many actions of this kind there are."""
        return prod(choice.count for choice in cls.choices)

    def notation(self) -> str:
        """The move as players write it."""
        chosen = vars(self)
        ids = [choice.things.id(self.board, chosen[choice.name]) for choice in self.choices]
        return " ".join([self.word, *ids])

    @classmethod
    def parse(cls, board: BoardT, words: Sequence[str], text: str) -> int | None:
        """The action for the words after the first; None if there are too many or too few."""
        if len(words) != len(cls.choices):
            return None
        action = 0
        for choice, word in zip(cls.choices, words, strict=True):
            action = action * choice.count + choice.things.number(board, word, text)
        return cls.first + action

    def text(self, say: Translator) -> str:
        """A sentence for a legal move."""
        raise NotImplementedError

    def heading(self, say: Translator) -> tuple[str, ...]:
        """Its headings in a list of moves: one, or a general one and a special one."""
        raise NotImplementedError

    def parts(self) -> tuple[str, ...]:
        """The ids of the parts of the picture that choose it; none if this board does not have it."""
        found: list[str] = []
        for choice in self.choices:
            if choice.part:
                ids, number = choice.things.ids(self.board), vars(self)[choice.name]
                if number >= len(ids):
                    return ()
                found.append(f"{choice.part}-{ids[number]}")
        return tuple(found)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        """Why it is not legal: what is wrong, and what is possible instead."""
        raise NotImplementedError

    def assumed(self) -> tuple[int, ...]:
        """Actions that a preview assumes to follow, by whoever is next, as long as one of them is legal: what
        comes of a bid if all others pass."""
        return ()

    def prices(self, after: ViewT, say: Translator) -> list[Price]:
        """What it costs and gains besides points. `after` holds what is certain up to the turn's end."""
        return []

    def preview(
        self, after: ViewT, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Its other effects, in short lines. `events` are certain, like `after`."""
        return []


class Kinds(Generic[BoardT, ViewT]):
    """All moves of a title.

    `prompt` is one line, in the second person: what the seat to act decides now, given the kinds that are
    legal. A refusal with a code of `unfitting` says that a move does not fit what was chosen before: other
    reasons are given first.
    """

    def __init__(
        self,
        *kinds: type[Kind[BoardT, ViewT]],
        prompt: Callable[[BoardT, ViewT, frozenset[type[Kind[BoardT, ViewT]]], Translator], str],
        unfitting: Sequence[int] = (),
    ) -> None:
        self.count = 0
        for kind in kinds:
            if kind.first != self.count:
                raise TitleError(f"actions of {kind.__name__} begin at {kind.first}, not at {self.count}")
            self.count += kind.count()
        self.kinds = kinds
        self.firsts = [kind.first for kind in kinds]
        self.unfitting = frozenset((NOT_NOW, *unfitting))
        self._prompt = prompt

    def kind(self, action: int) -> type[Kind[BoardT, ViewT]]:
        return self.kinds[bisect_right(self.firsts, action) - 1]

    def move(self, board: BoardT, action: int, view: ViewT | None = None) -> Kind[BoardT, ViewT]:
        """An action as a move on a board; with the view of the seat to act it can be described."""
        return self.kind(action)(board, action, view)

    def offer(self, board: BoardT, view: ViewT, action: int, say: Translator) -> Move:
        """A legal action as it is offered to players."""
        move = self.move(board, action, view)
        return Move(move.notation(), move.text(say), move.heading(say), move.parts())

    def notation(self, board: BoardT, action: int) -> str:
        """An action as players write it."""
        return self.move(board, action).notation()

    def parts(self, board: BoardT, action: int) -> tuple[str, ...]:
        """The ids of the parts of the picture that choose an action."""
        return self.move(board, action).parts()

    def parse(self, board: BoardT, text: str) -> int:
        """The action that a notation stands for. Raises MoveError with examples."""
        words = text.split()
        for kind in self.kinds:
            own = kind.word.split()
            if [word.lower() for word in words[: len(own)]] == own:
                action = kind.parse(board, words[len(own) :], text)
                if action is not None:
                    return action
        *examples, last = (repr(kind.example) for kind in self.kinds)
        raise MoveError(f"{text!r} is not a move; moves look like {', '.join(examples)} and {last}")

    def prompt(self, board: BoardT, view: ViewT, legal: Sequence[int], say: Translator) -> str:
        """What the seat to act decides now, given its legal actions."""
        return self._prompt(board, view, frozenset(map(self.kind, legal)), say)
