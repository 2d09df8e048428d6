"""Networks that learn a title by playing it against themselves (`pip install "rooftop[train]"`, JAX).

settings   what can be chosen            table     the games, as arrays of JAX
network    policy and value              learner   how they improve
strength   games against bots            run       all of it, for some minutes
searched   games of the search           teach     what a network learns from them
"""

from rooftop.errors import OptionError


def require_jax() -> None:
    """Raise OptionError if JAX is not installed."""
    try:
        import jax  # noqa: F401
    except ImportError:
        raise OptionError('training needs JAX: pip install "rooftop[train]"') from None
