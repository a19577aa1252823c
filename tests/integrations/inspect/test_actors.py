import pytest

from evalrata.integrations.inspect.actors import actor_of


@pytest.mark.parametrize(
    ("role", "scoring", "own_model", "expected"),
    [
        (None, False, True, ("agent", "inferred")),
        (None, False, False, ("unknown", None)),
        (None, True, True, ("grader", "inferred")),
        (None, True, False, ("grader", "inferred")),
        ("grader", False, True, ("grader", "declared")),
        ("user", False, False, ("user_simulator", "declared")),
        ("user_simulator", False, False, ("user_simulator", "declared")),
        ("critic", False, True, ("unknown", None)),
        ("critic", True, False, ("grader", "inferred")),
    ],
)
def test_who_made_a_call(role, scoring, own_model, expected):
    assert actor_of(role, {}, scoring=scoring, own_model=own_model) == expected


def test_a_role_is_named_by_the_caller():
    roles = {"critic": "agent", "user": "environment"}

    def who(role):
        return actor_of(role, roles, scoring=False, own_model=False)

    assert who("critic") == ("agent", "declared")
    assert who("user") == ("environment", "declared")
    assert who("grader") == ("grader", "declared")
