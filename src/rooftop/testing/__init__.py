"""Tests that every title inherits. A title in another package can use them too:

    # conftest.py
    pytest_plugins = ["rooftop.testing.plugin"]

    # test_contract.py
    class TestContract(Contract):
        title = TITLE

They need pytest and hypothesis (`pip install rooftop[testing]`).
"""

import pytest

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
