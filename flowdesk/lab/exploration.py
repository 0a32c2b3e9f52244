"""Exploration: which rules are on, what is known of the answer to them, and what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from flowdesk.core.grid import Cell
from flowdesk.core.puzzle import Puzzle
from flowdesk.draw.scene import Tiles
from flowdesk.lab.explore import AnswerCount, ClashingRules, Explored, Sizes
from flowdesk.lab.flow.book import FLOW_RULES
from flowdesk.lab.rule_questions import Another, Needed, Whole, Why
from flowdesk.lab.rulebook import FORMS, Broken, Rule, RuleForm, RuleOrder
from flowdesk.lab.rulebooks import AnyRuleBook, book_of, marks


@dataclass(frozen=True)
class RuleRow:
    """A rule in the list: its share of all clauses, and how often the answer breaks it.

    If `is_locked` it is no rule, but the definitions of helpers, which always hold.
    """

    rule: Rule
    is_on: bool
    share: float | None
    broken: int
    is_locked: bool = False


@dataclass(frozen=True)
class Exploration:
    """The rules that are on, and what is known of the answer to them.

    `found` is the latest answer: to the rules `on` in `form`, or, until that has come, to the
    previous question; if `is_outdated`, about the previous level. `changed` are the cells that
    differ between the last two answers. `sizes` (by form) and `whole` (by form: the answer to all
    needed rules) depend only on the level. `another` is another answer to the same rules, if known.
    `needed` is the smallest set of rules, if it was asked for; if it was asked why there is none,
    `why` is the reason that a person would give, and `reason` the contradiction, whose parts are
    shown if there is no `why` or they are `unfolded`.
    `before` is the answer to the rules that were on before, and `counts` how many answers there are
    to sets of rules, by their form and numbers, as far as they were counted.
    `strict`: the level itself requires the optional rules. `book` has the rules of its kind.
    `orders` are the orders of the classic rules and of FlowDesk's own, if they are not by number;
    `last_own` is the one that rules were dragged into last.
    """

    form: str = FORMS[0]
    on: frozenset[int] = frozenset()
    found: Explored | None = None
    is_outdated: bool = False
    changed: frozenset[Cell] = frozenset()
    sizes: Mapping[str, Sizes] = field(default_factory=dict)
    whole: Mapping[str, Explored] = field(default_factory=dict)
    another: Another | None = None
    needed: Needed | None = None
    why: Why | None = None
    reason: ClashingRules | None = None
    unfolded: bool = False
    before: Explored | None = None
    counts: Mapping[tuple[str, frozenset[int]], AnswerCount] = field(default_factory=dict)
    strict: bool = False
    book: AnyRuleBook = FLOW_RULES
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    last_own: tuple[int, ...] = ()

    # The question

    @property
    def rule_form(self) -> RuleForm:
        """The form with its rules, helpers and letters."""
        return self.book.forms[self.form]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the form, in the order in which they are walked through."""
        return self.rule_form.ordered(self.orders.get(_order_of(self.form), ()))

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the rules, in the order in which they are walked through."""
        return tuple(rule.number for rule in self.rules)

    @property
    def named_orders(self) -> tuple[RuleOrder, ...]:
        """The orders of the rules that have names; the first one is by number."""
        form = self.rule_form
        numbers = tuple(rule.number for rule in form.rules)
        by_number = RuleOrder("By number", "As they are counted: easy to look up", numbers)
        return (by_number, *form.orders)

    @property
    def order_name(self) -> str:
        """The name of the order of the rules; empty if it has none."""
        return next((each.name for each in self.named_orders if each.numbers == self.order), "")

    @property
    def own_order(self) -> tuple[int, ...]:
        """The order that the rules of the form were dragged into last; empty without one."""
        own = self.last_own if self.order_name else self.order
        return own if sorted(own) == sorted(self.order) else ()

    @property
    def needed_rules(self) -> frozenset[int]:
        """The numbers of the rules that make the game."""
        return frozenset(rule.number for rule in self.rules if self.strict or not rule.optional)

    @property
    def next_rule(self) -> Rule | None:
        """The first rule that is off, which a step forward turns on."""
        return next((rule for rule in self.rules if rule.number not in self.on), None)

    @property
    def last_rule(self) -> Rule | None:
        """The last rule that is on, which a step back turns off."""
        return next((rule for rule in reversed(self.rules) if rule.number in self.on), None)

    @property
    def lacks(self) -> frozenset[str]:
        """What is not known yet besides the answer, in the words of `rule_questions.answer`."""
        wanted = {"fast", "corrected"} - self.whole.keys()
        if self.form not in self.sizes:
            wanted.add("sizes")
        if not self.needed and self.needed_rules - self.on:
            wanted.add("another")
        return frozenset(wanted)

    @property
    def lacks_count(self) -> bool:
        """Whether it is not known how many answers there are, or only how far counting came."""
        count = self.count(self.found)
        return count is None or count.share is not None

    @property
    def is_answered(self) -> bool:
        """Whether `found` is the answer to the rules that are on."""
        if self.found is None or self.is_outdated:
            return False
        return (frozenset(self.found.rules), self.found.form) == (self.on, self.form)

    def with_rules(self, on: Iterable[int]) -> Exploration:
        """Return the exploration with just these rules on."""
        asked = replace(self, on=frozenset(on), another=None, needed=None)
        return replace(asked, why=None, reason=None, unfolded=False)

    def in_order(self, numbers: Sequence[int]) -> Exploration:
        """Return it with the rules in another order, and the same ones on."""
        return replace(self, orders={**self.orders, _order_of(self.form): tuple(numbers)})

    def in_named_order(self, name: str) -> Exploration:
        """Return it with the rules in an order by its name, or in that they were dragged into."""
        named = (each.numbers for each in self.named_orders if each.name == name)
        kept = self if self.order_name else replace(self, last_own=self.order)
        return kept.in_order(next(named, self.own_order))

    def moved(self, number: int, place: int) -> Exploration:
        """Return it with a rule moved to a place among the others; 0 is the first one."""
        others = [other for other in self.order if other != number]
        return self.in_order([*others[:place], number, *others[place:]])

    def with_form(self, form: str) -> Exploration:
        """Return it in another form, with its rules of the same numbers on.

        All are on if all were, and of rules that are different ones also if any was.
        """
        changed = replace(self.with_rules(self.on), form=form)
        if self.on >= self.needed_rules or (self.on and _order_of(form) != _order_of(self.form)):
            return replace(changed, on=changed.needed_rules)
        return replace(changed, on=self.on.intersection(changed.order))

    def of_another_level(self, before: Puzzle, after: Puzzle, *, keep: bool) -> Exploration:
        """Return the same question about another level, of another kind with no rule on.

        With `keep`, keep the old answer on the same board.
        """
        book = book_of(after)
        strict = book.is_strict(after)
        if book is not self.book:
            return Exploration(self.form, strict=strict, book=book, last_own=self.last_own)
        found = self.found if keep and before.board == after.board else None
        kept = Exploration(self.form, self.on, found, is_outdated=True, strict=strict, book=book)
        return replace(kept, orders=self.orders, last_own=self.last_own)

    # The answers

    def told(self, news: object) -> Exploration:
        """Return the exploration with what is known now of the rules that are on.

        The reason why there is no answer turns on just the rules that it is about; of a
        contradiction, unless it is folded, those that are part of it.
        """
        match news:
            case Explored():
                return self._answered(news)
            case Another():
                return replace(self, another=news)
            case AnswerCount(rules, form):
                return replace(self, counts={**self.counts, (form, frozenset(rules)): news})
            case Sizes(form):
                return replace(self, sizes={**self.sizes, form: news})
            case Whole(found):
                return replace(self, whole={**self.whole, found.form: found})
            case Why():
                return replace(self.with_rules(news.rules), found=None, why=news)
            case ClashingRules():
                return replace(self, found=None, reason=news)._with_parts_on()
        raise AssertionError(f"{news!r} is no answer about rules")

    def _answered(self, found: Explored) -> Exploration:
        answered = replace(self._showing(found), is_outdated=False, another=None)
        if self.is_outdated:
            answered = replace(answered, before=None)
        elif self.found and (self.found.rules, self.found.form) != (found.rules, found.form):
            answered = replace(answered, before=self.found)
        if found.form == "corrected" and self.on == self.needed_rules:
            return answered.told(Whole(found))
        return answered

    def swapped(self) -> Exploration:
        """Return it with the two answers exchanged."""
        assert self.found
        assert self.another
        return replace(self._showing(self.another.found), another=Another(self.found))

    def _showing(self, found: Explored) -> Exploration:
        before = self.found.answer if self.found else None
        changed: frozenset[Cell] = frozenset()
        if before and found.answer:
            old, new = before.looks, found.answer.looks
            cells = old.keys() | new.keys()
            changed = frozenset(cell for cell in cells if old.get(cell) != new.get(cell))
        return replace(self, found=found, changed=changed)

    def with_parts(self, *, unfolded: bool) -> Exploration:
        """Return it with the contradiction shown below the reason, or hidden again."""
        return replace(self, unfolded=unfolded)._with_parts_on()

    def _with_parts_on(self) -> Exploration:
        shown = {number for number, _ in self.parts}
        return replace(self, on=frozenset(shown or (self.why.rules if self.why else self.on)))

    @property
    def parts(self) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
        """The rules at cells that contradict each other, unless they are folded."""
        is_shown = self.reason and (self.unfolded or not self.why)
        return self.reason.parts if self.reason and is_shown else ()

    @property
    def marked(self) -> frozenset[Cell]:
        """The cells that show why there is no answer."""
        if self.parts or not self.why:
            return frozenset(cell for _, cells in self.parts for cell in cells)
        return frozenset(self.why.finding.cells)

    def count(self, found: Explored | None) -> AnswerCount | None:
        """Return how many answers there are to the rules of an answer; None if not known."""
        return self.counts.get((found.form, frozenset(found.rules))) if found else None

    @property
    def counted(self) -> float | None:
        """The share that is done of a count of the answers to the rules of `found`, if one is."""
        count = self.count(self.found)
        return count.share if count else None

    def not_counting(self) -> Exploration:
        """Return it with the count ended where it is."""
        count = self.count(self.found)
        return self.told(replace(count, share=None)) if count else self

    # On the board

    @property
    def _answer(self) -> object:
        return self.found.answer if self.found else None

    @cached_property
    def _marks(self) -> Mapping[Cell, float]:
        if self.reason or self.why:
            return dict.fromkeys(self.marked, 1.0)
        return marks(self.book, self.broken) if self.found and self.found.rules else {}

    def cells(self, puzzle: Puzzle) -> set[Cell]:
        """Return the cells that look different from the puzzle alone."""
        return self.book.answer_cells(puzzle, self._answer, self._marks)

    def tiles_at(self, puzzle: Puzzle, cell: Cell, *, labels: bool) -> Tiles:
        """Return the tiles of a cell: the answer, and marks where it is wrong."""
        return self.book.answer_tiles(puzzle, self._answer, cell, self._marks, labels=labels)

    # The list of rules

    @property
    def broken(self) -> tuple[Broken, ...]:
        """The breaches of the rules by the answer."""
        return self.found.broken if self.found else ()

    @property
    def rows(self) -> list[RuleRow]:
        """The definitions of helpers, if any, and the rules, with what is known of each."""
        sizes = self.sizes.get(self.form)
        broken = Counter(each.rule for each in self.broken if self.form != "fast")

        def share(number: int) -> float | None:
            return sizes.of_rule[number].clauses / sizes.clauses if sizes else None

        rows = [
            RuleRow(rule, rule.number in self.on, share(rule.number), broken[rule.number])
            for rule in self.rules
        ]
        if helpers := self.rule_form.helpers:
            rows.insert(0, RuleRow(helpers, True, share(helpers.number), 0, is_locked=True))
        return rows


def _order_of(form: str) -> str:
    return form if form == "fast" else FORMS[0]


SHOW_PARTS, HIDE_PARTS = "Show the requirements", "Hide the requirements"
SHOW_OTHER, CORRECTED = "Show the other answer", "Use the corrected rules"


class Offer(NamedTuple):
    """The words of a link, one of the above or the label of an action, and what they mean."""

    words: str
    tip: str


def offers(state: Exploration) -> Iterator[Offer]:
    """Yield what can be done about what is known."""
    found = state.found
    tip = "The clauses of a rule at a cell; or click a cell that is marked"
    clauses = Offer("See the clauses", tip)
    corrected = Offer(CORRECTED, state.book.corrected_tip)
    is_published = state.form == "published"
    if state.why and state.reason and state.reason.parts:
        words = HIDE_PARTS if state.unfolded else SHOW_PARTS
        yield Offer(words, "The rules at cells that cannot all hold")
    elif found is None:
        return
    elif found.answer is None:
        yield clauses
        whole = state.whole.get("corrected")
        if is_published and whole and whole.answer:
            yield corrected
        if state.form != "fast":
            tip = "Find a few rules at a few cells that contradict each other"
            yield Offer("Why is there no solution?", tip)
    else:
        yield clauses
        if state.another and state.another.found.answer:
            yield Offer(SHOW_OTHER, "The rules that are on allow both")
        broken = {each.rule for each in state.broken}
        if is_published and not broken:
            yield Offer("Open a board the published rules get wrong", state.book.gap_example.tip)
        elif is_published and state.on >= broken.intersection(state.order):
            yield corrected
        if state.form != "fast" and not state.needed:
            tip = "Find a smallest set of rules that forces the solution"
            yield Offer("Which rules are needed?", tip)
    if found:
        tip = "A solver with these rules, step by step on the board"
        yield Offer("Watch the solver think", tip)
