"""The curve of difficulty: harder levels have higher bars, unknown ones leave gaps."""

from __future__ import annotations

from flowdesk.draw.charts import (
    ON_DARK,
    level_at,
    level_bars,
    level_span,
    paint_levels,
    time_heights,
)

RATED = [(0, 3.0), (0, 9.0), None, (1, 12.0), (2, 80.0), (3, 300.0), (3, 2000.0)]


def test_bars_rise_with_words_and_scores() -> None:
    bars = level_bars(RATED, 4)
    assert bars[2] is None
    heights = [bar.height for bar in bars if bar]
    assert heights == sorted(set(heights))
    assert all(bar.band / 4 < bar.height < (bar.band + 1) / 4 for bar in bars if bar)


def test_the_picture_has_a_bar_for_each_level_and_gaps() -> None:
    picture = paint_levels(level_bars(RATED, 4), 4, (700, 80), ON_DARK)
    paper = picture.getpixel((250, 2))
    inside = [picture.getpixel((100 * place + 20, 76)) != paper for place in range(7)]
    assert inside == [True, True, False, True, True, True, True]


def test_thousands_of_levels_share_pixels_of_which_the_highest_is_seen() -> None:
    rated = [(3, 500.0) if number == 4321 else (0, 5.0) for number in range(10_000)]
    picture = paint_levels(level_bars(rated, 4), 4, (300, 80), ON_DARK)
    grey = picture.convert("L")
    row = [int(grey.tobytes()[30 * 300 + x]) for x in range(300)]
    assert abs(row.index(max(row)) - 4321 * 300 / 10_000) < 2
    assert max(row) > 1.5 * row[0]


def test_a_point_belongs_to_the_bar_that_is_drawn_there() -> None:
    for count in (1, 3, 7, 1000):
        for place in range(0, count, max(1, count // 7)):
            left, right = level_span(place, count, 700)
            if right - left >= 2:
                assert level_at(int(left) + 1, count, 700) == place
    assert (level_at(-5, 4, 100), level_at(500, 4, 100)) == (0, 3)


def test_the_longer_people_take_the_higher_is_their_line() -> None:
    heights = time_heights([10, None, 3600, 60])
    assert heights[1] is None
    low, high, middle = (height for height in heights if height is not None)
    assert 0 < low < middle < high < 1
    assert time_heights([0, 0]) == [0.5, 0.5]
    assert time_heights([None]) == [None]


def test_the_line_leads_over_levels_that_nobody_has_solved() -> None:
    bars, times = level_bars([(0, 3.0)] * 3, 4), [60.0, None, 60.0]
    without = paint_levels(bars, 4, (300, 80), ON_DARK)
    picture = paint_levels(bars, 4, (300, 80), ON_DARK, times)
    (height, *_) = time_heights(times)
    assert height
    at = 150, round(79 * (1 - height))
    assert picture.getpixel(at) != without.getpixel(at)
    assert picture.getpixel((25, at[1])) == without.getpixel((25, at[1]))
