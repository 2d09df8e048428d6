"""The file of a network's weights: `<title>.npz`, arrays of NumPy without pickled objects.

| array | shape | |
|---|---|---|
| `meta` | | a `Meta` as JSON |
| `scale` | observations | what an observation is multiplied by |
| `first`, `first_bias` | observations x width, width | x = relu((scale * observation) @ first + first_bias) |
| `layer1`, `layer1_bias`, ... | before x hidden, hidden | x = relu(x @ layer + bias), plus x if as wide |
| `policy`, `policy_bias` | hidden x actions, actions | logits of the actions |
| `value`, `value_bias` | hidden x 4, 4 | logits of the seats' shares, counted from the seat that acts |
| `hint_scales`, `hint_gate` | actions x 3, hidden x 3 | if the network takes hints |

A hint compares the title's `value` after an action, at the end of the turn played greedily, with the best:
h = max(-8, (value - best) / the title's `search.prior`). With x, the last layer, the logit of an action grows
by the sum of (hint_scales[action] + x @ hint_gate) * (h, max(h, -1), 1 if h is 0 else 0).
"""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np

from rooftop.bots.network.numbers import HINT_PARTS, LANES
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.errors import NetworkError
from rooftop.game.decoding import decode_json
from rooftop.game.title import AnyTitle

FORMAT = 1
META = "meta"


class Meta(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The purpose of a network, its sizes, and its training."""

    format: int = FORMAT
    title: str
    rules: int  # the version of the rules
    observations: int
    actions: int
    hints: bool
    width: int  # of the first layer
    hidden: int  # ... of the others
    layers: int  # how many others
    minutes: float = 0.0  # of training
    decisions: int = 0  # learned from
    seed: int = 0
    command: str = ""


@dataclass(frozen=True, eq=False)
class Weights:
    """A network: what it is, and its arrays by name, with the shapes that `shapes` gives."""

    meta: Meta
    arrays: dict[str, Array]


def shapes(meta: Meta) -> dict[str, tuple[int, ...]]:
    """The arrays of a network and their shapes."""
    wanted: dict[str, tuple[int, ...]] = {
        "scale": (meta.observations,),
        "first": (meta.observations, meta.width),
        "first_bias": (meta.width,),
    }
    before = meta.width
    for number in range(1, meta.layers + 1):
        wanted[f"layer{number}"] = (before, meta.hidden)
        wanted[f"layer{number}_bias"] = (meta.hidden,)
        before = meta.hidden
    wanted["policy"] = (meta.hidden, meta.actions)
    wanted["policy_bias"] = (meta.actions,)
    wanted["value"] = (meta.hidden, SEATS)
    wanted["value_bias"] = (SEATS,)
    if meta.hints:
        wanted["hint_scales"] = (meta.actions, HINT_PARTS)
        wanted["hint_gate"] = (meta.hidden, HINT_PARTS)
    return wanted


def file_of(title: str) -> Path:
    """The file with the weights of a title: in the folder named by ROOFTOP_NETWORKS, or in the package."""
    folder = os.environ.get("ROOFTOP_NETWORKS")
    return (Path(folder) if folder else Path(str(resources.files(__package__))) / "weights") / f"{title}.npz"


def load(title: AnyTitle, path: Path) -> Weights:
    """The weights for a title. Raises NetworkError if there are none, or if they do not fit its rules."""
    if not path.exists():
        raise NetworkError(
            f"there is no network for {title.name}: {path} is missing"
            " (ROOFTOP_NETWORKS can name a folder with networks)"
        )
    weights = read(path)
    meta = weights.meta
    for what, found, wanted in (
        ("title", meta.title, title.id),
        ("rules", meta.rules, title.rules_version),
        ("observations", meta.observations, title.observation),
        ("actions", meta.actions, title.actions),
    ):
        if found != wanted:
            raise NetworkError(f"{path.name}: {what} must be {wanted!r} for {title.name}, not {found!r}")
    return weights


def read(path: Path) -> Weights:
    """Read a file of weights. Raises NetworkError if it is not valid."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            arrays: dict[str, Array] = dict(file)
    except OSError as error:
        raise NetworkError(f"{path.name}: cannot read this file: {error.strerror or error}") from None
    except (ValueError, TypeError, EOFError, zipfile.BadZipFile):
        raise NetworkError(f"{path.name}: not a file of weights; expected arrays of NumPy (.npz)") from None
    if META not in arrays:
        raise NetworkError(f"{path.name}: there is no array {META!r}; expected a file of weights")
    try:
        meta = decode_json(arrays.pop(META).astype(np.uint8).tobytes(), Meta)
    except (msgspec.DecodeError, ValueError, TypeError) as error:
        raise NetworkError(f"{path.name}: {META}: {error}") from None
    return _checked(path.name, Weights(meta, arrays))


def write(path: Path, weights: Weights) -> None:
    """Write a file of weights: float16, and the scale of observations as float32."""
    arrays = _checked(path.name, weights).arrays
    kinds = {name: np.float32 if name == "scale" else np.float16 for name in arrays}
    whole: dict[str, Array] = {META: np.frombuffer(msgspec.json.encode(weights.meta), np.uint8)}
    for name, array in arrays.items():
        with np.errstate(over="ignore"):
            whole[name] = array.astype(kinds[name])
        if not np.isfinite(whole[name]).all():
            raise NetworkError(f"{path.name}: {name}: a number is too large for {kinds[name].__name__}")
    content = io.BytesIO()
    np.savez(content, **whole)  # type: ignore[arg-type]
    beside = path.with_name(path.name + ".new")
    beside.write_bytes(content.getvalue())
    os.replace(beside, path)


def _checked(name: str, weights: Weights) -> Weights:
    """The same weights, after checking that their arrays match their `meta`."""
    meta, arrays = weights.meta, weights.arrays
    if meta.format != FORMAT:
        raise NetworkError(f"{name}: format must be {FORMAT}, not {meta.format}")
    for what in ("observations", "actions", "width", "hidden", "layers"):
        if getattr(meta, what) < 1:
            raise NetworkError(f"{name}: {what} must be at least 1, not {getattr(meta, what)}")
    if meta.hidden % LANES:
        raise NetworkError(f"{name}: hidden must be a multiple of {LANES}, not {meta.hidden}")
    wanted = shapes(meta)
    for array in [*wanted, *arrays]:
        if array not in arrays:
            raise NetworkError(f"{name}: the array {array!r} is missing")
        if array not in wanted:
            raise NetworkError(f"{name}: unknown array {array!r}; expected {', '.join(wanted)}")
        if arrays[array].shape != wanted[array]:
            raise NetworkError(
                f"{name}: {array} must have the shape {wanted[array]}, not {arrays[array].shape}"
            )
        if arrays[array].dtype.kind != "f" or not np.isfinite(arrays[array]).all():
            raise NetworkError(f"{name}: {array} must hold finite floating-point numbers")
    return weights
