"""What is done with pointer and keys is painted within a frame, on large boards of both kinds."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from flowdesk.app.timers import FRAME_SECONDS
from tests.app.real_use import RealUse, Way, nearly_full_flow, nearly_full_slitherlink
from tests.driver import Driver

#: The share of inputs that may take longer: the machine does other things, too.
SELDOM = 0.2


@pytest.mark.parametrize(
    "board", [partial(nearly_full_flow, 50, 50), partial(nearly_full_slitherlink, 60)]
)
def test_each_input_of_real_use_is_painted_within_a_frame(
    driver: Driver, board: Callable[[], tuple[Any, Way]]
) -> None:
    use = RealUse(driver.root, driver.window, time.process_time)
    use.of_all(*board())
    for what, seconds in use.times.items():
        late = [f"{1000 * each:.0f} ms" for each in seconds if each > FRAME_SECONDS]
        assert len(late) <= SELDOM * len(seconds), f"{what}: {late}"
