from tests.lint.comparing.boards import rows

from evalrata.lint.comparing import columns
from evalrata.lint.comparing.compare import compare
from evalrata.lint.rules.rescore.rank_inverted import RankInverted


def test_pairs_that_the_diff_does_not_list_are_counted(monkeypatch):
    # Twelve re-scored rows are turned round (66 pairs), and pass k, which was not.
    monkeypatch.setattr(columns, "LISTED", 3)
    before = {f"r{i:02}": i / 100 for i in range(12)}
    after = {name: 0.9 - value for name, value in before.items()}
    comparison = compare(
        [*rows("0.2.0", before), *rows("0.2.0", {"k": 0.5})],
        [*rows("1.0.0", after), *rows("0.2.0", {"k": 0.5})],
    )

    across, within = RankInverted().check(comparison).findings

    assert len(comparison.diff.columns[0].mixed.inverted) == 3
    assert (across.severity, across.count, across.checked) == ("error", 12, 12)
    assert (within.severity, within.count, within.checked) == ("warning", 66, 66)
    assert len(across.values["inverted"]) == 12
    assert len(within.values["inverted"]) == 50
    assert within.message.endswith(" and 61 more pairs")
