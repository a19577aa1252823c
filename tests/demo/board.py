"""The demo's leaderboard: four rows that one table compares and should not."""

__all__ = ["SCORES", "manifest", "row", "submissions"]

SCORES = {"Alpha": 40.0, "Beta": 35.0, "Gamma": 45.0, "Delta": 30.0}
RESCORED = "banking_knowledge was re-graded under tau2-bench v1.0.1 on 2026-07-15."


def submissions():
    """Folder name -> submission."""
    return {
        "alpha_demo_2026-05-05": row("Alpha", "1.0.1", "2026-05-05", notes=RESCORED),
        "beta_demo_2026-08-01": row("Beta", "1.0.1", "2026-08-01"),
        "gamma_demo_2026-03-25": row("Gamma", "0.2.1-dev", "2026-03-25"),
        "delta_demo_2026-08-02": row(
            "Delta", None, "2026-08-02", simulator="other", cost=-0.5
        ),
    }


def manifest(names):
    return {
        "submissions": list(names),
        "voice_submissions": [],
        "legacy_submissions": [],
    }


def row(  # noqa: PLR0913 - one argument per difference of the rows
    model,
    version,
    date,
    *,
    score=None,
    notes="Four trials.",
    simulator="gpt-5.2",
    cost=None,
):
    """A submission; ``score`` is in percent."""
    return {
        "model_name": model,
        "model_organization": "Invented",
        "submitting_organization": "Invented",
        "submission_date": date,
        "submission_type": "standard",
        "results": {
            "banking_knowledge": {
                "pass_1": SCORES[model] if score is None else score,
                "pass_2": None,
                "pass_3": None,
                "pass_4": None,
                "cost": cost,
            }
        },
        "methodology": {
            "evaluation_date": date,
            "tau2_bench_version": version,
            "user_simulator": simulator,
            "notes": notes,
            "verification": {"modified_prompts": False, "omitted_questions": False},
        },
    }
