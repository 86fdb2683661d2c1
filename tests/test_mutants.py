"""The judge of the mutants: what it reads, and that nothing is let off without a reason."""

import ast
import re

import pytest

from tools import mutants
from tools.mutants import Mutant, MutantsError, parse_diff, parse_results, read_reasons, verdict

RESULTS = """
    engine.rules.x_lines__mutmut_1: killed
    engine.search.xǁSearchǁ_value__mutmut_52: survived
    engine.search.x__found_square__mutmut_7: timeout
    engine.rules.x_other__mutmut_2: no tests
"""

DIFF = """# engine.search.xǁSearchǁ_value__mutmut_52: survived
--- engine/search.py
+++ engine/search.py
@@ -40,7 +40,7 @@
         for cell in self._moves_to_try(mine, theirs):
-            if value > best:
+            if value >= best:
                 best = value
"""

MUTANT = Mutant("engine.search.Search._value", "if value > best:", "if value >= best:")


def test_every_mutant_and_what_became_of_it_is_read():
    assert parse_results(RESULTS) == {
        "engine.rules.x_lines__mutmut_1": "killed",
        "engine.search.xǁSearchǁ_value__mutmut_52": "survived",
        "engine.search.x__found_square__mutmut_7": "timeout",
        "engine.rules.x_other__mutmut_2": "no tests",
    }


def test_a_change_is_known_by_its_function_and_its_lines_and_not_by_its_number():
    assert parse_diff("engine.search.xǁSearchǁ_value__mutmut_52", DIFF) == MUTANT
    assert parse_diff("engine.search.xǁSearchǁ_value__mutmut_9", DIFF) == MUTANT
    plain = parse_diff("engine.search.x__found_square__mutmut_7", DIFF)
    assert plain.function == "engine.search._found_square"


def test_a_survivor_needs_a_reason_and_a_reason_a_survivor():
    assert verdict({MUTANT: "survived"}, {MUTANT: "It is the same."}) == []
    (unexplained,) = verdict({MUTANT: "no tests"}, {})
    assert "engine.search.Search._value: no tests" in unexplained
    (idle,) = verdict({}, {MUTANT: "It is the same."})
    assert "did not survive" in idle
    other = MUTANT._replace(after="if value == best:")
    assert len(verdict({other: "survived"}, {MUTANT: "It is the same."})) == 2


@pytest.mark.parametrize("reasons", [[""], [" \n"], ["one", "another"]])
def test_an_empty_reason_is_none_and_one_is_enough(reasons):
    entry = '[[survivor]]\nfunction = "f"\nbefore = "a"\nafter = "b"\nreason = """{}"""\n'
    with pytest.raises(MutantsError):
        read_reasons("".join(entry.format(reason) for reason in reasons))


def test_what_is_explained_is_in_the_code():
    reasons = read_reasons(mutants.REASONS.read_text("utf-8"))
    assert reasons
    for mutant in reasons:
        module, name = re.fullmatch(r"(engine\.\w+)\.(.+)", mutant.function).groups()
        source = (mutants.ROOT / f"{module.replace('.', '/')}.py").read_text("utf-8")
        bodies = [
            ast.get_source_segment(source, node)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef) and node.name == name.rpartition(".")[2]
        ]
        assert any(mutant.before in body for body in bodies), mutant
