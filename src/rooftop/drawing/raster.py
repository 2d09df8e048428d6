"""Pictures as pixels: SVG to PNG with the bundled fonts alone, and several as an animated GIF."""

from __future__ import annotations

import io
from collections.abc import Iterable

import resvg_py
from PIL import Image

from rooftop.drawing.text_metrics import font_files

COLOURS = 255  # of a GIF's palette; one stays free


def png(svg: str, width: int | None = None) -> bytes:
    """A picture in pixels, so wide; without a width as wide as it says."""
    files = [str(file) for file in font_files()]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=files))


def gif(frames: Iterable[str], width: int, seconds: float, last: float) -> bytes:
    """Pictures one after another, each for so many seconds, the last one longer, and then over again."""
    drawn = [Image.open(io.BytesIO(png(frame, width))).convert("RGB") for frame in frames]
    # One palette for all frames: what does not change is then stored once.
    common = drawn[-1].quantize(COLOURS, Image.Quantize.MEDIANCUT)
    shown = [frame.quantize(palette=common, dither=Image.Dither.NONE) for frame in drawn]
    times = [round(seconds * 1000)] * (len(shown) - 1) + [round(last * 1000)]
    out = io.BytesIO()
    shown[0].save(
        out, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, optimize=False, disposal=1
    )
    return out.getvalue()
