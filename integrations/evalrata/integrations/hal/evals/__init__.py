"""What each benchmark leaves in ``/raw_eval_results``, one file per shape."""

from evalrata.integrations.hal.evals import (
    appworld,
    assistantbench,
    colbench,
    corebench,
    gaia,
    scicode,
    scienceagentbench,
    swebench,
    taubench,
    usaco,
)
from evalrata.integrations.hal.evals.shape import Shape

__all__ = ["shape_of"]

SHAPES: dict[str, Shape] = {
    "appworld": appworld.SHAPE,
    "assistantbench": assistantbench.SHAPE,
    "colbench": colbench.SHAPE,
    "corebench": corebench.SHAPE,
    "gaia": gaia.SHAPE,
    "scicode": scicode.SHAPE,
    "scienceagentbench": scienceagentbench.SHAPE,
    "swebench": swebench.SHAPE,
    "taubench": taubench.SHAPE,
    "usaco": usaco.SHAPE,
}
"""By the first word of the benchmark's name (``taubench_airline``)."""


def shape_of(benchmark: str | None) -> Shape | None:
    """Return the shape of a benchmark's evaluations; ``None`` if it is not known."""
    return SHAPES.get((benchmark or "").split("_", 1)[0])
