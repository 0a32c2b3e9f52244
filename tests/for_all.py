"""Many cases of one fact as one test: to begin and report a test takes longer than most of them."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def for_all(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Give a test each of the cases, as `pytest.mark.parametrize` does; name all that fail."""
    wanted = names.replace(",", " ").split()
    given = [case if len(wanted) > 1 else (case,) for case in cases]

    def decorate(test: Test) -> Test:
        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            failed = []
            for values in given:
                case = dict(zip(wanted, values, strict=True))
                try:
                    test(**fixtures, **case)
                except (Exception, pytest.fail.Exception) as error:
                    said = "".join(traceback.format_exception(error, limit=-2))
                    failed.append(f"{case}\n{said}")
            if failed:
                title = f"{len(failed)} of {len(given)} cases"
                pytest.fail("\n".join([title, *failed]), pytrace=False)

        signature = inspect.signature(test)
        others = [each for name, each in signature.parameters.items() if name not in wanted]
        all_cases.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return all_cases

    return decorate
