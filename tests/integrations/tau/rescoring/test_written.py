"""Archives of the ``act`` and ``react`` agents, who write actions as text."""

import json

from tests.integrations.tau.rescoring.records import STOP, call, reply, rescored, result

from evalrata.integrations.tau.rescoring.results import MIXED


def act(name, answer, **arguments):
    told = json.dumps({"name": name, "arguments": arguments})
    return [
        {"role": "assistant", "content": f"Action:\n{told}"},
        {"role": "user", "content": answer},
    ]


CANCEL = act("cancel_reservation", "API output: cancelled", reservation_id="AA")
BYE = act("respond", STOP, content="Done.")


def test_written_actions_are_made_again(tmp_path):
    found = rescored(tmp_path, [result(0, CANCEL, BYE)])

    assert [e.value for e in found.episodes] == [1.0]
    assert (found.replay.calls, found.replay.mismatched) == (1, 0)
    assert [v.reproduced for v in found.validations] == [1, 1]


def test_a_run_that_does_both_is_not_guessed_at(tmp_path):
    called = call("cancel_reservation", "cancelled", reservation_id="AA")
    found = rescored(tmp_path, [result(0, CANCEL, BYE), result(0, called, reply())])

    assert [(e.value, e.reason) for e in found.episodes] == [(None, MIXED), (1.0, "")]
