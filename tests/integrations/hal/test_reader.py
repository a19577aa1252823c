import json

import pytest
from tests.integrations.hal.specimens import (
    gaia_upload,
    gold,
    record,
    reply,
    tau_upload,
    upload,
    works,
)
from tests.integrations.source import only_run, source_of
from tests.integrations.weave.specimens import MODEL

from evalrata.integrations.hal.reader import READER
from evalrata.lint.view import RunView
from evalrata.schemas.records import Instrument, Usage


def test_the_header():
    run = only_run(READER, tau_upload()).run

    assert run.id == "taubench_airline_invented_1754006400"
    assert (run.format, run.benchmark, run.domains) == (
        "hal",
        "taubench_airline",
        ("airline",),
    )
    assert (run.agent, run.models, run.date) == (
        "Invented agent",
        (MODEL,),
        "2025-08-01",
    )
    assert run.instruments == (
        Instrument(
            role="harness",
            name="hal-harness",
            commit="0123456789abcdef0123456789abcdef01234567",
            pointer="/git_info/commit",
        ),
    )
    assert run.lacks.keys() == {
        "declared_tasks",
        "evaluator",
        "task_data",
        "termination",
        "user_simulator",
    }
    assert ["/config/agent_args/model_name", MODEL] in run.notes["texts"]


def test_what_it_reports():
    reported = only_run(READER, tau_upload()).run.reported

    assert (reported.score, reported.score_pointer) == (0.5, "/results/accuracy")
    # 75 calls: two for each of 25 tasks, one for each of the others
    assert reported.usage == {
        MODEL: Usage(input=7500, output=750, cache_read=0, cache_write=0)
    }
    assert reported.cost == pytest.approx(7500 * 2.5e-6 + 750 * 1e-5)
    assert reported.cost_pointer == "/results/total_cost"
    assert reported.cost_copies == ("/total_cost",)
    assert reported.passed == tuple(str(t) for t in range(0, 50, 2))
    assert len(reported.failed) == 25


def test_a_sound_run_is_attributed_and_graded_whole():
    view = RunView(only_run(READER, tau_upload()))

    assert len(view.calls) == 75
    assert {e.grade.state for e in view.episodes} == {"graded"}
    assert [a.actor for a in view.episodes[0].actions] == ["agent", "agent", "grader"]
    assert [a.actor for a in view.episodes[1].actions] == ["agent", "grader"]


def test_the_order_of_keys_does_not_matter():
    value = tau_upload()
    turned = dict(reversed(value.items()))

    assert only_run(READER, turned) == only_run(READER, value)


def test_a_nested_log_is_read_once():
    own = [*gold(0), reply()]
    spans = works(0, own, twice=True)
    value = upload("taubench_airline", {"0": record(0, own)}, spans)
    records = only_run(READER, value)

    assert [c.parent for c in records.calls] == [
        None,
        "litellm-0-0",
        None,
        "litellm-0-1",
    ]
    assert [c.name for c in records.episodes[0].own.calls] == [
        "cancel_reservation",
        "respond",
    ]


def test_a_benchmark_without_actions_keeps_no_log_of_the_agent():
    records = only_run(READER, gaia_upload())

    assert [e.own for e in records.episodes] == [None, None]
    assert len(records.calls) == 2
    assert {"actions", "gold", "own_calls", "prompts"} <= records.run.lacks.keys()


def test_prompts_are_noted_once_and_named_for_their_task_if_one_has_them():
    value = tau_upload()
    other = value["raw_logging_results"][0]
    other["inputs"]["messages"][0] = {"role": "system", "content": "Only for task 0."}
    prompts = only_run(READER, value).run.notes["prompts"]

    assert [prompt[1:] for prompt in prompts] == [
        ["Only for task 0.", "0"],
        ["You help at an invented airline's desk."],
    ]
    assert prompts[0][0] == "/raw_logging_results/0/inputs/messages/0"


@pytest.mark.parametrize("benchmark", ["replicatorbench", "", None])
def test_an_unknown_shape_is_a_fault_and_the_costs_are_read(benchmark):
    value = upload(benchmark, {"task": {"outcome": 1}}, works(0, [reply()]))
    source = source_of({"x.json": value})
    (records,) = READER.read(source)
    (fault,) = source.faults

    assert fault.where.pointer == "/raw_eval_results"
    assert "no shape that is known" in fault.message
    assert "task" in fault.message
    assert records.episodes == ()
    assert "episodes" in records.run.lacks
    assert len(records.calls) == 1
    assert records.run.reported.cost > 0


def test_an_upload_with_next_to_nothing_says_what_it_lacks():
    value = {"config": {}, "raw_eval_results": {}, "raw_logging_results": []}
    source = source_of({"bare.json": value})
    (records,) = READER.read(source)

    assert records.run.id == "bare"
    assert records.run.reported.score is None
    assert records.run.reported.cost is None
    absent = {"cost", "date", "episodes", "harness", "model", "score", "usage"}
    assert absent <= records.run.lacks.keys()


@pytest.mark.parametrize("part", ["raw_eval_results", "raw_logging_results"])
@pytest.mark.parametrize("value", [None, 5, "text"])
def test_parts_that_hold_nothing_are_no_records(part, value):
    source = source_of({"x.json": {**gaia_upload(), part: value}})
    (records,) = READER.read(source)

    assert records.run.benchmark == "gaia"
    assert not (records.episodes if part == "raw_eval_results" else records.calls)


def test_not_a_number_is_read_as_such():
    value = tau_upload()
    value["results"]["accuracy"] = float("nan")
    value["raw_eval_results"]["0"]["reward"] = float("nan")
    records = only_run(READER, value)

    assert records.run.reported.score != records.run.reported.score
    assert records.episodes[0].grade.stored != records.episodes[0].grade.stored


def test_sniffing():
    def verdict(value):
        return READER.sniff(source_of({"x.json": value}).document())

    value = gaia_upload()
    assert verdict(value).verdict == "yes"
    assert verdict({k: v for k, v in value.items() if k != "config"}).missing == (
        "config",
    )
    near = verdict({"config": {}, "raw_logging_results": []})
    assert (near.verdict, near.missing) == ("near", ("raw_eval_results",))
    assert verdict({"config": {}, "results": {}}).verdict == "no"
    assert verdict([value]).verdict == "no"
    assert list(READER.claim(["a.json"])) == []


def test_a_broken_upload_is_read_as_far_as_it_goes():
    text = json.dumps(tau_upload())
    cut = text.index('"raw_logging_results"') + 20_000
    source = source_of({"x.json": text[:cut].encode()})
    (records,) = READER.read(source)

    assert len(records.episodes) == 50
    assert 0 < len(records.calls) < 75
    assert source.faults
