"""Add FlowDesk to a Linux desktop: its menu, icons and file types; `--remove` undoes it.

`make install-desktop` runs it. Everything is in the user's data folder, as freedesktop.org has it:
specifications "Desktop Entry", "Icon Theme", "Shared MIME-info Database", "XDG Base Directory".

FlowDesk is not named for all texts and pictures, though it reads them: where no other program has
been chosen, as on small desktops, the user's entries come first, so that each would open in it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENTRY = "applications/flowdesk.desktop"
TYPES = "mime/packages/flowdesk.xml"
ICONS = "icons/hicolor/*/apps/flowdesk.png"

#: What update-mime-database makes of ours.
TYPE_FILES = ("mime/application/x-flowdesk+json.xml", "mime/text/x-flow-map.xml")
#: What the two programs make of all entries and types, in the folder of each.
ENTRY_CACHE = ("applications/mimeinfo.cache",)
TYPE_CACHES = tuple(
    f"mime/{name}"
    for name in (
        *("XMLnamespaces", "aliases", "generic-icons", "globs", "globs2", "icons", "magic"),
        *("mime.cache", "subclasses", "treemagic", "types", "version"),
    )
)


def data_home() -> Path:
    """Return the user's data folder; a relative XDG_DATA_HOME does not count."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".local" / "share"


def as_value(text: str) -> str:
    """Escape a value of a desktop entry."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def as_argument(word: str) -> str:
    """Quote a word of the key Exec."""
    return '"' + re.sub(r'(["`$\\])', r"\\\1", word).replace("%", "%%") + '"'


def entry(command: Sequence[str], folder: Path | None) -> str:
    """Return the menu's entry for a command that is to run in a folder."""
    text = (ROOT / "assets/desktop/flowdesk.desktop").read_text(encoding="utf-8")
    lines = {
        "TryExec": as_value(command[0]),  # a desktop hides the entry once the program is gone
        "Exec": as_value(" ".join([*map(as_argument, command), "%f"])),
    }
    if folder:
        lines["Path"] = as_value(str(folder))
    return text + "".join(f"{key}={value}\n" for key, value in lines.items())


def install(home: Path, command: Sequence[str], folder: Path | None) -> None:
    """Write all files below the data folder `home`, and tell the desktop."""
    files = {ENTRY: entry(command, folder).encode()}
    files[TYPES] = (ROOT / "assets/desktop/flowdesk.xml").read_bytes()
    for icon in (ROOT / "assets/icon").glob("*.png"):
        files[ICONS.replace("*", f"{icon.stem}x{icon.stem}")] = icon.read_bytes()
    for name, content in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(content)
    refresh(home)


def remove(home: Path) -> None:
    """Remove what `install` has written, and the folders that are empty then."""
    ours = [home / ENTRY, home / TYPES, *home.glob(ICONS), *(home / name for name in TYPE_FILES)]
    gone = [path for path in ours if path.exists()]
    for path in gone:
        path.unlink()
    for path in refresh(home):
        path.unlink(missing_ok=True)
        gone.append(path)
    top = home if os.environ.get("XDG_DATA_HOME") else Path.home()
    for path in gone:
        for folder in path.parents:
            if not folder.is_relative_to(top) or folder == top or not is_empty(folder):
                break
            folder.rmdir()


def is_empty(folder: Path) -> bool:
    """Whether a folder is there, with nothing in it."""
    return folder.is_dir() and not any(folder.iterdir())


def refresh(home: Path) -> list[Path]:
    """Let the desktop read all entries and types anew; return the caches that nothing needs."""
    unused: list[Path] = []
    for program, package, folder, pattern, caches in (
        ("update-desktop-database", "desktop-file-utils", "applications", "*.desktop", ENTRY_CACHE),
        ("update-mime-database", "shared-mime-info", "mime", "packages/*.xml", TYPE_CACHES),
    ):
        if not any((home / folder).glob(pattern)):
            unused += (home / cache for cache in caches)
        elif not shutil.which(program):
            print(f"{program} is missing (package {package}): file types stay as they were.")
        else:
            subprocess.run([program, home / folder], check=True)
    if (home / "icons/hicolor").is_dir():
        os.utime(home / "icons/hicolor")  # desktops look again when it is newer than their cache
    return unused


def main() -> None:
    """Install or remove."""
    parser = argparse.ArgumentParser(description="Add FlowDesk to the menu of a Linux desktop.")
    parser.add_argument("--program", help="the packed program to start, instead of this checkout")
    parser.add_argument("--remove", action="store_true", help="remove it")
    arguments = parser.parse_args()
    if sys.platform in ("win32", "darwin"):
        sys.exit("Menus and file types can be set up on Linux only.")
    home = data_home()
    if arguments.remove:
        remove(home)
        print("FlowDesk is no longer in the menu.")
        return
    program = Path(arguments.program).resolve() if arguments.program else None
    if program is None:
        install(home, [sys.executable, "-m", "flowdesk"], ROOT)
    elif program.is_file() and os.access(program, os.X_OK):
        install(home, [str(program)], None)
    else:
        sys.exit(f"{program} is not a program. `make dist` builds dist/flowdesk/flowdesk.")
    print("FlowDesk is in the menu, and opens files called .flow.json and .flow.txt.")
    print("make uninstall-desktop undoes this.")


if __name__ == "__main__":
    main()
