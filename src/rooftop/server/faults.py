"""Named points at which a test can pull the plug: ROOFTOP_FAIL_POINT="publish:5" dies at the fifth pass;
"before-commit:5:0.1" lingers there for a tenth of a second first, while other threads go on."""

from __future__ import annotations

import os
import signal
import time

_name, _count, _seconds, *_ = [*os.environ.get("ROOFTOP_FAIL_POINT", "").split(":"), "", ""]
_left = int(_count or 1)


def fail_point(name: str) -> None:
    """Nothing, unless this is the point that was asked for: then the process is gone, as by kill -9."""
    global _left
    if name == _name:
        _left -= 1
        if _left <= 0:
            time.sleep(float(_seconds or 0))
            os.kill(os.getpid(), signal.SIGKILL)
