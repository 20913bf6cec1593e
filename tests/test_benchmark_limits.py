"""A benchmark fails if a figure misses its limit, and says which."""

from benchmarks.limits import Limit, exit_code

KEPT = [Limit("ratio", 0.95, 0.95), Limit("seconds", 60, 60, is_least=False)]


def test_limits_that_are_kept_are_no_failure(capsys):
    assert exit_code(KEPT) == 0
    assert capsys.readouterr().out == ""


def test_each_limit_that_is_missed_gets_a_line(capsys):
    missed = [Limit("ratio", 0.9412, 0.95), Limit("seconds", 61, 60, is_least=False, form=".0f")]
    assert exit_code([missed[0], *KEPT, missed[1]]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "missed: ratio: 0.94 (at least 0.95)",
        "missed: seconds: 61 (at most 60)",
    ]
