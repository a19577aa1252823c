"""See the class."""

from collections import Counter

from evalrata.lint.rule import (
    RunRule,
    Verdict,
    checked,
    could_not_check,
    not_applicable,
)
from evalrata.lint.view import RunView
from evalrata.schemas.credentials import kinds_in, redacted

__all__ = ["RULE"]


class Secret(RunRule):
    """A file that is about to be read by others holds a credential-like string.

    ## What it does
    Looks for strings in the shapes of well-known keys and tokens, private keys, and
    long opaque values of fields such as `api_key`.  It names the kind and the place,
    never the value.  It reads `Run.notes["texts"]`, a list of `[pointer, text]` with
    the texts of the run's header that the reader of the format hands over.

    ## Why it matters
    Whoever can read the archive can use the key, and archives are copied.

    ## Example
    A tau2-bench results file whose `info.user_info.llm_args.api_key` holds a key.

    ## What to do
    Revoke the key first, then remove it from the file and its history.

    ## What it cannot see
    Texts that the reader does not hand over, such as long messages; credentials
    without a known shape; and whether a key still works.
    """

    name = "records.secret"
    severity = "warning"
    confidence = "inferred"

    def check(self, run: RunView) -> Verdict:
        """Look at each text."""
        texts = (run.run.notes or {}).get("texts")
        if texts is None:
            return could_not_check("no texts of the header were handed over")
        if not texts:
            return not_applicable("the header holds no text")
        kinds: Counter[str] = Counter()
        places = []
        for pointer, text in texts:
            found = kinds_in(text, field=pointer.rpartition("/")[2])
            kinds.update(found)
            places += [redacted(pointer)] if found else []
        if not places:
            return checked(len(texts))
        listed = ", ".join(f"{kind} ({kinds[kind]})" for kind in sorted(kinds))
        finding = self.finding(
            f"credential-like strings in {len(places)} of {len(texts)} texts: {listed}",
            count=len(places),
            checked=len(texts),
            values={"kinds": dict(sorted(kinds.items()))},
            pointers=places,
        )
        return checked(len(texts), [finding])


RULE = Secret
