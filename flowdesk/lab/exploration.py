"""Exploring: which rules are on, and what the solver answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from flowdesk.core.grid import Cell
from flowdesk.lab.classic.answer import Broken
from flowdesk.lab.classic.explore import Contradiction, Explored
from flowdesk.lab.classic.fast import FAST_LETTERS, FAST_RULES
from flowdesk.lab.classic.rules import FORMS, LETTERS, PUBLISHED, RULES, Rule
from flowdesk.lab.classic.sizes import Sizes
from flowdesk.lab.rule_questions import Another, Needed, Whole


@dataclass(frozen=True)
class Row:
    """A rule in the list: its share of all clauses, and how many sentences about it are broken."""

    rule: Rule
    is_on: bool
    share: float | None
    broken: int


@dataclass(frozen=True)
class Exploration:
    """What is asked of the rules, and what is known of the answer.

    `found` answers `on` in `form` as soon as it has come; until then it is the answer before, and
    if `is_outdated`, it is about the level as it was. `changed` are the cells that differ between
    the last two answers. `sizes` (by form) and `whole` (what all the needed rules of a form
    answer) are about the level alone. `another` is what the rules answer besides `found`, if that
    is known. `needed` and `reason` are the answers to the two questions about the rules that are
    on, if they were asked. `strict` says that the level itself forbids paths to touch themselves:
    then no rule is optional.
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
    reason: Contradiction | None = None
    strict: bool = False

    # What is asked

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules of the form."""
        return {"fast": FAST_RULES, "published": PUBLISHED}.get(self.form, RULES)

    @property
    def letters(self) -> str:
        """What the letters in their formulas mean."""
        return FAST_LETTERS if self.form == "fast" else LETTERS

    @property
    def needed_rules(self) -> frozenset[int]:
        """The numbers of those that make the game."""
        return frozenset(rule.number for rule in self.rules if self.strict or not rule.optional)

    @property
    def next_rule(self) -> Rule | None:
        """The first rule that is off: the walk goes through them in their order."""
        return next((rule for rule in self.rules if rule.number not in self.on), None)

    @property
    def last_rule(self) -> Rule | None:
        """The last rule that is on, which a step back turns off."""
        return next((rule for rule in reversed(self.rules) if rule.number in self.on), None)

    @property
    def lacks(self) -> frozenset[str]:
        """What is not known yet beside the answer, as `rule_questions.answer` calls it."""
        wanted = {"fast", "corrected"} - self.whole.keys()
        if self.form not in self.sizes:
            wanted.add("sizes")
        if not self.needed and self.needed_rules - self.on:
            wanted.add("another")
        return frozenset(wanted)

    @property
    def is_answered(self) -> bool:
        """Whether the answer to what is asked has come."""
        if self.found is None or self.is_outdated:
            return False
        return (frozenset(self.found.rules), self.found.form) == (self.on, self.form)

    def with_rules(self, on: Iterable[int]) -> Exploration:
        """Just these rules are on."""
        return replace(self, on=frozenset(on), another=None, needed=None, reason=None)

    def with_form(self, form: str) -> Exploration:
        """In another form; the other formula has other rules, all of which are on, or none."""
        changed = replace(self, form=form, another=None, needed=None, reason=None)
        if (form == "fast") == (self.form == "fast"):
            return changed
        return replace(changed, on=changed.needed_rules if self.on else frozenset())

    def of_another_level(self, *, same_board: bool, strict: bool = False) -> Exploration:
        """The same question about another level; on the same board the old answer stays a while."""
        found = self.found if same_board else None
        return Exploration(self.form, self.on, found, is_outdated=True, strict=strict)

    # What has come

    def answered(self, found: Explored) -> Exploration:
        """With the answer to what is asked."""
        answered = replace(self._showing(found), is_outdated=False, another=None)
        if found.form == "corrected" and self.on == self.needed_rules:
            return answered.compared(Whole(found))
        return answered

    def beside(self, another: Another) -> Exploration:
        """With what the rules answer besides."""
        return replace(self, another=another)

    def swapped(self) -> Exploration:
        """With the other answer in the place of the one that is shown."""
        assert self.found
        assert self.another
        return replace(self._showing(self.another.found), another=Another(self.found))

    def _showing(self, found: Explored) -> Exploration:
        before = self.found.answer if self.found else None
        changed: frozenset[Cell] = frozenset()
        if before and found.answer:
            cells = before.looks.keys() | found.answer.looks.keys()
            changed = frozenset(
                cell for cell in cells if before.looks.get(cell) != found.answer.looks.get(cell)
            )
        return replace(self, found=found, changed=changed)

    def contradicted(self, reason: Contradiction) -> Exploration:
        """With the reason why there is no answer: the rules that it takes are on."""
        on = frozenset(number for number, _ in reason.parts)
        return replace(self.with_rules(on), found=None, reason=reason)

    def sized(self, sizes: Sizes) -> Exploration:
        """With the sizes of the rules of a form."""
        return replace(self, sizes={**self.sizes, sizes.form: sizes})

    def compared(self, whole: Whole) -> Exploration:
        """With what all the needed rules of a form answer."""
        return replace(self, whole={**self.whole, whole.found.form: whole.found})

    # What is known of each rule

    @property
    def broken(self) -> tuple[Broken, ...]:
        """What the answer breaks."""
        return self.found.broken if self.found else ()

    @property
    def rows(self) -> list[Row]:
        """The list of rules."""
        sizes = self.sizes.get(self.form)
        broken = self.broken if self.form != "fast" else ()
        return [
            Row(
                rule,
                rule.number in self.on,
                sizes.of_rule[rule.number].clauses / sizes.clauses if sizes else None,
                sum(each.rule == rule.number for each in broken),
            )
            for rule in self.rules
        ]
