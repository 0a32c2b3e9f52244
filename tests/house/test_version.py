"""The version is stated once, and the changelog has an entry for it."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

from flowdesk import __version__
from tests.processes import ROOT

PLACE = "flowdesk/__init__.py"
FILES = [
    *("*.md", "*.toml", "*.txt", "*.spec", "Makefile", "docs/*.md", ".ci/*"),
    *("flowdesk/**/*.py", "assets/*.py", "tests/**/*.py"),
]


def headings() -> list[str]:
    """Of what has changed, the newest version first."""
    return re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)


def test_the_newest_changes_are_those_of_this_version_or_not_released_yet() -> None:
    assert headings()[0] == "Unreleased" or headings()[0].startswith(f"{__version__} (")


def test_every_version_has_the_day_on_which_it_came() -> None:
    released = []
    for heading in headings():
        if heading != "Unreleased":
            number, day = re.fullmatch(r"(\d+\.\d+\.\d+) \((.*)\)", heading).groups()  # type: ignore[union-attr]  # a failure is one of the test
            released.append((date.fromisoformat(day), [int(part) for part in number.split(".")]))
    assert all(later > earlier for later, earlier in pairwise(released))


def test_nothing_else_states_the_version() -> None:
    stated = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    files = [path for name in FILES for path in ROOT.glob(name)]
    assert len(files) > 200
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}
    assert {name for name, text in texts.items() if stated.search(text)} <= {PLACE, "CHANGELOG.md"}
    assert 'dynamic = ["version"]' in texts["pyproject.toml"]
    assert f'[tool.hatch.version]\npath = "{PLACE}"' in texts["pyproject.toml"]
