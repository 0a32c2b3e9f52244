"""The explorer's panel: the rules with their switches, and what the solver says to them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from functools import partial
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING

from flowdesk.app import look
from flowdesk.app.linked_text import LinkedText
from flowdesk.app.rule_list import RuleList
from flowdesk.app.segments import Segments
from flowdesk.app.tooltip import add_tooltip
from flowdesk.desk import rules_said
from flowdesk.desk.verdict import Mood

if TYPE_CHECKING:
    from flowdesk.app.window import Window

#: The forms of the rules: what they are called, and what they are.
_FORMS = {
    "corrected": (
        "Corrected",
        "The classic rules; endpoints side by side can be joined, and loops are excluded",
    ),
    "published": (
        "Published",
        "As first published: endpoints side by side cannot be joined, and nothing excludes loops",
    ),
    "fast": ("FlowDesk's", "FlowDesk's own formula, with which it solves"),
}
#: How many lines about the answer are listed.
_MOST_LINES = 60
#: How much is to be seen in a window that is not low: all rules, and this much about one of them.
_LOW = 560  # pixels of height
_ABOUT_LINES = 8
#: And in a low one; half a rule says that there are more.
_LOW_RULES, _LOW_ABOUT_LINES = 7.5, 6


class ExplorerPanel(ttk.Frame):
    """Stands where the side panel is, while the rules are explored."""

    WIDTH = 280

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        super().__init__(parent, padding=(6, 8, 8, 8), width=self.WIDTH)
        self.grid_propagate(False)
        self.columnconfigure(0, weight=1)
        self.rowconfigure(5, weight=1)
        self._window = window
        self._mode = mode = window.exploring
        self._looked_at = 1
        self._told: object = None  # about a rule, and ...
        self._shown: object = None  # ... about the answer
        usual = tkfont.nametofont("TkDefaultFont", self)
        self._font = usual.copy()
        self._font.configure(size=max(7, int(usual.cget("size")) - 1))
        self.forms = Segments(self, _FORMS, mode.choose_form, self._font)
        self.rules = RuleList(self, mode.switch, self.look_at, self._font)
        self._about = LinkedText(self, self._font, _ABOUT_LINES)
        self._answer = LinkedText(self, self._font, 4)
        self.forms.grid(row=0, sticky="ew")
        self.rules.grid(row=1, sticky="ew", pady=6)
        self._build_walk().grid(row=2, sticky="ew")
        self._about.grid(row=3, sticky="nsew", pady=(8, 0))
        self._build_table().grid(row=4, sticky="ew", pady=6)
        self._answer.grid(row=5, sticky="nsew")
        self.bind("<Configure>", lambda event: self._share_out(event.height))

    def _build_walk(self) -> ttk.Frame:
        row = ttk.Frame(self)
        row.columnconfigure(1, weight=1)
        mode, key = self._mode, self._window.key
        self._back = ttk.Button(row, text="Back", width=5, command=mode.back)
        self._next = ttk.Button(row, text="Next rule", style=look.ACCENT, command=mode.next)
        self._all = ttk.Button(row, text="All", width=5, command=mode.all_or_none)
        for column, button in enumerate((self._back, self._next, self._all)):
            button.grid(row=0, column=column, sticky="ew", padx=1)
            button.configure(takefocus=False)
        add_tooltip(self._back, f"Turn off the last rule  ({key('One rule back')})")
        add_tooltip(self._next, f"Turn on the next rule  ({key('Next rule')})")
        self._all_tip = add_tooltip(self._all, "")
        return row

    def _build_table(self) -> ttk.Frame:
        frame = ttk.Frame(self)
        self._table: list[list[ttk.Label]] = []
        for column, words in enumerate(rules_said.table(self._mode.state)):
            frame.columnconfigure(column, weight=1)
            labels = []
            for row, _ in enumerate(words):
                style = "Faint.TLabel" if not column or not row else "TLabel"
                label = ttk.Label(frame, style=style, font=self._font, padding=0)
                label.grid(
                    row=row,
                    column=column,
                    sticky="e" if column else "w",
                    padx=(3 if column else 0, 0),
                )
                labels.append(label)
            self._table.append(labels)
        return frame

    def refresh(self) -> None:
        """Show what is asked, and what has come of it."""
        mode, state, colors = self._mode, self._mode.state, self._window.colors
        if not mode.is_on:
            return
        self.forms.show(state.form, colors)
        self._share_out(self.winfo_height())
        self.rules.show(state.rows, colors)
        self._next.state(["!disabled" if state.next_rule else "disabled"])
        self._back.state(["!disabled" if state.last_rule else "disabled"])
        are_on = state.on >= state.needed_rules
        self._all.configure(text="None" if are_on else "All")
        self._all_tip.text = "Turn all rules off" if are_on else "Turn on all rules of the game"
        self._tell_of_rule()
        for labels, texts in zip(self._table, rules_said.table(state), strict=True):
            for label, words in zip(labels, texts, strict=True):
                label.configure(text=words)
        self._tell_of_answer()

    def look_at(self, number: int) -> None:
        """Tell about a rule."""
        self._looked_at = number
        self._tell_of_rule()

    def reveal(self, number: int) -> None:
        """Tell about a rule, and make sure that it can be seen."""
        self.rules.reveal(number)
        self.look_at(number)

    def _share_out(self, height: int) -> None:
        """Give the rules as much room as they need, and in a low window leave some to the rest."""
        is_low = height < _LOW
        rules = _LOW_RULES if is_low else len(self._mode.state.rules)
        self.rules.configure(height=round(rules * self.rules.row_height))
        self._about.configure(height=_LOW_ABOUT_LINES if is_low else _ABOUT_LINES)

    def _tell_of_rule(self) -> None:
        state, colors, text = self._mode.state, self._window.colors, self._about
        rule = state.rules[min(self._looked_at, len(state.rules)) - 1]
        size = rules_said.size_of(state, rule.number)
        if (rule, size, colors) == self._told:
            return
        self._told = rule, size, colors
        text.begin(colors)
        text.add(f"{rule.number}  {rule.name}\n", "bold")
        text.add(f"{rule.text}\n")
        explain = partial(self._window.say, state.letters)
        text.add(f"{rule.formula}\n", "accent", click=explain, tip=state.letters)
        text.add(size, "faint")
        text.end()

    def _tell_of_answer(self) -> None:
        """The sentence about the answer, what can be done now, and all that is broken."""
        mode, colors, text = self._mode, self._window.colors, self._answer
        said, mood = mode.said
        lines = [] if mode.problem[0] or mode.takes_long else rules_said.lines(mode.state)
        offers = list(self._offers())
        shown = said, mood, [words for words, _, _ in offers], lines, colors
        if shown == self._shown:
            return
        self._shown = shown
        text.begin(colors)
        ink = colors.text if mood is Mood.NEUTRAL else getattr(colors, mood.value)
        text.tag_configure("said", foreground=ink)
        text.add(f"{said}\n", "bold", "said")
        for words, tip, call in offers:
            text.add(words, "link", click=call, tip=tip)
            text.add("\n")
        for line in lines[:_MOST_LINES]:
            if line.cells:
                look_there = partial(mode.point_out, line)
                text.add(f"• {line.text}", "line", click=look_there, tip="Click to see where")
            else:
                text.add(line.text, "bold")
            if line.switch:
                turn_on = partial(mode.switch, line.switch)
                text.add("  ")
                text.add("Switch\u00a0on", "link", click=turn_on, tip="Turn this rule on")
            text.add("\n")
        if len(lines) > _MOST_LINES:
            text.add("... and more.")
        text.end()

    def _offers(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """What can be done now: the words, what they mean, and the call."""
        mode, state = self._mode, self._mode.state
        if mode.problem[0]:
            tip = "First Steps, a level that comes with FlowDesk"
            yield "Open an example board", tip, mode.show_example
        elif state.found is None or mode.takes_long:
            return
        elif state.found.answer is None:
            corrected = state.whole.get("corrected")
            if state.form == "published" and corrected and corrected.answer:
                tip = "The same rules, but two endpoints side by side can be joined"
                yield "Ask the corrected rules", tip, partial(mode.choose_form, "corrected")
            if state.form != "fast":
                tip = "Find a few rules at a few cells that contradict each other"
                yield "Why is there no solution?", tip, mode.ask_why_none
        else:
            if state.another and state.another.found.answer:
                tip = "The rules that are on allow both"
                yield "Show the other answer", tip, mode.show_other
            if state.form == "published" and not state.broken:
                tip = "A level whose solution the published rules do not allow, but one with a loop"
                yield "Open a board that shows the gaps", tip, mode.show_gaps
            if state.form != "fast" and not state.needed:
                tip = "Find a smallest set of rules that forces the solution"
                yield "Which rules are needed?", tip, mode.ask_which_are_needed
