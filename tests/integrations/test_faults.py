"""Faults, each place once; many of one limit in one line."""

from evalrata.integrations.faults import Faults
from evalrata.schemas.errors import LimitError, MalformedError
from evalrata.schemas.records import Where


def collected(errors):
    faults = Faults()
    for error in errors:
        faults.add(error)
    return [(f.where.member, f.message) for f in faults.all()], len(faults)


def test_a_place_is_told_once():
    error = MalformedError(Where("x.zip", "a.json"), "is damaged")
    assert collected([error, error]) == ([("a.json", "is damaged")], 1)


def test_many_members_over_a_limit_are_one_fault():
    errors = [
        LimitError(Where("x.zip", f"{i}.json"), f"has {i:,} bytes") for i in range(2000)
    ]
    told, count = collected([*errors, *errors])
    message = "has 0 bytes (likewise 1,999 other members of the file)"
    assert told == [("0.json", message)]
    assert count == 2000


def test_three_are_told_one_by_one_and_files_apart():
    errors = [
        LimitError(Where(file, f"{i}.json"), "is too much")
        for file, most in (("x.zip", 3), ("y.zip", 4))
        for i in range(most)
    ]
    told, _ = collected(errors)
    assert told == [
        ("0.json", "is too much"),
        ("1.json", "is too much"),
        ("2.json", "is too much"),
        ("0.json", "is too much (likewise 3 other members of the file)"),
    ]
