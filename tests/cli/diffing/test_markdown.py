from msgspec import structs
from tests.cli.diffing.specimens import board, column, finding, markdown

from evalrata.schemas.findings import Coverage, Fault
from evalrata.schemas.records import Where
from evalrata.schemas.report import Input


def test_a_board_has_the_table_of_its_column():
    said = markdown(board())
    assert said.startswith(
        "## evalrata diff: before old, after new\n\n"
        "**3 rows compared, no episode; no finding; 1 of 1 rule checked; exit 0**\n\n"
        "### airline: 3 rows on both sides, 2 re-scored\n\n"
        "| row | rank before | rank after | before | after | change | re-scored |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        "| b | 3 | 1 | 0.2500 | 0.7500 | +0.5000 | yes |\n"
    )
    assert "\n- inverted: a was above b, now below\n" in said.replace("\n\n", "\n")


def test_a_refusal_comes_first():
    said = markdown(board(refused=("misread",)))
    start = said.index("### refused: these numbers are not to be reported\n\n- misread")
    assert said.index("exit 1 (refused") < start < said.index("0.2500")


def test_every_row_of_a_table_keeps_its_cells():
    value = structs.replace(column().values[0], row="x | y\n@all <b> #1")
    said = markdown(board(columns=(column(values=(value,)),)))
    (line,) = [line for line in said.splitlines() if line.startswith("| x")]
    assert line.startswith("| x \\| y\\\\n@<!-- -->all \\<b\\> #<!-- -->1 | 1 |")
    assert line.replace("\\|", "").count("|") == 8


def test_what_was_seen_and_not_read_is_said():
    def seen(path, note=None):
        return Input(path=path, format=None, bytes=1, sha256=None, note=note)

    said = markdown(
        board(
            inputs_before=(seen("a/x.txt"), seen("a/broken.json")),
            inputs_after=(seen("a/x.txt"), seen("b/y.bin", "is too large")),
            faults=(
                Fault(
                    kind="malformed", where=Where("a/broken.json"), message="is broken"
                ),
            ),
        )
    )
    assert (
        "### seen, not read: 2 files\n\n- is too large: b/y.bin\n"
        "- no reader knows it: a/x.txt\n"
    ) in said


def test_findings_gaps_faults_and_notes():
    said = markdown(
        board(
            findings=(
                finding("made.mild", "info", confidence="inferred"),
                finding("made.up"),
                finding("made.known", suppressed="it is known", run="a"),
            ),
            coverage=(
                Coverage(
                    rule="made.blind",
                    status="could-not-check",
                    unchecked=4,
                    reason="no log",
                ),
            ),
            faults=(
                Fault(kind="malformed", where=Where("a.json"), message="is broken"),
            ),
            notes=("one",),
        )
    )
    for part in (
        "### findings\n\n- error made.up: it is wrong\n- info made.mild: ",
        "### suppressed: 1 finding\n\n- made.known in a: it is known",
        "### could not be checked\n\n- made.blind (4 of 4): no log",
        "### could not be read\n\n- a.json: is broken",
        "### notes\n\n- one\n",
    ):
        assert part in said
