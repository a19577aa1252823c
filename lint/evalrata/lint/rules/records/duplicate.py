"""See the class."""

from collections.abc import Callable, Hashable, Iterator, Sequence

from evalrata.lint.counted import share, verb
from evalrata.lint.evidence import no_episodes
from evalrata.lint.rule import RunRule, Verdict, checked, could_not_check, ref
from evalrata.lint.view import RunView
from evalrata.schemas.findings import Finding
from evalrata.schemas.records import Episode

__all__ = ["RULE"]

_NEITHER = "the records have neither a trial number nor a content digest"
_BY_TRIAL = "without a content digest, copies under another trial are not looked for"


class Duplicate(RunRule):
    """One episode is stored more than once.

    ## What it does
    Reports records that share task and trial, and records with equal content.
    Content is compared by `Episode.notes["digest"]`: a digest, as text, of the whole
    record except its trial and id, which the reader of the format sets.  Records
    without a trial number may be trials of one task and are not compared by it.

    Records that share task and trial are attempts, reported as info, where the file
    says that each began at another time (`Episode.notes["started"]`, as archives of
    live runs do) and that all but the last crashed.

    ## Why it matters
    A copied episode counts twice: copies of a success raise the score, and the
    number of episodes on which it rests is smaller than it looks.

    ## Example
    A run that was resumed and appended to its own results file.

    ## What to do
    Keep one record of each, and find out which writer stored the other. Of attempts,
    say beside the score whether the crashed ones count: in every score that evalrata
    gives, each record is an episode.

    ## What it cannot see
    Copies that were changed, and copies in another file
    (`records.identical-files` compares files).  Two true episodes can be equal where
    nothing in the record is random.
    """

    name = "records.duplicate"
    severity = "error"
    confidence = "exact"

    def check(self, run: RunView) -> Verdict:
        """Compare records by task and trial, then by content."""
        if reason := no_episodes(run):
            return could_not_check(reason)
        numbered = [e for e in run.episodes if e.trial is not None]
        digested = [e for e in run.episodes if _digest(e) is not None]
        able = {id(e) for e in (*numbered, *digested)}
        lacking = len(run.episodes) - len(able)
        if not able:
            return could_not_check(_NEITHER, lacking)
        shared = _repeated(numbered, lambda e: (e.task, e.trial))
        retried = [group for group in shared if _is_retried(group)]
        trials = [group for group in shared if not _is_retried(group)]
        seen = {id(e) for group in shared for e in group}
        copies = _repeated(digested, _digest)
        fresh = [g for g in copies if not all(id(e) in seen for e in g)]
        return checked(
            len(able),
            [
                *self._findings(trials, len(numbered), "share task and trial"),
                *self._retried(retried, len(numbered)),
                *self._findings(fresh, len(digested), "have equal content"),
            ],
            unchecked=lacking,
            reason=_unseen(lacking, len(run.episodes) - len(digested)),
        )

    def _findings(
        self, groups: list[list[Episode]], of: int, what: str
    ) -> list[Finding]:
        if not groups:
            return []
        extra = sum(len(group) - 1 for group in groups)
        found = self.finding(
            f"{sum(map(len, groups))} of {of} records {what} with another: "
            f"{extra} more than there are different ones",
            episodes=[ref(e) for group in groups for e in group],
            count=extra,
            checked=of,
            values={"groups": [[e.pointer for e in group] for group in groups]},
        )
        return [found]

    def _retried(self, groups: list[list[Episode]], of: int) -> Iterator[Finding]:
        if not groups:
            return
        extra = sum(len(group) - 1 for group in groups)
        yield self.finding(
            f"{share(extra, of, 'record')} {verb(extra, 'are')} of an attempt that "
            "crashed and was made again later",
            severity="info",
            episodes=[ref(e) for group in groups for e in group],
            count=extra,
            checked=of,
            values={"groups": [[e.pointer for e in group] for group in groups]},
        )


def _is_retried(group: Sequence[Episode]) -> bool:
    """Say whether each began at a time of its own, and all but the last crashed."""
    began = [(e.notes or {}).get("started") for e in group]
    times = [time for time in began if isinstance(time, (int, float))]
    if len(set(times)) < len(group):
        return False
    before = (e for e, time in zip(group, times, strict=True) if time < max(times))
    return all(e.termination.kind == "crashed" for e in before)


def _unseen(lacking: int, undigested: int) -> str | None:
    """Say what was not compared, and what only by its trial number."""
    if lacking:
        return _NEITHER
    return _BY_TRIAL if undigested else None


def _digest(episode: Episode) -> Hashable | None:
    digest: Hashable | None = (episode.notes or {}).get("digest")
    return digest


def _repeated(
    episodes: Sequence[Episode], key: Callable[[Episode], Hashable]
) -> list[list[Episode]]:
    """Return the groups of episodes that share a key with another."""
    groups: dict[Hashable, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(key(episode), []).append(episode)
    return [group for group in groups.values() if len(group) > 1]


RULE = Duplicate
