"""Usage on the card is what Inspect's own log says, apart by who made the calls."""

import pytest
from opentelemetry.sdk.trace import TracerProvider

from evalrata.instrument import acting_as
from evalrata.instrument import attach as attach_spans
from evalrata.integrations import lint_paths

pytestmark = pytest.mark.live


def both(tokens):
    return (tokens.input, tokens.output)


def test_root_usage_is_that_of_inspects_log(made, recorded):
    outputs = [made.uses_tool(3, input_tokens_cache_read=5), *[made.says("4")] * 4]
    log, card, _ = recorded(
        made.sums(epochs=2),
        made.mock("agent", outputs),
        model_roles={"grader": made.judged("C", "I", "C", "C")},
        max_samples=1,
    )

    assert log.status == "success"
    assert both(card.usage.root) == made.tokens_of(log.stats.model_usage)
    assert both(card.usage.root) == (10 + 5 + 4 * 20 + 4 * 100, 2 + 4 * 3 + 4 * 7)
    assert card.usage.multiplier.total == 1.0
    assert card.calls.unattributed == 0


def test_the_graders_usage_is_apart(made, recorded):
    log, card, _ = recorded(
        made.sums(),
        made.mock("agent", [made.says("4")] * 2),
        model_roles={"grader": made.judged("C", "C")},
    )

    assert both(card.usage.by_actor["grader"]) == made.tokens_of(log.stats.role_usage)
    assert both(card.usage.by_actor["grader"]) == (200, 14)
    assert both(card.usage.by_actor["agent"]) == (40, 6)


def test_a_judge_that_is_the_agents_model_is_still_the_grader(made, recorded):
    # Two answers and two verdicts, all of one model; samples run one after the other.
    outputs = [made.says("4"), made.says("GRADE: C", (100, 7))] * 2
    _, card, _ = recorded(made.sums(), made.mock("agent", outputs), max_samples=1)

    assert both(card.usage.by_actor["grader"]) == (200, 14)
    assert both(card.usage.by_actor["agent"]) == (40, 6)


def test_a_scorer_that_the_solver_calls_is_the_grader(made, recorded):
    _, card, _ = recorded(
        made.sums(1, solvers=[made.checking()], scorers=[made.model_graded_qa()]),
        made.mock("agent", [made.says("4")]),
        model_roles={"grader": made.judged("I", "C")},
    )

    assert both(card.usage.by_actor["grader"]) == (200, 14)
    assert both(card.usage.by_actor["agent"]) == (20, 3)
    assert (card.episodes.graded, card.episodes.graded_twice) == (1, 0)
    assert card.score.graded_only.value == 1.0


def test_a_sample_that_is_tried_again_used_both_attempts(made, recorded):
    outputs = [made.uses_tool(1), made.says("?"), made.uses_tool(2), made.says("4")]
    log, card, lines = recorded(
        made.sums(1, solvers=[made.failing(1)]),
        made.mock("agent", outputs),
        model_roles={"grader": made.judged("C")},
        retry_on_error=1,
    )

    assert made.tokens_of(log.stats.model_usage) == (2 * 30 + 100, 2 * 5 + 7)
    assert both(card.usage.root) == made.tokens_of(log.stats.model_usage)
    (episode,) = made.episodes_of(lines).values()
    assert episode["termination"]["kind"] == "completed"
    assert [a["arguments"]["x"] for a in episode["actions"]] == [2]


def test_an_answer_from_inspects_cache_is_not_billed(made, recorded):
    policy = made.CachePolicy(per_epoch=False)
    task = made.sums(
        1, solvers=[made.generate(cache=policy)], scorers=[made.match()], epochs=2
    )
    log, card, _ = recorded(task, made.mock("agent", [made.says("4")]), max_samples=1)

    assert (card.calls.billed, card.calls.cached) == (1, 1)
    assert both(card.usage.root) == made.tokens_of(log.stats.model_usage) == (20, 3)
    assert card.usage.full.total == 46


@pytest.mark.parametrize(
    ("role", "roles", "actor"),
    [
        ("user", {}, "user_simulator"),
        ("critic", {}, "unknown"),
        ("critic", {"critic": "agent"}, "agent"),
    ],
)
def test_model_roles_say_who_acts(role, roles, actor, made, recorded):
    _, card, _ = recorded(
        made.sums(1, solvers=[made.asking_a_user(role)], scorers=[made.match()]),
        made.mock("agent", [made.says("4")]),
        model_roles={role: made.mock("other", [made.says("Help", (500, 50))])},
        roles=roles,
    )

    expected = {"agent": (20, 3)}
    tokens_in, tokens_out = expected.get(actor, (0, 0))
    expected[actor] = (tokens_in + 500, tokens_out + 50)
    assert {a: both(t) for a, t in card.usage.by_actor.items()} == expected


def test_what_the_solver_declares_goes_before(made, recorded):
    outputs = [made.says("I am", (500, 50)), made.says("4")]
    _, card, _ = recorded(
        made.sums(
            1,
            solvers=[made.within(lambda: acting_as("user_simulator"))],
            scorers=[made.match()],
        ),
        made.mock("agent", outputs),
    )

    assert both(card.usage.by_actor["user_simulator"]) == (500, 50)
    assert both(card.usage.by_actor["agent"]) == (20, 3)


def test_a_call_that_opentelemetry_reports_too_counts_once(made, recorded):
    provider = TracerProvider()
    attach_spans(provider)
    answer = made.says("4")
    answer.response_id = "chatcmpl-1"
    traced = made.traced(provider.get_tracer("an.instrumentation"), "chatcmpl-1")
    _, card, _ = recorded(
        made.sums(1, solvers=[traced], scorers=[made.match()]),
        made.mock("agent", [answer]),
    )

    assert card.calls.spans == 2
    assert both(card.usage.full) == (40, 6)
    assert both(card.usage.root) == (20, 3)
    assert both(card.usage.by_actor["agent"]) == (20, 3)


def test_many_samples_side_by_side_keep_their_calls_apart(made, recorded):
    count = 64
    log, card, lines = recorded(
        made.sums(count, solvers=[made.spending()], scorers=[made.match()]),
        made.mock("agent", []),
        max_samples=count,
    )

    assert card.calls.billed == count
    for call in made.calls_of(lines):
        assert call["usage"] == {"input": 1000 + int(call["task"]), "output": 1}
    assert both(card.usage.root) == made.tokens_of(log.stats.model_usage)


def test_the_linted_archive_agrees_with_the_card(made, recorded, tmp_path):
    _, card, _ = recorded(
        made.sums(epochs=2),
        made.mock("agent", [made.uses_tool(3), *[made.says("4")] * 4]),
        model_roles={"grader": made.judged("C", "I", "C", "C")},
    )

    report = lint_paths([tmp_path / "run.jsonl"])
    (row,) = report.runs
    assert row.usage.root == card.usage.root
    assert row.usage.by_actor == card.usage.by_actor
    assert row.score.graded_only == card.score.graded_only
    assert not [f for f in report.findings if f.severity == "error"]
