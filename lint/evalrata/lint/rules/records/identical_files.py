"""See the class."""

from collections.abc import Sequence

from evalrata.lint.places import place
from evalrata.lint.rule import (
    SessionRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import Entry
from evalrata.schemas.findings import Finding

__all__ = ["RULE"]

_NO_DIGEST = "no digest of the file is recorded"


class IdenticalFiles(SessionRule):
    """Two files of runs have the same bytes.

    ## What it does
    Compares the SHA-256 of the files, or members of archives, that the runs were
    read from (`Run.digest`), over everything that was read together: copies under
    two names are found whether or not a table compares them.

    ## Why it matters
    One run under two names is counted as two: as another seed, another model, or a
    repetition that agrees perfectly.

    ## Example
    A results folder in which `run_2.json` is a copy of `run_1.json`.

    ## What to do
    Keep one.  If they should differ, look for the second run's own file.

    ## What it cannot see
    Copies with any changed byte, such as another date or indentation, and files in
    which no reader found a run.
    """

    name = "records.identical-files"
    severity = "warning"
    confidence = "exact"

    def check(self, entries: Sequence[Entry]) -> Verdict:
        """Compare each pair of places."""
        places: dict[tuple[str, str | None], Entry] = {}
        for entry in entries:
            places.setdefault((entry.run.where.file, entry.run.where.member), entry)
        if len(places) == 1:
            return not_applicable("all runs were read from one file")
        files: dict[str, list[Entry]] = {}
        for entry in places.values():
            if entry.run.digest is not None:
                files.setdefault(entry.run.digest, []).append(entry)
        known = sum(map(len, files.values()))
        if known < 2:  # noqa: PLR2004 - it takes two to compare
            return could_not_check(_NO_DIGEST, len(places) - known)
        return checked(
            known,
            [self._finding(same) for same in files.values() if len(same) > 1],
            unchecked=len(places) - known,
            reason=_NO_DIGEST if known < len(places) else None,
        )

    def _finding(self, same: Sequence[Entry]) -> Finding:
        names = [place(entry.run) for entry in same]
        return self.finding(
            f"{len(same)} files have the same bytes: {', '.join(names)}",
            count=len(same) - 1,
            checked=len(same),
            values={"sha256": same[0].run.digest, "rows": [e.run.id for e in same]},
            pointers=names,
        )


RULE = IdenticalFiles
