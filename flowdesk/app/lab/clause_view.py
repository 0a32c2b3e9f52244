"""ClauseView: the clauses of a rule at a cell, in words, names or numbers, judged by the answer."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from tkinter import ttk

from flowdesk.app.front import Front
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.modes.editor import BoardCursor
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import Segments
from flowdesk.core.edit import Spot
from flowdesk.core.grid import Cell, cell_name
from flowdesk.core.text import counted
from flowdesk.lab import rule_text
from flowdesk.lab.clauses import NOTATIONS, ClausePiece, Clauses, JudgedClause, Value, literal_name
from flowdesk.lab.formula import DEFINITIONS
from flowdesk.sat.cnf import Clause

_MOST_CLAUSES, _MOST_PIECES = 50, 60  # more are not looked through, but take long to show
_LEGEND = (
    "What is green makes its clause true in this answer: bold if nothing else does, crossed out if "
    "it is a condition that does not hold. A red clause is violated. Click to see the cells."
)
_TAGS = {Value.ONLY: "good", Value.TRUE: "good", Value.FALSE: "faint", Value.UNKNOWN: "plain"}
_VALUES = {Value.ONLY: "true, alone", Value.TRUE: "true", Value.FALSE: "false"} | {
    Value.UNKNOWN: "not known"
}


class ClauseView(ttk.Frame):
    """Takes the place of the texts about rule and answer. A click on the board chooses a cell.

    `on_open` is called when it is to be shown, or not any more.
    """

    def __init__(
        self, parent: tk.Misc, front: Front, font: str, on_open: Callable[[], None]
    ) -> None:
        super().__init__(parent)
        self.is_open = False
        self.rule, self.cell = 1, (0, 0)
        self._notation = next(iter(NOTATIONS))
        self._chosen = -1  # the place of the clause that is shown in all notations
        self._clauses: Clauses | None = None
        self._drawn: object = None
        self._front, self._shell, self._on_open = front, front.shell, on_open
        self._head = LinkedText(self, font, 3)
        self.notations = Segments(self, self._choose_notation, font)
        self._text = LinkedText(self, font, 1, on_hover=self._point_at)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(2, weight=1)
        for row, part in enumerate((self._head, self.notations, self._text)):
            part.grid(row=row, column=0, sticky="nsew", pady=("3p" if row else 0, 0))
        front.hear(lambda tab: tab.session.edit.cursor.moved, self._cursor_moved)
        front.hear(lambda tab: tab.session.stage.changed, self._stage_changed)
        front.switched.connect(self._switched, front.shell)

    @property
    def _mode(self) -> ExploreMode:
        return self._front.tab.exploring

    @property
    def _cursor(self) -> BoardCursor:
        return self._front.edit.cursor

    # What is shown

    def open(self, rule: int, cell: Cell | None = None) -> None:
        """Show the clauses of a rule at a cell, or at the first one where it has any."""
        clauses = self._known()
        start = self._cursor.target or self.cell
        if rule not in clauses.rules:
            rule = clauses.rules[-1]  # those of another form have been looked at
        self.is_open, self.rule, self._chosen = True, rule, -1
        self.cell = cell or (start if clauses.has(rule, start) else clauses.next(rule, start, 1))
        self._on_open()
        self._cursor.set(self.cell)
        self.refresh()

    def close(self) -> None:
        """Show the answer again."""
        self.is_open = False
        self._mode.glow.light_up(())
        if self._cursor.cell:
            self._cursor.set(None)
        self._on_open()

    def choose_rule(self, rule: int) -> bool:
        """Show another rule at the same cell, or the next one that has clauses; if it is open."""
        if self.is_open:
            at = self.cell if self._known().has(rule, self.cell) else None
            self.open(rule, at)
        return self.is_open

    def refresh(self) -> None:
        """Show the clauses again if the answer or the level has changed."""
        if not self.is_open:
            return
        mode = self._mode
        if mode.problem[0]:
            self.close()
            return
        clauses = self._known()
        state = mode.state
        clauses.found = state.found if state.is_answered else None
        drawn = clauses, clauses.found, self.rule, self.cell, self._notation, self._chosen
        if drawn == self._drawn:
            return
        is_same = isinstance(self._drawn, tuple) and drawn[2:4] == self._drawn[2:4]
        self._drawn = drawn
        mode.glow.light_up(())  # what the pointer was over is gone
        choices = {key: (name, tip) for key, (name, tip, _) in NOTATIONS.items()}
        self.notations.show(choices, self._notation)
        judged = [clauses.judge(self.rule, clause) for clause in clauses.at(self.rule, self.cell)]
        self._show_head(judged)
        self._show_clauses(judged, keep_place=is_same)

    def _known(self) -> Clauses:
        """Return the clauses of the level on the board, in the form that is explored."""
        level, form = self._front.stage.level, self._mode.state.form
        known = self._clauses
        if known is None or known.puzzle is not level or known.form != form:
            known = self._clauses = Clauses(level, form)
            if self.rule not in known.rules:
                self.rule = known.rules[0]
            if not level.on_board(self.cell):
                self.cell = known.next(self.rule, (0, 0), 1)
        return known

    def _show_head(self, judged: Sequence[JudgedClause]) -> None:
        head, state = self._head, self._mode.state
        rule = next(row.rule for row in state.rows if row.rule.number == self.rule)
        number = "" if self.rule == DEFINITIONS else f"Rule {self.rule}: "
        is_off = self.rule not in state.on and self.rule != DEFINITIONS
        head.begin()
        head.add(f"{number}{rule.name}", "bold")
        off = "The rule is not switched on: the answer need not keep it"
        head.add("  (off)" if is_off else "", "faint", tip=off if is_off else "")
        head.add("\n")
        for step, words, which in ((-1, "‹ Previous", "previous"), (1, "Next ›", "next")):
            head.add(f"   {cell_name(self.cell)}   " if step > 0 else "")
            tip = f"The {which} cell with clauses of this rule"
            head.add(words, "link", click=partial(self._step, step), tip=tip)
        wrong = sum(each.is_violated for each in judged)
        said = counted(len(judged), "clause") if judged else "No clauses here"
        head.add(f"\n{said}", "faint", click=partial(self._shell.say, _LEGEND), tip=_LEGEND)
        broken = "In these clauses nothing is true in this answer: they are red below"
        head.add(f", {wrong} violated" if wrong else "", "bad", tip=broken if wrong else "")
        head.add("     ")
        head.add("Back to the answer", "link", click=self.close, tip="What the answer breaks")
        head.end()
        head.configure(height=ceil(head.lines))

    def _show_clauses(self, judged: Sequence[JudgedClause], *, keep_place: bool) -> None:
        text, place = self._text, self._text.yview()[0]
        text.begin()
        text.tag_configure("opposite", overstrike=True)
        first_wrong: list[str] = []  # where the first violated clause ends and begins
        chosen: list[str] = []  # the same of the one that is chosen
        for at, each in enumerate(judged[:_MOST_CLAUSES]):
            begin = text.index("end-1c")
            self._add_clause(each, self._notation, at, "✗\t" if each.is_violated else "•\t")
            if each.is_violated and not first_wrong:
                first_wrong = [text.index("end-2c"), begin]
            if at == self._chosen:
                for notation in NOTATIONS:
                    if notation != self._notation:
                        self._add_clause(each, notation, at, "=\t")
                chosen = [text.index("end-2c"), begin]
        if len(judged) > _MOST_CLAUSES:
            text.add(f"... and {len(judged) - _MOST_CLAUSES:,} more.\n", "faint")
        text.add(_LEGEND if judged else self._why_none(), "faint", "above")
        text.end()
        text.yview_moveto(place if keep_place else 0)
        for index in chosen if keep_place else first_wrong:
            text.see(index)

    def _add_clause(self, judged: JudgedClause, notation: str, at: int, mark: str) -> None:
        meaning = self._known().meaning
        values = dict(zip(judged.clause, judged.values, strict=True))
        around = "bad" if judged.is_violated else "plain"
        pieces = NOTATIONS[notation][2](judged.clause, meaning)
        for text, literal, is_opposite in (ClausePiece(mark), *pieces[:_MOST_PIECES]):
            if not literal:
                self._add(text, judged.clause, at, "", around)
                continue
            value = values[literal]
            tags = [_TAGS[value]]
            if value is Value.ONLY:
                tags.append("bold")
            if is_opposite and value in (Value.ONLY, Value.TRUE):
                tags.append("opposite")
            tip = f"{literal_name(literal, meaning)}, in DIMACS {literal}: {_VALUES[value]}"
            self._add(text, [literal], at, tip, *(["bad"] if judged.is_violated else tags))
        if len(pieces) > _MOST_PIECES:
            more = f" ... ({counted(len(judged.clause), 'literal')})"
            self._add(more, judged.clause, at, "", around)
        self._text.add("\n")

    def _add(self, text: str, literals: Clause, at: int, tip: str, *tags: str) -> None:
        """Add a part of a clause, which lights up the cells of its literals."""
        choose = partial(self._choose, at, literals)
        self._text.add(text, "line", *tags, click=choose, tip=tip, about=literals)

    def _why_none(self) -> str:
        state = self._mode.state
        if self.rule in state.book.added.get(state.form, ()):
            return rule_text.ADDED
        return "The rule requires nothing here. The arrows lead to cells where it does."

    # What is chosen

    def _choose_notation(self, notation: str) -> None:
        self._notation = notation
        self.refresh()

    def _point_at(self, literals: Clause | None) -> None:
        """Light up the cells of the literals under the pointer."""
        self._mode.glow.light_up(self._known().cells_of(literals) if literals else ())

    def _choose(self, at: int, literals: Clause) -> None:
        """Show a clause in all notations, and let the cells of its literals blink."""
        self._chosen = at
        self._front.stage.point_out(self._known().cells_of(literals))
        self.refresh()

    def _step(self, step: int) -> None:
        self._cursor.set(self._known().next(self.rule, self.cell, step))

    def _cursor_moved(self, cell: Cell | None) -> None:
        """Show the clauses at the cursor, which keys and clicks move."""
        if self.is_open and self._mode.is_on and self._cursor.cell not in (None, self.cell):
            assert self._cursor.cell
            self.cell, self._chosen = self._cursor.cell, -1
            self.refresh()

    def _switched(self) -> None:
        """Forget the clauses of another document."""
        if self.is_open:
            self.close()
        self._clauses = self._drawn = None
        self.rule, self.cell, self._chosen = 1, (0, 0), -1
        for text in (self._head, self._text):
            text.begin()
            text.end()

    def _stage_changed(self) -> None:
        if self.is_open and not self._mode.is_on:
            self.close()

    def takes(self, spot: Spot) -> bool:
        """Take a click on the board: on any cell while this is shown, else on one that is marked.

        A marked cell leads to the rule that it breaks, unless the rule that is shown is there, too.
        """
        mode, cell = self._mode, spot.cell
        if mode.problem[0]:
            return False
        if self.is_open and self._known().has(self.rule, cell):
            self._cursor.set(cell)
            return True
        is_classic = mode.state.form != "fast"  # the rules that are broken have these numbers
        rule, cells = rule_text.breach_at(mode.state, cell) if is_classic else (0, ())
        if cells:
            clauses, state = self._known(), mode.state
            clauses.found = state.found if state.is_answered else None
            self._front.view.focus_set()
            self.open(rule, clauses.place_of(rule, cells) or cells[0])
        elif self.is_open:
            self._cursor.set(cell)
        return self.is_open
