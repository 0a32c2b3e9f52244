"""Every number in the pages that teach, and in the notes of lessons, is computed by a test.

`NUMBERS` computes most of them here, `ELSEWHERE` names the test that does. What the program writes
itself (docs/engines.md, difficulty.md, performance.md) and measured times have no rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import pytest

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import SIDES
from flowdesk.kinds.flow.level import Level
from flowdesk.lab import lessons
from flowdesk.lab.cdcl import Decided
from flowdesk.lab.clauses import literal_words
from flowdesk.lab.explore import sizes
from flowdesk.lab.flow.formula import FlowFormula
from flowdesk.lab.flow.rules import BORDER_FIRST
from flowdesk.lab.slitherlink.book import SLITHERLINK_RULES
from flowdesk.lab.trace import ORDERS
from tests.for_all import for_all
from tests.lab import test_lessons as of_lessons
from tests.lab import test_slitherlink as of_slitherlink
from tests.lab import test_taught_search as of_search
from tests.lab.test_cdcl import ended
from tests.lab.test_lessons import text
from tests.lab.test_taught_search import (
    DOCS,
    LESSON,
    LOOPS,
    ONE_LOOP,
    TEN,
    at_first_conflict,
    search,
)

FIRST_STEPS: Level = TEN.entry.level
FREE, COLORS = len(FIRST_STEPS.cells) - len(FIRST_STEPS.endpoints), len(FIRST_STEPS.pairs)
#: Of First Steps: the size of the formula, and how many of its variables are named P.
SIZES, PLACED = sizes(FIRST_STEPS, TEN.form), len(FlowFormula(FIRST_STEPS).arms)

#: What is no claim about a puzzle or a solver: code, links, headings, numbers of a list, keys,
#: names of rules, boards and years.
NAMES = "|".join(
    (
        r"^    [^\n]*$",
        r"`[^`]*`",
        r"\]\([^)]*\)",
        r"^#+ [^\n]*$",
        r"^\d\. ",
        r"(?:(?:Shift|Ctrl)\+)*F\d+",
        r"\b(?:rules|types)\s\d+(?:(?:,\s|\sand\s|\sto\s)\d+)*\b|\b(?:rule|type)\s\d+",
        r"\b\d+x\d+\b",
        r"\b(?:19|20)\d\ds?\b",
        r"k \+ 1 one|5 - k one|[ij]\+1\b",
        r"^\|[^\n]*\|$",  # tables of what was measured
        r"the 62 puzzles[^:]*44 of 62",  # of students, who are not in the project
    )
)


def text_of(page: str) -> str:
    text = (DOCS / page).read_text(encoding="utf-8")
    return " ".join(re.sub(NAMES, "_", text, flags=re.M | re.I).split())


PAGES = ("lecture.md", "lessons.md", "teaching.md", "methods.md", "slitherlink-rules.md")
TEXTS = {page: text_of(page) for page in PAGES}
TEXTS |= {
    lesson.title: re.sub(
        NAMES,
        "_",
        " ".join(f"{step.note} {step.question} {step.answer}" for step in lesson.steps),
        flags=re.I,
    )
    for lesson in (TEN, LOOPS, LESSON, ONE_LOOP)
}


def clauses_of(number: int, level: Level, x: int, y: int) -> list[list[int]]:
    """The clauses of a rule at a cell."""
    return [list(clause) for clause in FlowFormula(level).clauses(number, (x, y))]


def one_colour() -> tuple[int, ...]:
    """Literals of the long clause, pairs, and clauses, of a cell and of all."""
    clauses = clauses_of(1, FIRST_STEPS, 0, 0)
    (long,) = (clause for clause in clauses if len(clause) > 2)
    return len(long), len(clauses) - 1, len(clauses), SIZES.of_rule[1].clauses


def two_arms() -> tuple[int, int]:
    clauses = clauses_of(2, FIRST_STEPS, 0, 0)
    (length,) = {len(clause) for clause in clauses}
    return len(clauses), length


def up_and_left() -> tuple[int, int]:
    """Clauses of rule 6 at a cell whose neighbours are free, on a board of five colours."""
    ends = {(x, y): "RBYGO"[x] for y in (0, 6) for x in range(5)}
    clauses = clauses_of(6, Level(7, 7, ends), 3, 3)
    assert {len(clause) for clause in clauses} == {6, 5}
    return sum(len(clause) == 6 for clause in clauses), len(clauses)


def atoms() -> tuple[str]:
    """A power in small digits: there are about 10 to the 80 atoms."""
    assert 2**PLACED > 10**80
    return (str(PLACED).translate(str.maketrans("0123", "⁰¹²³")),)


def first_decision() -> tuple[int, int, int]:
    """Variables that are fixed before it, all variables, and its level."""
    trace = search()
    while not isinstance(trace.event, Decided):
        trace.forward()
    return trace.counts.fixed, trace.theory.variables, trace.level


def asserting_cell() -> tuple[int, ...]:
    """Row and column of the cell that the first learned clause says something new about."""
    trace, event = at_first_conflict()
    assigned = trace.assigned
    latest = max(trace.clause(event.clause), key=lambda x: assigned[abs(x)].level)
    said = literal_words(-latest, trace.theory.meaning)
    assert said.endswith("has no arm left")
    return tuple(map(int, re.findall(r"\d+", said)))


def whole_searches() -> tuple[int, ...]:
    """Decisions and conflicts in the order of cells, and conflicts in the two others."""
    (first, *others) = (ended(search(order)) for order in ORDERS)
    return first.decisions, first.conflicts, *(each.conflicts for each in others)


def wrong_step() -> tuple[str, ...]:
    """The numbers in what is said of a rule that a lesson's third step cannot have."""
    steps = [{}, {}, {"rules": [99]}]
    with pytest.raises(FormatError) as caught:
        lessons.read(text(steps=steps))
    return tuple(re.findall(r"\d+", str(caught.value)))


