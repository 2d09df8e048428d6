"""SVG to PNG and WebP, with the bundled fonts only, and to animated GIF."""

from __future__ import annotations

import io
from collections.abc import Iterable

import resvg_py
from PIL import Image

from rooftop.drawing.text_metrics import font_files

COLOURS = 255  # in a GIF's palette; one stays free


def png(svg: str, width: int | None = None) -> bytes:
    """Render an SVG as PNG, at its own width or the given one."""
    files = [str(file) for file in font_files()]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=files))


def small_png(svg: str, width: int) -> bytes:
    """Render an SVG as PNG with few colours, for downloading."""
    out = io.BytesIO()
    drawn = Image.open(io.BytesIO(png(svg, width))).convert("RGB")
    drawn.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def webp(svg: str, width: int) -> bytes:
    """Render an SVG as WebP, for a page."""
    out = io.BytesIO()
    Image.open(io.BytesIO(png(svg, width))).convert("RGB").save(out, "WEBP", quality=80, method=6)
    return out.getvalue()


def gif(frames: Iterable[str], width: int, seconds: float, last: float) -> bytes:
    """An animated GIF that loops; each frame shows for `seconds`, the last for `last` seconds."""
    drawn = [Image.open(io.BytesIO(png(frame, width))).convert("RGB") for frame in frames]
    # One palette for all frames, so that unchanged areas are stored once.
    common = drawn[-1].quantize(COLOURS, Image.Quantize.MEDIANCUT)
    shown = [frame.quantize(palette=common, dither=Image.Dither.NONE) for frame in drawn]
    times = [round(seconds * 1000)] * (len(shown) - 1) + [round(last * 1000)]
    out = io.BytesIO()
    shown[0].save(
        out, "GIF", save_all=True, append_images=shown[1:], duration=times, loop=0, optimize=False, disposal=1
    )
    return out.getvalue()
