"""The TypeScript types of the page are those of the server's structs."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Annotated, Literal

import msgspec
import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def wire() -> ModuleType:
    spec = importlib.util.spec_from_file_location("page_wire", ROOT / "web" / "wire.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Inner(msgspec.Struct):
    value: int | None = None


class Picture(msgspec.Struct, tag="picture"):
    """The server writes every field, even those with their default value."""

    count: Annotated[int, msgspec.Meta(ge=0)]
    kind: Literal["a", "b"]
    pairs: list[tuple[str | int, float]]
    inner: dict[str, Inner]
    flags: tuple[bool, ...] = ()


class Order(msgspec.Struct, tag="order", forbid_unknown_fields=True):
    """The page may omit fields with a default."""

    id: str
    note: str | None = None


def test_structs_become_interfaces(wire: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("protocol")
    module.PICTURE, module.ORDERS = Picture, (Order,)  # type: ignore[attr-defined]
    monkeypatch.setattr(wire, "MODULES", (module,))
    assert wire.Generator().text().removeprefix(wire.HEAD).split("\n\n") == [
        '\nexport interface Picture {\n  type: "picture";\n  count: number;\n  kind: "a" | "b";\n'
        "  pairs: [string | number, number][];\n  inner: Record<string, Inner>;\n  flags: boolean[];\n}",
        'export interface Order {\n  type: "order";\n  id: string;\n  note?: string | null;\n}',
        "export interface Inner {\n  value: number | null;\n}",
        "export type Command = Order;\nexport type Frame = Picture;\n",
    ]


def test_the_types_in_git_are_up_to_date(wire: ModuleType) -> None:
    assert wire.FILE.read_text(encoding="utf-8") == wire.Generator().text(), "run: python web/wire.py"
