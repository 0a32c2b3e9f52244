"""docs/files.md: every file of the package with the first line of its docstring.

As a program (`make files`) it writes the page.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "flowdesk"
PAGE = PACKAGE.parent / "docs" / "files.md"

_HEAD = """# Every file in a line

`make files` writes this page from the first line of each file. The rooms and how data flows between
them are described in [architecture.md](architecture.md).
"""


@cache
def first_line(path: Path) -> str:
    """Return the first line of a module's docstring; empty if it has none."""
    found = re.match(r'r?"""(.*?)("""|\n)', path.read_text(encoding="utf-8"))
    return found[1] if found else ""


def page() -> str:
    """Return the text of the page."""
    return _HEAD + "".join(_section(folder) for folder in _folders())


def _folders() -> list[Path]:
    return sorted(path.parent for path in PACKAGE.rglob("__init__.py"))


def _section(folder: Path) -> str:
    name = folder.relative_to(PACKAGE.parent).as_posix()
    lines = [f"\n## `{name}/`\n\n{first_line(folder / '__init__.py')}\n\n"]
    files = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    lines += [f"* `{path.name}`: {first_line(path)}\n" for path in files]
    return "".join(lines if files else lines[:1]).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
