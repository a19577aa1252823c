import pytest

from evalrata.cli.configuration import configuration
from evalrata.schemas.errors import UsageError


def test_no_file_is_no_configuration(tmp_path):
    assert configuration(None, tmp_path) is None


def test_a_project_without_the_table_is_passed_by(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    (tmp_path / "pyproject.toml").write_text('[tool.evalrata]\nfail-on = "never"\n')
    assert configuration(None, inner).fail_on == "never"


def test_the_own_file_wins_in_one_folder(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.evalrata]\nfail-on = "never"\n')
    (tmp_path / "evalrata.toml").write_text('fail-on = "warning"\n')
    assert configuration(None, tmp_path).fail_on == "warning"


def test_the_nearest_folder_wins(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[tool.evalrata]\nfail-on = "info"\n')
    (tmp_path / "evalrata.toml").write_text('fail-on = "warning"\n')
    assert configuration(None, inner).fail_on == "info"


def test_a_named_file_is_read_wherever_it_lies(tmp_path):
    named = tmp_path / "strict.toml"
    named.write_text('require = ["grading"]\n')
    (tmp_path / "evalrata.toml").write_text('require = ["cost"]\n')
    assert configuration(named, tmp_path).require == ["grading"]


def test_the_own_file_may_hold_the_table(tmp_path):
    (tmp_path / "evalrata.toml").write_text('[tool.evalrata]\nfail-on = "never"\n')
    assert configuration(None, tmp_path).fail_on == "never"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("missing.toml", None, "missing.toml: No such file"),
        ("broken.toml", "a = ", "is not TOML"),
        ("pyproject.toml", "[tool.other]\n", "has no table"),
        ("pyproject.toml", "tool = 1\n", "has no table"),
        (
            "x.toml",
            'fail-on = "sometimes"\n',
            "x.toml: fail-on: must be 'error', 'warning', 'info' or 'never'",
        ),
        ("pyproject.toml", "[tool.evalrata]\nselekt = 1\n", "selekt: no such key"),
        (
            "pyproject.toml",
            "[tool]\nevalrata = 1\n",
            "evalrata: .top.: must be a table",
        ),
        (
            "evalrata.toml",
            'fail-on = "info"\n[tool.evalrata]\nselect = ["cost"]\n',
            "evalrata.toml: has keys at the top and a table .tool.evalrata.; keep",
        ),
        ("evalrata.toml", "[tool.other]\n", "evalrata.toml: tool: no such key"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path, name, text, message):
    path = tmp_path / name
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=message) as caught:
        configuration(path, tmp_path)
    assert "\n" not in str(caught.value)
