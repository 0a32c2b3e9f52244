"""Many cases in one test: each of them counts."""

from __future__ import annotations

import pytest

from tests.for_all import for_all


def test_every_case_that_fails_is_named_with_what_it_says() -> None:
    tried = []

    @for_all("left, right", [(1, 1), (1, 2), (3, 0)])
    @for_all("more", [0, 1])
    def are_equal(left: int, right: int, more: int, word: str) -> None:
        tried.append((left, right, more))
        assert left // right + more == left, word

    with pytest.raises(pytest.fail.Exception) as failed:
        are_equal(word="not equal")
    said = str(failed.value)
    assert len(tried) == 6
    assert said.startswith("3 of 3 cases")
    assert "{'left': 1, 'right': 1}\n" in said
    assert "{'left': 3, 'right': 0}" in said
    assert said.count("AssertionError: not equal") == 2
    assert said.count("ZeroDivisionError") == 2
