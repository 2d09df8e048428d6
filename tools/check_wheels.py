"""Check that the wheels in dist/ play like this checkout: python tools/check_wheels.py.

In clean environments without a compiler, the wheel for this machine plays, serves and gives the same digests
(`fingerprint.py`) as the rules that this checkout compiles. So does the wheel for AArch64, in Debian's Python
under qemu. For macOS and Windows, libraries are linked but not run. Run `make wheels` first.
"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from environment import install_debian  # noqa: E402
from tests.waiting import until  # noqa: E402

from rooftop.game.title import title_ids  # noqa: E402

FINGERPRINT = ROOT / "tools" / "fingerprint.py"
# Use what Numba compiles here, even if there are libraries next to the titles.
COMPILED_HERE = f"""
import runpy
from rooftop.engine import program
program.LIBRARIES = "none"
runpy.run_path({str(FINGERPRINT)!r}, run_name="__main__")
"""
FIRST_LIST = """
import sys, time, rooftop
assert rooftop.new(sys.argv[1], players=2, seed=1).legal()
assert not {"numba", "llvmlite"} & sys.modules.keys()
print(f"{time.process_time():.2f} s of processor time until {sys.argv[1]} tells what is legal")
"""
LARGEST = {"": 200, "[server]": 300}  # maximum size of an installation in MB
LINKED = ("macos-arm64", "macos-x86-64", "windows-x86-64")  # targets that cannot run here
# Debian packages: Python for AArch64, and the libraries that it and NumPy need.
PYTHON = (
    "python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "zlib1g", "libexpat1",
    "libffi8", "libssl3", "libbz2-1.0", "liblzma5", "libgcc-s1", "libstdc++6", "libcrypt1", "libuuid1",
)  # fmt: skip


def run(*command: str | Path, **environment: str) -> str:
    """Run a command in a clean environment. Return its output."""
    kept = {key: os.environ[key] for key in ("HOME", "PIP_FIND_LINKS", "SSL_CERT_FILE") if key in os.environ}
    done = subprocess.run(
        command,
        env={"PATH": "/usr/bin:/bin", **kept, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def wheel(machine: str) -> Path:
    found = list((ROOT / "dist").glob(f"*_{machine}.whl"))
    if len(found) != 1:
        sys.exit(f"there is no wheel for {machine} in dist/: make wheels")
    return found[0]


def install(python: Path, what: str, *options: str | Path) -> None:
    """Install a wheel and its dependencies, in the versions of constraints.txt."""
    uv = Path(sys.prefix, "bin", "uv")
    words = ["--quiet", "--python", python, "--constraint", ROOT / "constraints.txt", *options, what]
    run(uv, "pip", "install", *words)


def compare(what: str, found: str, wanted: Iterable[str]) -> None:
    """Compare fingerprints. Their last lines tell which build played."""
    *digests, way = found.splitlines()
    if way != "compiled, with the C type" or digests != list(wanted):
        sys.exit(f"{what} plays another way:\n{found}")
    print(f"{what} plays the same: {len(digests)} digests", flush=True)


# --- this machine ----------------------------------------------------------------------------------------


def check_installed(folder: Path, extra: str, wanted: list[str]) -> None:
    """Install the wheel for this machine and try it."""
    venv.create(folder, with_pip=False)
    programs = folder / "bin"
    install(programs / "python", f"{wheel(platform.machine())}{extra}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if not path.is_symlink()) / 1e6
    print(f"rooftop{extra} takes {size:.0f} MB", flush=True)
    if size > LARGEST[extra]:
        sys.exit(f"that is more than {LARGEST[extra]} MB")
    for absent in ("numba", "llvmlite"):
        if list(folder.glob(f"lib/python*/site-packages/{absent}")):
            sys.exit(f"{absent} is installed")
    cache = {"ROOFTOP_CACHE": str(folder / "cache")}
    if extra:
        check_server(programs / "rooftop", folder)
        return
    for name in title_ids():
        print(run(programs / "python", "-c", FIRST_LIST, name, **cache), end="", flush=True)
    if "A short demonstration" not in run(programs / "rooftop", "play", **cache):
        sys.exit("rooftop play shows no demonstration")
    compare("the wheel for this machine", run(programs / "python", FINGERPRINT, **cache), wanted)
    if (folder / "cache" / "kernels").exists():
        sys.exit("something has been compiled")


def check_server(program: Path, folder: Path) -> None:
    """Start a server and wait until it is ready."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{folder / 'rooftop.db'}"]
    environment = {"PATH": "/usr/bin:/bin", "ROOFTOP_CACHE": str(folder / "cache")}
    with subprocess.Popen([program, *words], env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            until(lambda: answers(f"http://127.0.0.1:{port}/ready"), "the server is not ready")
        finally:
            server.terminate()
    print("a server of the wheel is ready", flush=True)


def answers(url: str) -> bool:
    try:
        with urlopen(url) as answer:
            return bool(answer.status == 200)
    except (URLError, ConnectionError):
        return False


# --- other machines --------------------------------------------------------------------------------------


def check_aarch64(folder: Path, wanted: list[str]) -> None:
    """Run the wheel for AArch64 under qemu."""
    if not shutil.which("qemu-aarch64"):
        install_debian("qemu-user")
    emulator = shutil.which("qemu-aarch64")
    if emulator is None:
        sys.exit("there is no qemu-aarch64: install the package qemu-user")
    root = debian(folder, "arm64")
    words = ["--python-platform=aarch64-manylinux_2_28", "--python-version=3.11", "--only-binary=:all:"]
    install(Path(sys.executable), str(wheel("aarch64")), *words, "--target", folder / "site")
    python = root / "usr" / "bin" / "python3.11"
    found = run(emulator, "-L", root, python, FINGERPRINT, PYTHONPATH=str(folder / "site"))
    compare("the wheel for AArch64", found, wanted)


def debian(folder: Path, architecture: str) -> Path:
    """Unpack Debian's Python for another architecture into a folder; this needs no root."""
    for path in ("state/lists/partial", "cache/archives/partial", "root"):
        (folder / path).mkdir(parents=True)
    settings = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
        "Dir::State": folder / "state",
        "Dir::State::status": "/dev/null",
        "Dir::Cache": folder / "cache",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]
    run(*apt, "update")
    subprocess.run([*apt, "download", *PYTHON], cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, folder / "root")
    return folder / "root"


def main() -> None:
    made = subprocess.run(
        [sys.executable, "-c", COMPILED_HERE], stdout=subprocess.PIPE, text=True, check=True
    )
    wanted = made.stdout.splitlines()[:-1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number, extra in enumerate(LARGEST):
            check_installed(folder / f"environment-{number}", extra, wanted)
        check_aarch64(folder / "aarch64", wanted)
    targets = [word for target in LINKED for word in ("--for", target)]
    command = [sys.executable, str(ROOT / "tools" / "compile_rules.py"), *targets, *title_ids()]
    subprocess.run(command, check=True)
    print(f"linked: {', '.join(LINKED)}")


if __name__ == "__main__":
    main()
