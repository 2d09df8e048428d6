"""Types of the compiled module; `_quick.c` says what it does. Use it through `engine.quick`."""

from collections.abc import Callable
from typing import Any, TypeVar

from typing_extensions import Buffer

from rooftop.engine.record import Array

DIGEST: str

class Rules:
    def __new__(
        cls,
        owner: object,
        make_rows: Callable[[bytearray], Array],
        start: int,
        moves: int,
        step: int,
        tables: Buffer,
        options: Buffer,
        players: int,
        actions: int,
        size: int,
        rng_at: int,
        rng_size: int,
        to_act_at: int,
        ply_at: int,
    ) -> Rules: ...

class State:
    game: Any
    rows: Array
    @property
    def to_act(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def ply(self) -> int: ...
    def legal(self) -> list[int]: ...
    def apply(self, action: int, /) -> None: ...
    def clone(self) -> Any: ...

Kind = TypeVar("Kind", bound=State)

def make(kind: type[Kind], rules: Rules, game: object, rows: Buffer, /) -> Kind: ...
def start(kind: type[Kind], rules: Rules, game: object, rng: Buffer, /) -> Kind: ...
