from evalrata.integrations.run_ids import RunIds


def test_namesakes_are_numbered_and_keep_their_name():
    ids = RunIds()

    assert [ids.unique(n) for n in ("run", "run", "a", "run#2")] == [
        "run",
        "run#2",
        "a",
        "run#2#2",
    ]
    assert [ids.named(n) for n in ("run", "run#2", "a", "run#2#2", "other")] == [
        "run",
        "run",
        "a",
        "run#2",
        "other",
    ]