def in_order(numbers: Sequence[int]) -> str:
    """Name numbers that follow one another from the fifth on."""
    *first, last = numbers[:5]
    assert list(numbers[4:]) == [*range(last, numbers[-1] + 1)]
    return f"{', '.join(map(str, first))}, {last} to {numbers[-1]}"


#: Words in which each group is a number, and what computes these.
NUMBERS: dict[str, Callable[[], Iterable[object]]] = {
    r"(\d+) free cells, (\d+) colours, (\d+) directions[:,] (\d+) variables": lambda: (
        *(FREE, COLORS, len(SIDES)),
        PLACED,
    ),
    r"2([⁰¹²³]+) is more than there are atoms": atoms,
    r"(?:is for the|The other) (\d+) (?:other variables|are helpers)": lambda: (
        SIZES.variables - PLACED,
    ),
    r"in the order (.*?)\. After": lambda: (in_order(BORDER_FIRST[:10]),),
    r"a clause of (\d+) literals\) and no two \(a clause for each of (\d+) pairs\): "
    r"(\d+) clauses a cell, (\d+) in all": one_colour,
    r"That makes (\d+) clauses of (\d+) literals": two_arms,
    r"one a colour, (\d+), and one for each of the other two sides: (\d+), with six": up_and_left,
    r"(\d+) of the (\d+) variables are fixed before .* begins level (\d)": first_decision,
    r"it settles (\d+) of (\d+) variables": lambda: first_decision()[:2],
    r"Here it is “row (\d), column (\d) has no arm left”": asserting_cell,
    r"The end: (\d+) decisions, (\d+) conflicts.*“fewest choices” has (\d+) conflicts, "
    r"“most conflicts” (\d+)\.": whole_searches,
    r"boards of more than (\d+) cells are left to FlowDesk's own": lambda: (
        SLITHERLINK_RULES.most_cells,
    ),
    r"each of the (\d+) inner edges": lambda: (len(list(ONE_LOOP.entry.level.board.links)),),
    r"'steps'\[(\d)\]\.rules\[(\d)\] is no rule of this form\. Use the numbers from (\d+) to "
    r"(\d+)": wrong_step,
    r"A lecture of (\d+) minutes": lambda: (
        re.findall(r"^## \d+ to (\d+) min", (DOCS / "lecture.md").read_text(), re.M)[-1],
    ),
}

