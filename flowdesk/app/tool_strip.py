"""ToolStrip: the tools of the puzzle on the board, a button with an icon for each."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.actions import key_text
from flowdesk.app.front import Front
from flowdesk.app.icons import set_icon
from flowdesk.app.look import TOGGLE
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.editor import Tool


class ToolStrip(ttk.Frame):
    """The buttons stand below each other; the one of the current tool is in the accent colour."""

    def __init__(self, parent: tk.Misc, front: Front) -> None:
        super().__init__(parent)
        self._front, self._theming = front, front.theming
        self._mac = front.shell.mac
        self._chosen = tk.StringVar(self)
        self._tools: Sequence[Tool[Puzzle]] = ()
        self._buttons: list[ttk.Radiobutton] = []
        front.hear(lambda tab: tab.document.changed, lambda what: self.refresh())
        front.hear(lambda tab: tab.session.edit.changed, self.refresh)
        front.switched.connect(self.refresh, front.shell)
        front.theming.changed.connect(self._draw_icons, front.shell)

    def refresh(self) -> None:
        """Show the tools of the puzzle on the board, and which is chosen."""
        if self._front.edit.kind.editing.tools is not self._tools:
            self._build()
        self._chosen.set(self._front.edit.tool.name)

    def _build(self) -> None:
        for button in self._buttons:
            button.destroy()
        self._tools = self._front.edit.kind.editing.tools
        self._buttons = [self._made(tool) for tool in self._tools]
        self._draw_icons()

    def _made(self, tool: Tool[Puzzle]) -> ttk.Radiobutton:
        button = ttk.Radiobutton(
            self,
            text=tool.name,
            compound="image",
            style=TOGGLE,
            value=tool.name,
            variable=self._chosen,
            takefocus=False,
            command=partial(self._choose, tool),
        )
        button.pack(fill="x", pady=(0, "1.5p"))
        Tooltip(button, f"{tool.name}  ({key_text(tool.key, self._mac)})\n{tool.tip}")
        return button

    def _choose(self, tool: Tool[Puzzle]) -> None:
        self._front.edit.choose_tool(tool)
        self._front.view.focus_set()

    def _draw_icons(self) -> None:
        for tool, button in zip(self._tools, self._buttons, strict=True):
            set_icon(button, tool.icon, self._theming.colors)
