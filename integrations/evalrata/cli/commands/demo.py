"""``evalrata demo``: evalrata on an archive and a re-score with known faults."""

from evalrata.cli.parser import Parser
from evalrata.cli.streams import write_out

__all__ = ["run"]

AS_PLANTED, OTHERWISE = 0, 2


def run(arguments: list[str]) -> int:
    """Lint and compare the demo; 0 if exactly the planted findings appear, else 2."""
    Parser("demo").parse(arguments)

    from evalrata.cli.diffing import exits, printed  # noqa: PLC0415 - with the rules
    from evalrata.cli.planted import differences, folder, planted  # noqa: PLC0415 - with the rules
    from evalrata.cli.printed import text_of  # noqa: PLC0415 - with the rules
    from evalrata.integrations import lint_paths  # noqa: PLC0415 - with the readers
    from evalrata.integrations.diffing import diff_paths  # noqa: PLC0415 - as above

    with folder() as data:
        report = lint_paths([data / "archive"])
        diff = diff_paths(data / "rescored/before", data / "rescored/after")
        expected = planted(data)
    wrong = differences(report, diff, expected)
    result = exits.outcome(diff)
    write_out(text_of(report))
    write_out("\n")
    write_out(printed.text_of(diff, result, to_file=False, verbose=False))
    if wrong:
        write_out("\n".join(("", "demo: not as planted", *wrong, "")))
        return OTHERWISE
    linted, compared = len(expected.findings), len(expected.rescored)
    write_out(
        f"\ndemo: exactly the {linted} planted findings appear in the archive, and the "
        f"{compared} in the re-score\n"
        f"exit {AS_PLANTED}; the codes above are those of `evalrata lint` and "
        "`evalrata diff`\n"
    )
    return AS_PLANTED
