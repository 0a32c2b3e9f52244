"""The text of a hint: the step, the end of the steps, or why there is no further one."""

from __future__ import annotations

from flowdesk.kinds.answers import CheckStatus, Trace
from flowdesk.kinds.known import Known


def hint_text(known: Known, before: Trace, now: Trace) -> str:
    """Return the sentences to show with the steps `now`; `before` are those shown until then."""
    found = _step(known, now) if now.leads_on(before) else _no_step(known, now)
    if before.strictly and now.touching and known.status != CheckStatus.UNSOLVABLE:
        return f"In every solution a path touches itself: hints no longer assume otherwise. {found}"
    return found


def _step(known: Known, now: Trace) -> str:
    """Return the sentences for the last step."""
    step = now.deductions[-1]
    if now.contradicted:
        return step.message
    text = f"Hint {len(now.deductions)}: {step.message}"
    assuming = now.strictly and known.level.touching
    if assuming and not step.strictly:
        text += " (Still assuming that no path touches itself.)"
    if now.solved:
        alone = "the only one in which no path touches itself" if now.strictly else "the only one"
        text += f" With this step you have the whole solution, {alone}."
    if known.status == CheckStatus.UNSOLVABLE:
        text = f"There is no solution; hints help to see why. {text}"
    return text


def _no_step(known: Known, now: Trace) -> str:
    """Return why there is no further hint, never more certain than it is."""
    if now.solved:
        return "There is no further hint: the whole solution is on the board."
    if now.contradicted:
        return now.deductions[-1].message
    start = f"There is no {'further ' if now.deductions else ''}hint"
    if known.status == CheckStatus.UNSOLVABLE:
        return f"There is no solution. {start} that helps to see why."
    if known.status == CheckStatus.UNIQUE:
        return f"{start}: there is one solution, but no deduction that leads to it was found."
    if known.status is CheckStatus.MULTIPLE and not known.is_unique:
        return f"{start}: there are several solutions, and no further deduction was found."
    return f"{start}: no further deduction was found."
