"""What the files of a release say agrees; `make package` tests the release itself."""

from __future__ import annotations

import re

from tests.processes import ROOT


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_pip_install_brings_what_make_brings() -> None:
    words = re.findall(r"^[a-z][^#\n]*[^#\s]", text_of("requirements.txt"), re.M)
    assert len(words) >= 3
    project = text_of("pyproject.toml")
    assert [word for word in words if f'"{word}"' not in project] == []


def test_the_licence_is_the_one_that_is_named() -> None:
    assert text_of("LICENSE").startswith("MIT License\n")
    assert 'license = "MIT"\nlicense-files = ["LICENSE"]' in text_of("pyproject.toml")
    assert "[MIT licence](LICENSE)" in text_of("README.md")
