"""ExplorerPanel: the rules with their switches, and the solver's answer to them in words."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from tkinter import ttk
from typing import TypeAlias

from flowdesk.app import fonts, look
from flowdesk.app.front import Front
from flowdesk.app.lab.clause_view import ClauseView
from flowdesk.app.lab.explore import ExploreMode
from flowdesk.app.lab.rule_list import RuleList
from flowdesk.app.scale import pixels
from flowdesk.app.widgets.linked_text import LinkedText
from flowdesk.app.widgets.tooltip import Segments, ShortLabel, Tooltip, tool_button
from flowdesk.app.widgets.toplevel import grid_if
from flowdesk.core.edit import Spot
from flowdesk.lab import changes, rule_text
from flowdesk.lab.exploration import CORRECTED, HIDE_PARTS, SHOW_OTHER, SHOW_PARTS, offers

_MOST_REMARKS = 60
_OWN = "Own"
#: The figures: a row of headings, then names with figures.
Table: TypeAlias = Sequence[Sequence[str]]

_PAD = 4.5  # points between its parts
#: Lines about a rule, usually and at most; and lines of what else is known of the answer. In a low
#: window first the list of rules gets shorter, then the text about one. Where lines are long, fewer
#: are enough.
_ABOUT_LINES, _MOST_ABOUT_LINES, _ANSWER_LINES = 9, 12, 2
_WIDE, _MOST_WHERE_WIDE = 255, 11  # points, lines
_CLAUSE_LINES = 14
#: Lines that a text has at least, and as many as what is above the clauses takes.
_LEAST_LINES, _LINES_ABOVE_CLAUSES = 4, 7
_FEWEST_RULES, _MOST_WHERE_LOW = 2.5, 6.5


class ExplorerPanel(ttk.Frame):
    """Takes the place of the side panel while the rules are explored.

    It begins with the next rule and a sentence about the answer; the rest unfolds, and stays so.
    `perform` is called with the label of an action of which it shows a link.
    """

    LEAST = 210  # points of width

    def __init__(self, parent: tk.Misc, front: Front, perform: Callable[[str], object]) -> None:
        super().__init__(parent, padding=("4.5p", 0, "6p", f"{_PAD}p"))
        self.grid_propagate(False)
        self.columnconfigure(0, weight=1)
        self._front, self._perform = front, perform
        self._shell = front.shell
        self._looked_at = 1
        self._rule_shown: object = None
        self._said: object = None
        self._answer_shown: object = None
        self.forms = Segments(self, self._choose_form, fonts.SMALL)
        self.orders = ttk.Frame(self)
        self._orders = Segments(
            self.orders,
            lambda name: self._mode.put_in_order(self._mode.state.in_named_order(name)),
            fonts.SMALL,
        )
        self.rules = RuleList(
            self,
            lambda number: self._mode.switch(number),
            self.look_at,
            lambda number, place: self._mode.put_in_order(self._mode.state.moved(number, place)),
            lambda number: self.clauses.choose_rule(number),
            fonts.SMALL,
        )
        self.clauses = ClauseView(self, front, fonts.SMALL, self._show_page)
        self._about = LinkedText(self, fonts.SMALL, _ABOUT_LINES)
        self._answer = LinkedText(self, fonts.SMALL, 1)
        self._title = ShortLabel(self, font=fonts.BOLD, padding=("0p", "1.5p"))
        self._walk = self._build_walk()
        title = ttk.Label(self.orders, text="Order", style="Faint.TLabel", font=fonts.SMALL)
        title.pack(side="left")
        Tooltip(title, "Drag rules in the list, or move them with Alt and an arrow")
        self._orders.pack(side="left", fill="x", expand=True, padx=("6p", 0))
        self._why_so = ShortLabel(self, style="Faint.TLabel", font=fonts.SMALL)
        self._sentence = LinkedText(self, fonts.SMALL, 1)
        above = self._title, self._walk, self._sentence
        self._unfolds: Sequence[tk.Widget] = (
            *(self.forms, self.orders, self._why_so, self.rules),
            *(self._about, self._answer),
        )
        for row, part in enumerate((*above, *self._unfolds)):
            part.grid(row=row, sticky="nsew", pady=(f"{_PAD}p", 0))
        # They take the place of all that is below the list of rules.
        first = len(above) + self._unfolds.index(self._about)
        self.clauses.grid(row=first, rowspan=2, sticky="nsew", pady=(f"{_PAD}p", 0))
        self.rowconfigure(first + 1, weight=1)
        for part in (self, self._about, self._sentence):
            part.bind("<Configure>", lambda event: self._share_out(), add=True)
        self._show_page()
        front.hear(lambda tab: tab.exploring.changed, self.refresh)
        front.hear(lambda tab: tab.exploring.reached, self.reveal)
        front.switched.connect(self._switched, front.shell)

    @property
    def _mode(self) -> ExploreMode:
        return self._front.tab.exploring

    def _choose_form(self, form: str) -> None:
        self._mode.ask_for(self._mode.state.with_form(form))

    def _build_walk(self) -> ttk.Frame:
        row, key = ttk.Frame(self), self._shell.key
        row.columnconfigure(1, weight=1)
        back, on = lambda: self._mode.back(), lambda: self._mode.next()
        tip = f"Turn off the last rule  ({key('Previous rule')})"
        self._back = tool_button(row, "Back", back, tip, width=5)
        tip = f"Turn on the next rule  ({key('Next rule')})"
        self._next = tool_button(row, "Next rule", on, tip, style=look.ACCENT)
        self._all = ttk.Button(row, text="All", width=5, takefocus=False)
        self._all.configure(command=lambda: self._mode.all_or_none())
        self._all_tip = Tooltip(self._all, "")
        for column, button in enumerate((self._back, self._next, self._all)):
            button.grid(row=0, column=column, sticky="ew", padx="0.75p")
        return row

    def _switched(self) -> None:
        """Forget the links about another document, and show this one's answer."""
        self._said = self._answer_shown = self._rule_shown = None
        for text in (self._sentence, self._about, self._answer):
            text.begin()
            text.end()
        self.refresh()

    def refresh(self) -> None:
        mode, state = self._mode, self._mode.state
        if not mode.is_on:
            return
        self._title.show(self._front.document.level.title or self._front.document.name)
        forms = {key: (form.name, form.tip) for key, form in state.book.forms.items()}
        self.forms.show(forms, state.form)
        self.rules.show(state.rows)
        self._show_orders()
        self._next.state(["!disabled" if mode.can_walk(1) else "disabled"])
        self._next.configure(text="Next step" if mode.guide else "Next rule")
        self._back.state(["!disabled" if mode.can_walk(-1) else "disabled"])
        are_on = state.on >= state.needed_rules
        self._all.configure(text="None" if are_on else "All")
        none = "Go to the first step of the lesson" if mode.guide else "Turn all rules off"
        self._all_tip.text = none if are_on else "Turn on all rules of the game"
        if self._is_unfolded != bool(self.rules.winfo_manager()):  # in another window
            self._show_page()
        self._show_sentence()
        self._show_rule()
        self._show_answer()
        self.clauses.refresh()

    def see_clauses(self) -> None:
        """Show the clauses of the rule that the pointer or a step was at last, or the answer."""
        if self.clauses.is_open:
            self.clauses.close()
        else:
            self.clauses.open(self._looked_at)

    @property
    def shows_answer(self) -> bool:
        """Whether the sentence about the answer can be read."""
        return bool(self._sentence.winfo_viewable())

    def takes(self, spot: Spot) -> bool:
        """Show the clauses at a cell of the board, if there are any to show."""
        return self.clauses.takes(spot)

    def close_page(self) -> bool:
        """Show the answer instead of the clauses; return whether these were front."""
        was_open = self.clauses.is_open
        if was_open:
            self.clauses.close()
        return was_open

    @property
    def _is_unfolded(self) -> bool:
        return self._shell.settings.rules_unfolded or self.clauses.is_open

    def _fold_or_unfold(self) -> None:
        self._shell.remember(rules_unfolded=not self._shell.settings.rules_unfolded)
        self._show_page()

    def _show_page(self) -> None:
        """Show what is unfolded: with the rules their clauses, or texts about rule and answer."""
        is_open = self.clauses.is_open
        shown: dict[tk.Widget, bool] = {self._sentence: not is_open, self.clauses: is_open}
        shown |= dict.fromkeys(self._unfolds, self._is_unfolded)
        if is_open:
            shown |= {self._about: False, self._answer: False}
        for part, is_shown in shown.items():
            grid_if(is_shown, part)
        self._show_orders()
        self._show_sentence()
        self._share_out()
        if is_open:
            self.update_idletasks()  # the list has its new height
            self.rules.reveal(self.clauses.rule)

    def _show_orders(self) -> None:
        """Offer the orders of the rules, where there is more than one."""
        state = self._mode.state
        named = {each.name: (each.name, each.tip) for each in state.named_orders}
        if state.own_order:
            named[_OWN] = _OWN, "The order that you have dragged the rules into"
        if len(named) == 1 or not self.forms.winfo_manager():
            for part in (self.orders, self._why_so):
                part.grid_remove()
            return
        chosen = state.order_name or _OWN
        self._orders.show(named, chosen)
        self._why_so.show(named[chosen][1])
        self.orders.grid()

    def look_at(self, number: int) -> None:
        self._looked_at = number
        self._show_rule()

    def reveal(self, number: int) -> None:
        """Show the text about a rule, and scroll the list to it."""
        self.rules.reveal(number)
        self.look_at(number)

    def _share_out(self) -> None:
        """Give the rules the room they need, or less in a low window.

        Half a rule at the edge shows that there are more. The panel scrolls where even that has no
        room.
        """
        line, row, pad = self._about.line_height, self.rules.row_height, pixels(self, _PAD)
        self._sentence.configure(height=max(1, ceil(self._sentence.lines)))
        if not self.rules.winfo_manager():
            self._title.grid()
            folded = self._title, self._walk, self._sentence
            self.configure(height=sum(part.winfo_reqheight() + pad for part in folded) + pad)
            return
        parts = self._walk, self._sentence, self.forms, self.orders
        above = [part for part in parts if part.winfo_manager()]
        fixed = sum(part.winfo_reqheight() + pad for part in above) + 4 * pad
        least = _LEAST_LINES + (_LINES_ABOVE_CLAUSES if self.clauses.is_open else _ANSWER_LINES)
        self.configure(height=fixed + round(_FEWEST_RULES * row) + least * line)
        free = self.winfo_height() - fixed - _ANSWER_LINES * line
        shown: float = len(self._mode.state.rows)
        most = _MOST_WHERE_WIDE if self.winfo_width() >= pixels(self, _WIDE) else _MOST_ABOUT_LINES
        if self.clauses.is_open:
            most = _CLAUSE_LINES
        free -= self._place(self._title, free - most * line)
        if self.orders.winfo_manager():
            free -= self._place(self._why_so, free - most * line)
        fit = (free - most * line) / row
        if fit < shown:
            shown = max(_FEWEST_RULES, min(int(fit - 0.5) + 0.5, _MOST_WHERE_LOW))
        wanted = max(ceil(self._about.lines), _ABOUT_LINES)
        self.rules.configure(height=round(shown * row))
        self._about.configure(height=max(1, min(wanted, int((free - shown * row) / line))))

    def _place(self, part: tk.Widget, room: int) -> int:
        """Show a part if there is room for rules as well; return the height it takes."""
        height = part.winfo_reqheight() + pixels(self, _PAD)
        has_room = room - height >= _FEWEST_RULES * self.rules.row_height or self.clauses.is_open
        grid_if(has_room, part)  # the window tells the title, and a tip what an order is for
        return height if has_room else 0

    def _show_rule(self) -> None:
        state, text = self._mode.state, self._about
        rows = [row.rule for row in state.rows]
        rule = next((r for r in rows if r.number == self._looked_at), rows[-1])
        size = rule_text.size_of(state, rule.number)
        if (rule, size) == self._rule_shown:
            return
        self._rule_shown = rule, size
        text.begin()
        number = "" if rule is state.rule_form.helpers else f"{rule.number}  "
        text.add(f"{number}{rule.name}\n", "bold")
        text.add(f"{rule.text}\n")
        letters = state.rule_form.letters
        explain = partial(self._shell.say, letters)
        text.add(f"{rule.formula}\n", "accent", click=explain, tip=letters)
        text.add(size, "faint")
        text.end()
        self._share_out()

    def _show_sentence(self) -> None:
        """Show a sentence about the answer, what the last rule changed, and, folded, that rule."""
        mode, state, text = self._mode, self._mode.state, self._sentence
        headline, mood = mode.message
        is_told = not mode.problem[0] and not mode.takes_long and not state.reason
        news = changes.change(state) if is_told else ""
        rule = None if self._is_unfolded else state.last_rule
        said = headline, mood, news, rule, self._is_unfolded
        if said == self._said:
            return
        self._said = said
        text.begin()
        text.add(headline, "bold", mood.value)
        if news:
            two = state.book.counted_as_two
            text.add(f"\n{news}", click=partial(self._shell.say, two), tip=two)
        if rule:
            text.add(f"\n{rule.number}  {rule.name}\n", "bold")
            text.add(rule.text)
        if mode.problem[0]:
            words, tip = "Open an example board", state.book.example.tip
            text.add("\n")
            text.add(words, "link", click=self._call_of(words), tip=tip)
        text.add("   " if self._is_unfolded else "\n")
        words = "Less\u00a0▴" if self._is_unfolded else "More\u00a0▾"
        text.add(
            words, "link", click=self._fold_or_unfold, tip="The rules with clauses and figures"
        )
        text.end()
        self._share_out()

    def _show_answer(self) -> None:
        """Show links, what the answer breaks, and figures."""
        mode, text = self._mode, self._answer
        is_told = not (mode.problem[0] or mode.takes_long)
        remarks = rule_text.remarks(mode.state) if is_told else []
        offered, table = list(offers(mode.state)) if is_told else [], rule_text.table(mode.state)
        shown = offered, remarks, table
        if shown == self._answer_shown:
            return
        self._answer_shown = shown
        text.begin()
        for words, tip in offered:
            together = words.replace(" ", "\u00a0")
            text.add(together, "link", click=self._call_of(words), tip=tip)
            text.add("   ")
        text.add("\n" if offered else "")
        for remark in remarks[:_MOST_REMARKS]:
            if remark.cells:
                look_there = partial(mode.point_out, remark)
                text.add(f"•\t{remark.text}", "line", click=look_there, tip="Click to see where")
            else:
                text.add(remark.text, "bold")
            if remark.switch is not None:
                turn_on = partial(mode.switch, remark.switch)
                text.add("  ")
                text.add("Switch\u00a0on", "link", click=turn_on, tip="Turn this rule on")
            text.add("\n")
        if len(remarks) > _MOST_REMARKS:
            text.add("... and more.\n")
        self._show_figures(text, table)
        if not mode.problem[0]:
            tip = "The same rules as clauses in several ways: how many, and what they take to solve"
            words = "Compare encodings ..."
            text.add(words, "link", click=self._call_of(words), tip=tip)
        text.end()

    def _show_figures(self, text: LinkedText, table: Table) -> None:
        """Append the table of figures; each has a tooltip that says what it is."""
        meanings = rule_text.MEANINGS
        head, *rows = table
        columns = [meanings.get(name, "") for name in head]
        text.add_row(head, "faint", "above", tips=columns)
        for row in rows:
            meaning = meanings[row[0]]
            text.add_row(row, tips=[meaning, *(f"{meaning}.\n{name}." for name in columns[1:])])

    def _call_of(self, words: str) -> Callable[[], object]:
        """Return what a click on an offer does."""
        mode = self._mode
        calls: dict[str, Callable[[], object]] = {
            SHOW_PARTS: partial(mode.show_parts, unfolded=True),
            HIDE_PARTS: partial(mode.show_parts, unfolded=False),
            SHOW_OTHER: mode.show_other,
            CORRECTED: partial(self._choose_form, "corrected"),
        }
        return calls.get(words) or partial(self._perform, words)
