"""Packages that grade episodes, under the names that results files are read with.

A pin must carry the name that the readers give to the evaluator of a run: two builds
are compared under one name alone (``evalrata.schemas.versions``).
"""

__all__ = ["KNOWN", "name_of"]

KNOWN: dict[str, str] = {
    "agentlab": "agentlab",
    "appworld": "appworld",
    "bfcl-eval": "bfcl-eval",
    "browsergym-core": "browsergym-core",
    "browsergym-visualwebarena": "browsergym-visualwebarena",
    "browsergym-webarena": "browsergym-webarena",
    "browsergym-workarena": "browsergym-workarena",
    "crfm-helm": "crfm-helm",
    "harbor": "harbor",
    "inspect-ai": "inspect_ai",
    "inspect-evals": "inspect_evals",
    "lm-eval": "lm-evaluation-harness",
    "swebench": "swebench",
    "tau-bench": "tau-bench",
    "tau2": "tau2-bench",
    "terminal-bench": "terminal-bench",
    "webarena-verified": "webarena-verified",
}
"""By the name that pip knows the package by; each but tau-bench, which may be imported
as ``tau_bench`` without being installed."""

MODULES = {"tau-bench": "tau_bench"}


def name_of(package: str) -> str:
    """Return what the evaluator in a package is called; else the package's own name."""
    wanted = package.casefold().replace("_", "-")
    for known, name in KNOWN.items():
        if wanted in (known, name.casefold().replace("_", "-")):
            return name
    return package
