"""The OpenAPI document is correct: it describes every response to valid and invalid requests."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from tests.server.clients import Person
from tests.waiting import LIMIT

EXAMPLES = 50 if os.environ.get("ROOFTOP_SOAK") else 6  # per operation
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
def test_every_response_is_documented(running, ann, mode):
    document = schemathesis.openapi.from_url(f"{running.url}/api/schema/openapi.json")
    called = []
    for found in document.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not operation.body:
            continue

        @settings(
            max_examples=EXAMPLES,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],
            database=None,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case):
            who = Person(running) if case.method == "DELETE" else ann  # it deletes the person who sends it
            case.call_and_validate(headers=who.headers, checks=CHECKS, timeout=LIMIT)

        answered()
        called.append(operation.label)
    assert len(called) >= 5
