"""Named points at which a test can pull the plug: ROOFTOP_FAIL_POINT="publish:5" dies at the fifth pass."""

from __future__ import annotations

import os
import signal

_name, _, _count = os.environ.get("ROOFTOP_FAIL_POINT", "").partition(":")
_left = int(_count or 1)


def fail_point(name: str) -> None:
    """Nothing, unless this is the point that was asked for: then the process is gone, as by kill -9."""
    global _left
    if name == _name:
        _left -= 1
        if _left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
