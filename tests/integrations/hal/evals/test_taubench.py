import pytest
from tests.integrations.hal.evals.read import grades, read
from tests.integrations.hal.specimens import action, gold, record, reply


def test_the_environments_list_is_kept_as_recorded():
    own = [*gold(3), reply("Bye.")]
    records, faults = read("taubench_airline", {"3": record(3, own)})
    (episode,) = records.episodes

    assert faults == []
    assert (episode.task, episode.pointer) == ("3", "/raw_eval_results/3")
    assert episode.actions_pointer == "/raw_eval_results/3/taken_actions"
    assert [(a.name, a.kind, a.actor) for a in episode.actions] == [
        ("cancel_reservation", "tool", "unknown"),
        ("respond", "reply", "unknown"),
        ("cancel_reservation", "tool", "unknown"),
    ]
    assert grades(records) == [("3", "unknown", None, 1.0)]
    assert episode.grade.pointer == "/raw_eval_results/3/reward"
    assert episode.notes["instruction"].startswith("You want the invented")


def test_the_gold_is_what_the_grader_replays():
    (episode,) = read("taubench_airline", {"3": record(3, [])})[0].episodes

    assert [a.arguments for a in episode.gold.actions] == [{"reservation_id": "ZZ0003"}]
    assert episode.gold.replayed
    assert episode.gold.requires_write is True
    assert episode.gold.terminators == ("transfer_to_human_agents",)
    assert episode.gold.pointer == "/raw_eval_results/3/task/actions"


def test_gold_that_only_reads_requires_no_write():
    value = record(3, [])
    value["task"]["actions"] = [action("get_user_details", user_id="u")]
    (episode,) = read("taubench_airline", {"3": value})[0].episodes

    assert episode.gold.requires_write is False


def test_digests_follow_what_grading_compares_with():
    def digest(**changes):
        value = record(3, [])
        value["task"].update(changes)
        return read("taubench_airline", {"3": value})[0].episodes[0].task_digest

    assert digest() == digest(instruction="Worded otherwise.")
    assert digest() != digest(outputs=["5"])
    assert digest() != digest(actions=gold(4))
    assert len(digest()) == 64


def test_an_error_in_the_records_place_is_a_crash_without_a_number():
    message = "ERROR: invented fault\nTraceback ..."
    records, _ = read("taubench_retail", {"7": message})
    (episode,) = records.episodes

    assert grades(records) == [("7", "ungraded", None, None)]
    assert episode.termination.kind == "crashed"
    assert not episode.termination.no_crash
    assert episode.termination.reason == "ERROR: invented fault"
    assert episode.actions is None


@pytest.mark.parametrize(
    ("benchmark", "result"),
    [
        ("taubench_retail", {"reward": 0.0, "taken_actions": []}),
        ("gaia", {"score": 0}),
        (
            "corebench_hard",
            {
                "correct_written_answers": 0,
                "total_written_questions": 1,
                "correct_vision_answers": 0,
                "total_vision_questions": 0,
            },
        ),
    ],
)
def test_a_result_in_the_place_of_an_error_says_that_there_was_no_crash(
    benchmark, result
):
    (episode,) = read(benchmark, {"7": result})[0].episodes

    assert (episode.termination.kind, episode.termination.no_crash) == ("unknown", True)


def test_long_reasons_are_cut():
    (episode,) = read("taubench_retail", {"7": "ERROR " + "x" * 5000})[0].episodes

    assert len(episode.termination.reason) == 303


@pytest.mark.parametrize(
    "info",
    [{"r_actions": 0.0, "gt_data_hash": "0"}, {"r_outputs": 0.0, "outputs": {}}],
)
def test_the_older_shape_is_the_graders_own_result(info):
    value = {"reward": 0.0, "info": info, "actions": gold(3)}
    records, _ = read("taubench_airline", {"3": value})
    (episode,) = records.episodes

    assert grades(records) == [("3", "graded", 0.0, 0.0)]
    assert episode.actions is None
    assert episode.gold.pointer == "/raw_eval_results/3/actions"
    assert "gold" not in records.run.lacks
    assert "actions" in records.run.lacks


def test_the_older_shape_without_the_graders_words_is_unknown():
    value = {"reward": 0.0, "info": {}, "actions": gold(3)}

    assert grades(read("taubench_airline", {"3": value})[0]) == [
        ("3", "unknown", None, 0.0)
    ]


def test_no_reward_is_no_number():
    value = {**record(3, []), "reward": None}

    assert grades(read("taubench_airline", {"3": value})[0]) == [
        ("3", "unknown", None, None)
    ]


def test_variations_become_trials():
    records, _ = read("taubench_airline", {"3": [record(3, []), "ERROR: x"]})

    assert [(e.task, e.trial, e.pointer) for e in records.episodes] == [
        ("3", 0, "/raw_eval_results/3/0"),
        ("3", 1, "/raw_eval_results/3/1"),
    ]
    assert "denominator" not in records.run.notes


@pytest.mark.parametrize(
    ("benchmark", "length"), [("taubench_airline", 50), ("taubench_retail", 115)]
)
def test_the_harness_divides_by_all_tasks(benchmark, length):
    records, _ = read(benchmark, {"3": record(3, [])})

    assert records.run.notes["denominator"]["value"] == length
    assert "taubench.py" in records.run.notes["denominator"]["source"]


def test_a_record_of_another_shape_is_a_fault_and_the_rest_is_read():
    half = {"reward": 1, "taken_actions": [{}]}
    value = {"1": 5, "2": None, "3": record(3, []), "4": half}
    records, faults = read("taubench_airline", value)

    assert [e.task for e in records.episodes] == ["3"]
    assert sorted(pointer.split("/")[2] for pointer, _ in faults) == ["1", "2", "4"]


def test_other_shapes_as_a_whole_are_faults():
    for evaluations, pointers in (
        ([1.0, 0.5], ["/raw_eval_results"]),
        ({"a": {}, "b": []}, ["/raw_eval_results/a", "/raw_eval_results/b"]),
    ):
        records, faults = read("taubench_airline", evaluations)
        assert [pointer for pointer, _ in faults] == pointers
        assert records.run.lacks["episodes"] == (
            "no evaluation of this upload could be read"
        )
