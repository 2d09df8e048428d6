"""Tests that every title inherits. A title in another package can use them too:

    # conftest.py
    pytest_plugins = ["rooftop.testing.plugin"]

    # test_contract.py
    class TestContract(Contract):
        title = TITLE

They need pytest: `pip install "rooftop[testing]"`.
"""

import os

import pytest

COMPLETE = ("en", "pl")  # languages in which every sentence has to be there; others may have gaps
TRANSLATED = COMPLETE[1:]  # from English
SOAK = "ROOFTOP_SOAK" in os.environ  # `make soak`: far more games and values than `make test`

pytest.register_assert_rewrite(
    *(
        f"{__name__}.{module}"
        for module in (
            "arranging",
            "catalogues",
            "clauses",
            "contract",
            "editions",
            "laws",
            "pictures",
            "recorded",
        )
    )
)
