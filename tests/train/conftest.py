from __future__ import annotations

import os

import jax
import pytest

from rooftop.testing import SOAK

# Training steps in tests are short: optimising them takes longer than running them. JAX reads this at
# startup.
if not SOAK:
    os.environ["XLA_FLAGS"] = f"--xla_backend_optimization_level=0 {os.environ.get('XLA_FLAGS', '')}".strip()


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile equal steps of several training runs only once."""
    jax.config.update("jax_compilation_cache_dir", str(tmp_path_factory.mktemp("jax")))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
