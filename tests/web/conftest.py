"""Fixtures: a browser for each worker, a page without a past for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.conftest import cannot_run

if TYPE_CHECKING:  # where it is not installed, these tests are skipped
    from selenium.webdriver import Chrome

    from tests.web.browser import Browser


@pytest.fixture(scope="session")
def chrome() -> Iterator[Chrome]:
    """The Chromium of all tests; without it they cannot run."""
    if not find_spec("selenium"):
        cannot_run("selenium is not installed")
    if not shutil.which("chromedriver"):
        cannot_run("chromedriver is not installed")
    from selenium.common.exceptions import WebDriverException

    from tests.web.browser import FRUGAL, start

    try:
        chrome = start(*FRUGAL)
    except WebDriverException as error:
        cannot_run(f"Chromium does not start: {error.msg}")
    yield chrome
    chrome.quit()


@pytest.fixture
def browser(chrome: Chrome) -> Iterator[Browser]:
    """A browser for one test, which fails if the pages log anything that it does not ask for."""
    from tests.web.browser import Browser

    browser = Browser(chrome)
    yield browser
    log = browser.log()
    browser.leave()
    assert log == []
