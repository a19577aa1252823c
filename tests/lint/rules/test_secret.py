import msgspec
from tests.schemas.test_credentials import RANDOM, SHAPES

from evalrata.lint import Session
from evalrata.lint.rules import load
from evalrata.schemas.records import Run, RunRecords, Where


def test_no_value_reaches_the_report():
    values = [*SHAPES.values(), RANDOM]
    texts = [[f"/keys/{value}/{i}", value] for i, value in enumerate(values)]
    texts.append(["/info/api_key", RANDOM])
    run = Run(id="r", format="x", where=Where("r.json"), notes={"texts": texts})
    session = Session([load("records.secret")])
    session.add(RunRecords(run=run))
    report = session.finish()
    written = msgspec.json.encode(report).decode()

    assert report.findings[0].count == len(SHAPES) + 1
    assert not [v for v in SHAPES.values() if v in written]
    assert RANDOM not in written
