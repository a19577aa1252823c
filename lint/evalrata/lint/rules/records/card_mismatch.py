"""See the class."""

from typing import Any

from evalrata.lint.broken_off import cut_off
from evalrata.lint.counted import number, share, verb
from evalrata.lint.evidence import why
from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import RunView
from evalrata.schemas.card_numbers import said
from evalrata.schemas.findings import Finding
from evalrata.schemas.stated import Differing, compare

__all__ = ["RULE"]

_NAMED = 3
"""Numbers that the message repeats; all of them are in the finding's values."""


class CardMismatch(RunRule):
    """A run card states numbers that the records beside it do not give.

    ## What it does
    Computes from the records of a live run's archive what its run card states:
    episodes, graded, ungraded, crashed and censored ones, the score under each
    reporting rule, tokens (every span, root, spans without a parent, the multiplier,
    root by actor) and actions by actor. Reports each number that is another, with its
    place in the card. Where the card or the records give an interval, only numbers
    outside it are another.

    Two cards are compared: that in the archive's closing line, and what a card in a
    file of its own, `run.card.json` beside `run.jsonl` in a folder, says otherwise.

    ## Why it matters
    The card is what gets published beside a score. Made while the run ran, it needs
    no records; with records that say otherwise, one of the two is of another run, was
    changed by hand, or was made by a build with a fault.

    ## Example
    Made up: a card that says 50 of 50 graded, over records with 47 grades.

    ## What to do
    Publish what the records give (`evalrata lint` prints it), and find out what
    changed the card or the records after the run; if nothing did, report it as a
    fault of evalrata.

    ## What it cannot see
    Numbers that the card does not have, and those that the records leave open, counted
    as unchecked: intervals, counts beside actions of an unknown actor, all numbers
    where records are missing. Tokens by model, and costs, since a card is not priced;
    records that were changed together with the card, and a card in a file of another
    name (`evalrata card check` finds the archive by the name in the card).
    """

    name = "records.card-mismatch"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Hold each number of the card against the run's row."""
        stated = run.run.reported.stated
        if not stated:
            return not_applicable("the records have no run card beside them")
        if reason := run.lacks("whole") or cut_off(run):
            return could_not_check(reason, len(stated))
        found = compare(stated, run.row)
        looked = len(found.same) + len(found.differing)
        reason = why(found.open.values())
        if not looked:
            return could_not_check(reason or "", len(found.open))
        return checked(
            looked,
            [self._finding(found.differing, looked)] if found.differing else [],
            unchecked=len(found.open),
            reason=reason,
        )

    def _finding(self, found: tuple[Differing, ...], looked: int) -> Finding:
        named = [_told(one) for one in found[:_NAMED]]
        if rest := len(found) - len(named):
            named.append(f"{number(rest, 'other')}")
        return self.finding(
            f"{share(len(found), looked, 'number')} of the run card "
            f"{verb(len(found), 'are')} not what the records give: {'; '.join(named)}",
            count=len(found),
            checked=looked,
            values=_values(found),
            pointers=[d.pointer for d in found],
        )


def _values(found: tuple[Differing, ...]) -> dict[str, Any]:
    """Give both numbers by what they count; of a second card also by their place."""
    values: dict[str, Any] = {}
    for one in found:
        key = one.of if one.of not in values else f"{one.of} at {one.pointer}"
        values[key] = {"card": one.stated, "records": one.given}
    return values


def _told(one: Differing) -> str:
    return f"{one.of} {said(one.stated)}, records {said(one.given)}"


RULE = CardMismatch
