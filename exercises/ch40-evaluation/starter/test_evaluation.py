"""Your own tests. Run all of them:   python3 -m unittest
Run one class of them:               python3 -m unittest -k Loading
"""

import tempfile
import unittest
from pathlib import Path

from cases import Case, DatasetError
from evaluate import grade, load, run
from measures import compare, interval, pass_all_k, pass_at_k, report

GOOD = (
    '{"id": "tea", "question": "When?", '
    '"grader": {"type": "exact", "answer": "At four"}}'
)


class Loading(unittest.TestCase):
    def load(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "cases.jsonl")
            path.write_text("\n".join(lines), encoding="utf-8")
            return load(path)

    def problems(self, *lines):
        with self.assertRaises(DatasetError) as raised:
            self.load(*lines)
        return raised.exception.problems

    def only_problem(self, *lines):
        problems = self.problems(*lines)
        self.assertEqual(
            len(problems),
            1,
            f"{lines} has one problem, but you found {problems}",
        )
        return problems[0]

    def test_reads_cases_and_no_empty_lines(self):
        self.assertEqual(
            self.load("", GOOD, ""),
            [Case("tea", "When?", {"type": "exact", "answer": "At four"})],
        )

    def test_knows_the_file_that_comes_with_this_exercise(self):
        self.assertEqual(len(load("cases.jsonl")), 10)

    def test_names_the_line_and_what_is_the_matter(self):
        for line, word in [
            ("{", ""),
            ("[]", ""),
            ("{}", "id"),
            (GOOD.replace("When?", ""), "question"),
            (GOOD.replace("exact", "guess"), "grader"),
            (GOOD.replace("answer", "equals"), "answer"),
        ]:
            problem = self.only_problem("", line)
            self.assertTrue(
                problem.startswith("line 2") and word in problem,
                f"{line} has the problem {problem!r}",
            )

    def test_finds_an_id_that_is_there_twice(self):
        problem = self.only_problem(GOOD, GOOD)
        self.assertTrue(
            problem.startswith("line 2") and "tea" in problem, problem
        )

    def test_collects_everything(self):
        with self.assertRaises(DatasetError) as raised:
            load("broken.jsonl")
        self.assertEqual(
            [problem.split(":")[0] for problem in raised.exception.problems],
            ["line 2", "line 4", "line 5", "line 6"],
        )

    def test_a_file_without_cases_is_a_mistake(self):
        self.assertEqual(self.problems("", ""), ["no cases"])


class Grading(unittest.TestCase):
    def check(self, passed, answer, grader, word=""):
        found, why = grade(answer, grader)
        self.assertEqual(found, passed, f"{answer!r} for {grader}: {why}")
        self.assertIn(word, why)
        self.assertTrue(why)

    def test_exact(self):
        grader = {"type": "exact", "answer": "At four"}
        self.check(True, "  at  FOUR. ", grader)
        self.check(False, "At four or five", grader)
        self.check(False, None, grader)

    def test_contains(self):
        grader = {"type": "contains", "all": ["lower deck"], "none": ["upper"]}
        self.check(True, "On the Lower Deck!", grader)
        self.check(False, "On deck.", grader, "lower deck")
        self.check(False, "On the lower deck, not the upper.", grader, "upper")
        art = {"type": "contains", "all": ["art"]}
        self.check(False, "We start now.", art, "art")

    def test_number(self):
        grader = {"type": "number", "equals": 18, "within": 0.5}
        self.check(True, "2 tickets: 18.4 euros.", grader)
        self.check(False, "18 euros for 2.", grader, "2")
        self.check(False, "Eighteen.", grader)


