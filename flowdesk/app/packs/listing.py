"""Listing: the levels of a pack in the order that is shown, and the columns of the list."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PIL import ImageTk

from flowdesk.app import look
from flowdesk.app.packs.table import Column, RowField
from flowdesk.core.puzzle import Puzzle
from flowdesk.core.storage import natural_order
from flowdesk.core.text import counted
from flowdesk.desk.knowledge.survey import Survey
from flowdesk.desk.knowledge.verdict import verdict
from flowdesk.desk.packs.manifest import NOTHING, Remark
from flowdesk.desk.packs.pack_index import PackItem
from flowdesk.desk.packs.twins import Twin, Twins
from flowdesk.desk.play.results import Results, result_text, time_text
from flowdesk.desk.play.round import is_begun
from flowdesk.desk.publishing.results import Collected, figures_text
from flowdesk.kinds.answers import Difficulty
from flowdesk.kinds.known import Known, Mood
from flowdesk.kinds.table import kind_of

COLUMNS = (
    Column("place", "#", 5, least=4, figures=True),
    Column("picture", "", 9),
    Column("title", "Title", 0, bold=True),
    Column("size", "Size", 7),
    Column("counted", "Count", 8, figures=True),
    Column("verdict", "Verdict", 24, least=13),
    Column("difficulty", "Difficulty", 10, least=8),
    Column("played", "Played", 12, least=11),
)


@dataclass(frozen=True)
class Filter:
    """Which levels are shown: those with a text, a star, a note or a twin; all if nothing is set.

    The text is looked for in titles, names of files, and notes, whatever its case.
    """

    text: str = ""
    star: bool = False
    note: bool = False
    twin: bool = False


#: Shows everything.
ALL = Filter()


class PackListing:
    """The items by their ids, and `levels`, those that were read.

    `whole` holds all ids in the order that is chosen, `order` those that the `filter` lets be
    shown, `places` their places in the pack's order, from 1. `remarks` are the stars and notes.
    New results of the `survey` and of games do not sort the rows again, so that they do not jump.
    `players` are those of the published pack.
    """

    def __init__(self, survey: Survey, results: Results, twins: Twins, players: Collected) -> None:
        self.items: dict[int, PackItem] = {}
        self.levels: list[Puzzle] = []
        self.whole: list[int] = []
        self.order: list[int] = []
        self.places: dict[int, int] = {}
        self.remarks: Mapping[int, Remark] = {}
        self.sorted_by = ""
        self.descending = False
        self.filter = ALL
        self._survey, self._verdicts = survey, survey.verdicts
        self._results = results
        self._twins = twins
        self.players = players

    def read(self, items: Sequence[PackItem], remarks: Mapping[int, Remark]) -> None:
        """Take over the items of a pack; sorted rows keep their order."""
        self.items = {item.id: item for item in items}
        self.levels = [item.level for item in items if item.level]
        self.places = {item.id: place for place, item in enumerate(items, 1)}
        self.remarks = remarks
        present = list(self.items)
        self.whole = _merged(self.whole, present) if self.sorted_by else present
        self.sift()

    def sift(self, filter: Filter | None = None) -> None:
        """Find out again what is shown, perhaps by another filter."""
        self.filter = self.filter if filter is None else filter
        is_all = self.filter == ALL
        self.order = self.whole if is_all else [id for id in self.whole if self._is_shown(id)]

    def _is_shown(self, id: int) -> bool:
        item, remark, wanted = self.items[id], self.remarks.get(id, NOTHING), self.filter
        return (
            (remark.stars > 0 or not wanted.star)
            and (bool(remark.note) or not wanted.note)
            and (not wanted.twin or self._twins.has_any(item))
            and wanted.text.casefold() in f"{item.title}\n{item.name}\n{remark.note}".casefold()
        )

    def find(self, beginning: str, after: int | None) -> int | None:
        """Return the next shown level whose title, or else name, begins so; None if none does.

        The search begins behind `after`, or with it if more than one character is given.
        """
        at = self.order.index(after) if after in self.order else -1
        first = at + (len(beginning) == 1)
        for id in (*self.order[max(first, 0) :], *self.order[: max(first, 0)]):
            item = self.items[id]
            if (item.title or item.name).casefold().startswith(beginning.casefold()):
                return id
        return None

    @property
    def counted(self) -> str:
        """What is counted in all the levels, if it is the same."""
        words = {kind_of(level).words.counted.capitalize() for level in self.levels}
        return words.pop() if len(words) == 1 else ""

    def ratings(self) -> tuple[tuple[str, ...], list[tuple[int, Difficulty | None, float | None]]]:
        """Return the words for difficulties, the easiest first, and those of the shown levels.

        With each level is the median time of the players.
        """
        kinds = {level.kind: kind_of(level) for level in self.levels}
        words = max((kind.difficulties for kind in kinds.values()), key=len, default=())
        found: list[tuple[int, Difficulty | None, float | None]] = []
        for id in self.order:
            level = self.items[id].level
            difficulty = self._verdicts.difficulty(level) if level else None
            is_known = difficulty is not None and difficulty.level in words
            seconds = self.players.figures_of(level).seconds if level else None
            found.append((id, difficulty if is_known else None, seconds))
        return words, found

    def rating_of(self, id: int) -> str:
        """Return how hard a level is, by its score and for the players."""
        item = self.items.get(id)
        if item is None:
            return ""
        known = self._verdicts.difficulty(item.level) if item.level else None
        rated = f"{known.level}, score {known.score:g}" if known else "not rated"
        people = figures_text(self.players.figures_of(item.level)) if item.level else ""
        return f"{self.places[id]}  {item.title or item.name}: {rated}\n{people}".strip()

    def fields(
        self,
        id: int,
        colors: look.Palette,
        picture: Callable[[Puzzle], ImageTk.PhotoImage | None],
        *,
        is_open: bool,
        show_time: bool,
    ) -> tuple[RowField, ...]:
        """Return the fields of a row; for a file that cannot be read, the reason."""
        item, number = self.items[id], RowField(str(self.places[id]), faint=True)
        name, level = item.name, item.level
        star, note = self.remarks.get(id, NOTHING)
        if not item.is_read:
            return number, RowField(), RowField(name, faint=True)
        if level is None:
            problem = RowField(item.file, item.problem, colors.bad, tip=item.problem)
            return number, RowField(), problem
        known, kind = self._verdicts.known(level), kind_of(level)
        hard = known.difficulty if known else None
        place = "on the board" if is_open else ""
        about = "  ·  ".join(filter(None, (place, name if item.title else "", note)))
        mark, twin = self._twin(item)
        tip = "\n".join(filter(None, (item.title, note)))
        accent = colors.accent if star else ""  # gold is for games that nobody can do better
        return (
            RowField(number.text, mark, tip=twin, faint=True, warns=True),
            RowField(picture=picture(level)),
            RowField(item.title or name, about, accent, "star", tip),
            RowField(f"{level.width} × {level.height}"),
            RowField(str(kind.contents(level).get(kind.words.counted, ""))),
            self._verdict(level, known, colors),
            RowField(hard.level, f"{hard.score:g}") if hard else RowField(),
            self._played(level, colors, show_time=show_time),
        )

    def sort(self, column: str, *, descending: bool) -> Iterator[None]:
        """Sort by a column, step by step: a stable order, levels without a key last."""
        found: list[tuple[object, int, int]] = []
        rest = []
        for place, (id, item) in enumerate(list(self.items.items())):
            key = self._key(column, item)
            if key is None:
                rest.append(id)
            else:
                insort(found, (key, -place if descending else place, id))
            yield
        ordered = [id for *_, id in (reversed(found) if descending else found)]
        self.sorted_by, self.descending = column, descending
        self.whole = _merged(ordered + rest, list(self.items))
        self.sift()

    def _key(self, column: str, item: PackItem) -> object:
        """Return what a column sorts a level by, or None if that is not known."""
        if (level := item.level) is None:
            return None
        known, kind = self._verdicts.known(level), kind_of(level)
        match column:
            case "title":
                return natural_order(f"{item.title or item.name}.")  # which removes a suffix
            case "size":
                return level.width * level.height, level.width
            case "counted":
                return kind.contents(level).get(kind.words.counted)
            case "verdict" if known:
                found = verdict(known)
                return _BEST_FIRST.index(found.mood), found.text
            case "difficulty" if known and known.difficulty:
                return known.difficulty.score
            case "played":
                return self._played_key(level)
        return None

    def unsort(self) -> None:
        self.sorted_by, self.descending, self.whole = "", False, list(self.items)
        self.sift()

    def _twin(self, item: PackItem) -> tuple[str, str]:
        """Return a short mark for another level that this one is the same as, and a sentence."""
        for twin in self._twins.of(item):
            place = self.places.get(twin.id or 0)
            other = f"{'puzzle ' if place else ''}{self.name_of(twin)}"
            text = ", ".join(filter(None, (f"The same as {other}", twin.how)))
            return f"= {place or '...'}", f"{text}."
        return "", ""

    def name_of(self, twin: Twin) -> str:
        """Return what a twin is called: by its place, if it is in the pack."""
        place = self.places.get(twin.id or 0)
        return f"{place} ({twin.title})" if place else f"{twin.title} of FlowDesk"

    def _verdict(self, level: Puzzle, known: Known | None, colors: look.Palette) -> RowField:
        if self._survey.is_at_work(level):
            return RowField("checking ...", faint=True)
        if known is None:
            return RowField("not checked", faint=True)
        found = verdict(known)
        return RowField(found.text, color=getattr(colors, found.mood.value), tip=found.meaning)

    # Games

    @property
    def solved(self) -> int:
        return sum(self._results.of(level) is not None for level in self.levels)

    def _played(self, level: Puzzle, colors: look.Palette, *, show_time: bool) -> RowField:
        """Return how well a level was solved: a star if nobody can do it better, else a check."""
        best = self._results.of(level)
        if best is None:
            return RowField("begun" if is_begun(level) else "", faint=True)
        sign, color = ("star", colors.gold) if best.is_perfect else ("check", colors.good)
        tip = f"Best game: {result_text(best, show_time=show_time)}."
        tip += f" Solved {best.times} times." if best.times > 1 else ""
        if best.moves > best.fewest:
            tip += f" {counted(best.fewest, 'move')} would be enough."
        time = time_text(best.seconds) if show_time else ""
        return RowField(counted(best.moves, "move"), time, color, sign, tip)

    def _played_key(self, level: Puzzle) -> tuple[float, ...]:
        """Return what sorts the best games first; then come begun ones, then those not begun."""
        best = self._results.of(level)
        if best is None:
            return (2,) if is_begun(level) else (3,)
        return best.hints > 0, best.moves / max(best.fewest, 1), best.seconds


#: How verdicts are sorted.
_BEST_FIRST = (Mood.GOOD, Mood.DOUBTFUL, Mood.BAD, Mood.NEUTRAL)


def _merged(shown: Sequence[int], present: Sequence[int]) -> list[int]:
    """Return the present ids in the order that is shown, each new one after its predecessor."""
    places = {id: place for place, id in enumerate(shown)}
    keys, last = {}, -1
    for id in present:
        keys[id] = last = places.get(id, last)
    return sorted(present, key=keys.__getitem__)
