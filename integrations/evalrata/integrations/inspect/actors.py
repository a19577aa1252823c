"""Who made a model call, by what Inspect records of it.

==============================================  ===================  ============
what is recorded                                actor                how known
==============================================  ===================  ============
made inside ``acting_as``                       as said              declared
model role that ``roles`` names                 as said there        declared
model role ``grader``                           ``grader``           declared
model role ``user`` or ``user_simulator``       ``user_simulator``   declared
made while the sample is scored                 ``grader``           inferred
no role, the task's own model                   ``agent``            inferred
another role, or another model without a role   ``unknown``
==============================================  ===================  ============

Inspect's own model-graded scorers ask for the role ``grader``.  A scorer that a solver
calls itself (``score()``) and that uses the task's model without a role is the one case
in which ``agent`` is wrong: Inspect records nothing that tells.
"""

from collections.abc import Mapping

from evalrata.schemas.records import Actor, Known

__all__ = ["actor_of"]

ROLES: Mapping[str, Actor] = {
    "grader": "grader",
    "user": "user_simulator",
    "user_simulator": "user_simulator",
}


def actor_of(
    role: str | None, roles: Mapping[str, Actor], *, scoring: bool, own_model: bool
) -> tuple[Actor, Known | None]:
    """Return who made the call, and how that is known."""
    named = None if role is None else roles.get(role, ROLES.get(role))
    if named is not None:
        return named, "declared"
    if scoring:
        return "grader", "inferred"
    if role is None and own_model:
        return "agent", "inferred"
    return "unknown", None
