"""ToolStrip: the tools of the puzzle on the board, a button with an icon for each."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from functools import partial
from tkinter import ttk

from flowdesk.app.actions import key_text
from flowdesk.app.document_view import DocumentView
from flowdesk.app.icons import set_icon
from flowdesk.app.look import TOGGLE
from flowdesk.app.widgets.tooltip import Tooltip
from flowdesk.core.puzzle import Puzzle
from flowdesk.kinds.editor import Tool


class ToolStrip(ttk.Frame):
    """The buttons stand below each other; the one of the current tool is in the accent colour."""

    def __init__(self, parent: tk.Misc, shown: DocumentView) -> None:
        super().__init__(parent)
        self._edit = shown.edit
        self._theming = shown.theming
        self._mac = shown.shell.mac
        self._chosen = tk.StringVar(self)
        self._tools: Sequence[Tool[Puzzle]] = ()
        self._buttons: list[ttk.Radiobutton] = []
        shown.document.changed.connect(lambda what: self.refresh(), shown.shell)
        shown.edit.changed.connect(self.refresh, shown.shell)
        shown.theming.changed.connect(self._draw_icons, shown.shell)

    def refresh(self) -> None:
        """Show the tools of the puzzle on the board, and which is chosen."""
        if self._edit.kind.editing.tools is not self._tools:
            self._build()
        self._chosen.set(self._edit.tool.name)

    def _build(self) -> None:
        for button in self._buttons:
            button.destroy()
        self._tools = self._edit.kind.editing.tools
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
        self._edit.choose_tool(tool)
        self._edit.view.focus_set()

    def _draw_icons(self) -> None:
        for tool, button in zip(self._tools, self._buttons, strict=True):
            set_icon(button, tool.icon, self._theming.colors)