class Running(unittest.TestCase):
    CASES = [
        Case("sum", "2 and 3?", {"type": "number", "equals": 5}),
        Case("who", "Who?", {"type": "exact", "answer": "Me"}),
    ]

    def test_asks_each_question_several_times(self):
        def agent(question, number):
            return f"It is {number + 4}."

        results = run(agent, self.CASES, trials=3)
        self.assertEqual(list(results), ["sum", "who"])
        self.assertEqual(
            [trial.passed for trial in results["sum"]], [False, True, False]
        )
        self.assertEqual(results["sum"][2].answer, "It is 6.")

    def test_goes_on_after_a_crash(self):
        def agent(question, number):
            raise RuntimeError("out of ink")

        results = run(agent, self.CASES, trials=2)
        self.assertEqual([len(trials) for trials in results.values()], [2, 2])
        self.assertIn("out of ink", results["who"][1].why)
        self.assertFalse(results["who"][1].passed)


class Chances(unittest.TestCase):
    def test_of_at_least_one(self):
        # Of the 6 pairs, 1 has none that passed.
        self.assertAlmostEqual(pass_at_k(4, 2, 2), 5 / 6)
        self.assertAlmostEqual(pass_at_k(10, 3, 1), 0.3)

    def test_of_all(self):
        # Of the 6 pairs, 1 has two that passed.
        self.assertAlmostEqual(pass_all_k(4, 2, 2), 1 / 6)
        self.assertAlmostEqual(pass_all_k(5, 5, 3), 1)

    def test_refuses_what_cannot_be(self):
        for numbers in [(3, 1, 4), (3, 4, 1), (3, 1, 0)]:
            for function in [pass_at_k, pass_all_k]:
                call = f"{function.__name__}{numbers}"
                with self.assertRaises(ValueError, msg=call):
                    function(*numbers)


class Interval(unittest.TestCase):
    def test_is_wide_for_few_trials_and_narrow_for_many(self):
        for passed, total, low, high in [
            (8, 10, 0.4902, 0.9433),
            (80, 100, 0.7112, 0.8666),
            (3, 3, 0.4385, 1),
            (0, 0, 0, 1),
        ]:
            found, which = interval(passed, total), f"{passed} of {total}"
            self.assertAlmostEqual(
                found[0], low, places=3, msg=f"lower end for {which}"
            )
            self.assertAlmostEqual(
                found[1], high, places=3, msg=f"upper end for {which}"
            )


def passes(**marks):
    """passes(tea="110") is {"tea": [True, True, False]}."""
    return {id: [mark == "1" for mark in text] for id, text in marks.items()}


class Comparing(unittest.TestCase):
    def test_sorts_the_cases(self):
        result = compare(
            passes(tea="10", jam="11", pie="01", gone="1"),
            passes(new="1", pie="0110", jam="10", tea="11"),
        )
        wanted = {
            "better": ["tea"],
            "worse": ["jam"],
            "same": ["pie"],
            "missing": ["gone"],
            "new": ["new"],
        }
        self.assertEqual({name: result[name] for name in wanted}, wanted)

    def test_does_not_take_luck_for_progress(self):
        five = compare(
            passes(a="0", b="0", c="0", d="0", e="0"),
            passes(a="1", b="1", c="1", d="1", e="1"),
        )
        self.assertAlmostEqual(five["chance"], 0.0625)
        self.assertEqual(five["verdict"], "unclear")
        six = compare(
            passes(a="0", b="0", c="0", d="0", e="0", f="0"),
            passes(a="1", b="1", c="1", d="1", e="1", f="1"),
        )
        self.assertAlmostEqual(six["chance"], 0.03125)
        self.assertEqual(six["verdict"], "better")


class Reporting(unittest.TestCase):
    def test_puts_the_largest_loss_first(self):
        before = passes(tea="1111", jam="11", pie="00", gone="1")
        after = passes(tea="1110", jam="00", pie="10", extra="1")
        self.assertEqual(
            report(before, after),
            [
                "before: 7 of 9 (45 % to 94 %)",
                "after: 5 of 9 (27 % to 81 %)",
                "verdict: unclear",
                "worse: jam 2/2 -> 0/2",
                "worse: tea 4/4 -> 3/4",
                "better: pie 0/2 -> 1/2",
                "missing: gone",
                "new: extra",
            ],
        )


if __name__ == "__main__":
    unittest.main()
