import pytest

from evalrata.integrations.measures import Refused
from evalrata.integrations.tau2.parts import Parts
from evalrata.integrations.tau2.reported import reported
from evalrata.schemas.records import Where


def made(**claims):
    parts = Parts(Refused(Where("x.json"), [].append))
    parts.claims = claims
    return reported(parts)


@pytest.mark.parametrize(
    ("claims", "score"),
    [
        ({"pass_rate": 98.0, "passed": 49, "total_tasks": 50}, 0.98),
        ({"pass_rate": 0.98, "passed": 49, "total_tasks": 50}, 0.98),
        ({"pass_rate": 1.0, "passed": 4, "total_tasks": 4}, 1.0),
        ({"pass_rate": 1.0, "passed": 1, "total_tasks": 100}, 0.01),
        ({"pass_rate": 0, "passed": 0, "total_tasks": 4}, 0.0),
        ({"pass_rate": 100}, 1.0),
        ({"pass_rate": 1.0}, None),
        ({"pass_rate": 0.5, "passed": 1, "total_tasks": 0}, None),
        ({"pass_rate": "98%"}, None),
        ({}, None),
    ],
)
def test_a_pass_rate_is_read_as_a_share_where_its_unit_is_plain(claims, score):
    found = made(**claims)

    assert found.score == pytest.approx(score)
    assert found.score_pointer == (None if score is None else "/pass_rate")


def test_the_header_counts_episodes():
    found = made(total_tasks=50)

    assert (found.episodes, found.episodes_pointer) == (50, "/total_tasks")


@pytest.mark.parametrize("total", [None, True, "50", 50.0])
def test_only_a_whole_number_is_a_count(total):
    assert made(total_tasks=total).episodes is None


def test_a_split_layouts_index_counts_episodes():
    parts = Parts(Refused(Where("x.json"), [].append))
    parts.index = [{"id": "a"}, {"id": "b"}]

    found = reported(parts)

    assert (found.episodes, found.episodes_pointer) == (2, "/simulation_index")
