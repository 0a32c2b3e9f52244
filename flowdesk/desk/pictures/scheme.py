"""Whether the desktop is dark or light: which programs tell it, and what their answers mean.

Desktops of Linux tell it through the portal of settings (freedesktop.org, "org.freedesktop.
appearance"), older ones of GNOME through gsettings; macOS through ``defaults``, Windows through
its registry.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

DARK, LIGHT = "dark", "light"

_PORTAL = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
_READ = "org.freedesktop.portal.Settings.Read"
_WHAT = "org.freedesktop.appearance", "color-scheme"
_REGISTRY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"


def commands(system: str = sys.platform) -> Sequence[Sequence[str]]:
    """Return the commands to ask, one after the other, until one of them knows."""
    if system == "win32":
        return [["reg", "query", _REGISTRY, "/v", "AppsUseLightTheme"]]
    if system == "darwin":
        return [["defaults", "read", "-g", "AppleInterfaceStyle"]]
    name, path = _PORTAL
    call = ["gdbus", "call", "--session", "--timeout", "1", "--dest", name, "--object-path", path]
    send = ["dbus-send", "--session", "--print-reply", "--reply-timeout=1000", f"--dest={name}"]
    return [
        [*call, "--method", _READ, *_WHAT],
        [*send, path, _READ, *(f"string:{word}" for word in _WHAT)],
        ["gsettings", "get", "org.gnome.desktop.interface", "color-scheme"],
    ]


def scheme_in(answer: str, exit_code: int, system: str = sys.platform) -> str:
    """Return `DARK` or `LIGHT`, or an empty text if the answer of a command tells neither."""
    if system == "win32":
        found = re.search(r"0x([01])\s*$", answer.strip())
        return (LIGHT if found[1] == "1" else DARK) if found else ""
    if system == "darwin":  # the value is missing, which is an error, as long as it is light
        return DARK if "Dark" in answer else LIGHT
    if exit_code:
        return ""
    if "prefer-dark" in answer or re.search(r"uint32 1\b", answer):
        return DARK
    if "prefer-light" in answer or re.search(r"uint32 2\b", answer):
        return LIGHT
    return ""  # no preference