#: Words with numbers that a test elsewhere compares.
ELSEWHERE: dict[Callable[..., None], tuple[str, ...]] = {
    of_search.test_first_steps_has_many_answers_for_long_and_one_in_the_end: (
        r"54,000,000 after _, 347,990 after _, 1,581 after _",
    ),
    of_search.test_rule_10_is_what_is_wrong_where_it_is_off: (r"are there 3,888 answers",),
    of_search.test_three_types_of_clauses_leave_thirty_answers_and_six_leave_one: (
        r"three leave 30 answers",
    ),
    of_search.test_the_learned_clause_has_no_literal_of_levels_3_and_4: (r"of levels 3 and 4",),
    of_search.test_the_solver_jumps_down_to_the_second_highest_level_and_no_further: (
        r"from level 5 to level 2",
        r"literal of level 2",
        r"To level 2",
        r"at level 2 one",
    ),
    of_search.test_the_steps_of_the_lesson_stand_where_their_notes_say: (
        r"its steps stand at 1, 3, 4 and 5 below",
        r"back over levels 3 and 4",
    ),
    of_search.test_the_figures_of_the_search_of_the_lesson: (
        r"makes 11 decisions and 4 conflicts",
        r"5 conflicts, or 3",
        r"the first one, at level 5",
    ),
    of_search.test_the_lecture_counts_what_learning_is_worth_with_the_classic_rules: (
        r"takes 9 conflicts instead of 4, Nesting Dolls 47 instead of 35",
        r"the 11th level of the pack _, 1,456 instead of 27",
        r"9 conflicts instead of 4",
        r"between 27 and 1,456 \(Jolly Cellar, the 11th level",
    ),
    of_search.test_with_flowdesks_formula_learning_makes_no_difference_but_for_slitherlinks: (
        r"a median of 3 conflicts",
        r"28 conflicts with it, 81 without",
    ),
    of_search.test_the_encodings_that_the_lecture_names: (
        r"Of the 435 variables of First Steps 300 go with P, and only 30 more",
    ),
    of_search.test_the_solver_is_as_long_as_the_lecture_says: (r"370 lines",),
    of_slitherlink.test_the_published_formula_is_as_large_as_reported: (r"247,000 clauses",),
    of_lessons.test_the_figures_in_the_notes_about_one_loop_are_right: (
        r"100 and 25\. The other 605",
        r"80 in all",
        r"The 9 clues make 62 clauses",
        r"30 answers are left",
        r"of the 30 answers goes",
        r"14 answers are left",
    ),
}


@for_all("words", NUMBERS)
def test_what_is_said_is_what_is_computed(words: str) -> None:
    found = [match for text in TEXTS.values() for match in re.finditer(words, text)]
    assert found, "nobody says that any more"
    numbers = tuple(map(str, NUMBERS[words]()))
    assert {match.groups() for match in found} == {numbers}


def test_what_a_test_elsewhere_compares_is_still_said() -> None:
    said = "\n".join(TEXTS.values())
    assert [
        words for each in ELSEWHERE.values() for words in each if not re.search(words, said)
    ] == []


@for_all("name", TEXTS)
def test_no_number_is_only_believed(name: str) -> None:
    left = TEXTS[name]
    for words in (*NUMBERS, *chain.from_iterable(ELSEWHERE.values())):
        left = re.sub(words, "_", left)
    assert re.findall(r".{0,40}[\d⁰¹²³].{0,20}", left) == []
