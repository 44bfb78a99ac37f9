"""Your own tests of structured.py and orders.py.

Run all of them:         python3 -m unittest
Run one class of them:   python3 -m unittest -k Fields
"""

import unittest

from orders import EXAMPLE, SCHEMA, adds_up
from scripted_model import ScriptedModel
from structured import ask, extract, find_problems

CAT = {
    "type": "object",
    "required": ["name", "age"],
    "properties": {
        "name": {"type": "string"},
        "age": {"type": "integer", "minimum": 0, "maximum": 40},
        "weight": {"type": "number"},
        "indoors": {"type": "boolean"},
        "coat": {"enum": ["short", "long"]},
    },
    "additionalProperties": False,
}


class Extracting(unittest.TestCase):
    def expect_complaint(self, text):
        with self.assertRaises(ValueError, msg=repr(text)) as raised:
            extract(text)
        self.assertIn("JSON", str(raised.exception))

    def test_reads_plain_json(self):
        self.assertEqual(
            extract('{"name": "Mia", "toys": ["ball", {"kind": "mouse"}]}'),
            {"name": "Mia", "toys": ["ball", {"kind": "mouse"}]},
        )

    def test_finds_it_between_words_and_fences(self):
        text = (
            'Here you are!\n```json\n{\n  "name": "Mia"\n}\n```\n'
            'Anything else?'
        )
        self.assertEqual(extract(text), {"name": "Mia"})

    def test_says_that_there_is_no_json(self):
        for text in ["A cat called Mia.", "", "[1, 2]"]:
            self.expect_complaint(text)

    def test_does_not_read_a_part_of_a_broken_object(self):
        self.expect_complaint('{"mother": {"name": "Tosca"}, "name": ')
        self.expect_complaint('{"mother": {"name": "Tosca"}, "name" "Mia"}')


class WithProblems(unittest.TestCase):
    def only_problem(self, value, schema, place, *words):
        problems = find_problems(value, schema)
        self.assertEqual(
            len(problems),
            1,
            f"{value} has one problem, but you found {problems}",
        )
        self.assertTrue(
            problems[0].startswith(f"{place}: "),
            f"should begin with '{place}: ': {problems[0]}",
        )
        for word in words:
            self.assertIn(word, problems[0])


class Fields(WithProblems):
    def test_finds_none_in_a_good_value(self):
        cat = {"name": "Mia", "age": 3, "weight": 4, "indoors": True}
        self.assertEqual(find_problems(cat, CAT), [])

    def test_finds_a_wrong_type(self):
        self.only_problem("Mia", CAT, "$", "object")
        for age in ["three", True]:
            cat = {"name": "Mia", "age": age}
            self.only_problem(cat, CAT, "$.age", "integer")

    def test_finds_what_is_missing(self):
        self.only_problem({"name": "Mia"}, CAT, "$.age")

    def test_finds_what_is_not_known(self):
        cat = {"name": "Mia", "age": 3, "tail": "long"}
        self.only_problem(cat, CAT, "$.tail")

    def test_finds_everything_at_once(self):
        cat = {"age": "three", "tail": "long", "weight": None}
        places = [problem.split(":")[0] for problem in find_problems(cat, CAT)]
        self.assertEqual(
            sorted(places), ["$.age", "$.name", "$.tail", "$.weight"]
        )


class Values(WithProblems):
    def test_knows_limits(self):
        self.only_problem({"name": "Mia", "age": -1}, CAT, "$.age", "0")
        self.only_problem({"name": "Mia", "age": 41}, CAT, "$.age", "40")
        self.assertEqual(find_problems({"name": "Mia", "age": 40}, CAT), [])

    def test_knows_allowed_values(self):
        cat = {"name": "Mia", "age": 3, "coat": "curly"}
        self.only_problem(cat, CAT, "$.coat", "short", "long")


class Nested(WithProblems):
    def test_looks_into_lists(self):
        numbers = {"type": "array", "items": {"type": "number"}}
        self.only_problem([1, "two", 3], numbers, "$[1]", "number")

    def test_looks_into_objects_in_lists_in_objects(self):
        house = {
            "type": "object",
            "properties": {"cats": {"type": "array", "items": CAT}},
        }
        mia, tosca = {"name": "Mia", "age": 3}, {"name": "Tosca", "age": 50}
        self.only_problem({"cats": [mia, tosca]}, house, "$.cats[1].age", "40")


class Orders(unittest.TestCase):
    def test_accepts_the_example(self):
        self.assertTrue(SCHEMA, "SCHEMA is still empty")
        self.assertEqual(find_problems(EXAMPLE, SCHEMA), [])

    def test_refuses_what_no_baker_could_bake(self):
        for change in [
            {"delivery": "rocket"},
            {"items": "two rolls"},
            {"total": -1},
            {"hat": "blue"},
            {"items": [{"name": "rolls", "count": 0, "price": 1}]},
            {"items": [{"name": "rolls"}]},
        ]:
            self.assertNotEqual(
                find_problems({**EXAMPLE, **change}, SCHEMA),
                [],
                f"{change} should be refused",
            )

    def test_adds_up(self):
        self.assertEqual(adds_up(EXAMPLE), [])
        sweets = {"name": "sweets", "count": 3, "price": 0.1}
        self.assertEqual(adds_up({"items": [sweets], "total": 0.3}), [])
        problems = adds_up({**EXAMPLE, "total": 12.5})
        self.assertEqual(len(problems), 1, problems)
        self.assertTrue(problems[0].startswith("$.total: "), problems)
        self.assertIn("13", problems[0])


class Recorder:
    """Passes questions on to a model, and keeps what it was asked."""

    def __init__(self, model):
        self.model, self.seen = model, []

    def reply(self, messages):
        self.seen.append([dict(message) for message in messages])
        return self.model.reply(messages)


class Says:
    """A model that says one text after another, and the last one again and
    again.
    """

    def __init__(self, *texts):
        self.texts = list(texts)

    def reply(self, messages):
        text = self.texts.pop(0) if len(self.texts) > 1 else self.texts[0]
        return {"type": "final", "text": text}


class Asking(unittest.TestCase):
    def test_shows_the_schema(self):
        model = Recorder(Says('{"name": "Mia", "age": 3}'))
        cat = {"name": "Mia", "age": 3}
        self.assertEqual(
            ask(model, "Which cat?", CAT),
            {"value": cat, "problems": [], "attempts": 1},
        )
        system, user = model.seen[0]
        self.assertIn(
            '"additionalProperties": false',
            system["content"],
            "the schema as JSON, not as Python writes it",
        )
        self.assertEqual(user, {"role": "user", "content": "Which cat?"})

    def test_sends_every_problem_back(self):
        model = Recorder(
            Says('{"age": "three"}', "Sorry!", '{"name": "Mia", "age": 3}')
        )
        self.assertEqual(ask(model, "Which cat?", CAT)["attempts"], 3)
        self.assertEqual(
            [message["role"] for message in model.seen[2]],
            ["system", "user", "assistant", "user", "assistant", "user"],
        )
        for problem in find_problems({"age": "three"}, CAT):
            self.assertIn(problem, model.seen[1][-1]["content"])

    def test_gives_up_in_time(self):
        model = Recorder(Says("Miaow."))
        result = ask(model, "Which cat?", CAT, attempts=2)
        self.assertIsNone(result["value"])
        self.assertEqual((result["attempts"], len(model.seen)), (2, 2))
        problems = result["problems"]
        self.assertTrue(problems[0].startswith("$: "), problems)

    def test_applies_rules(self):
        problems = ["$.name: should be Tosca"]
        result = ask(
            Says('{"name": "Mia", "age": 3}'),
            "Which cat?",
            CAT,
            rules=[lambda cat: problems],
            attempts=1,
        )
        self.assertEqual(result["problems"], problems)

    def test_takes_orders_whatever_the_model_does_first(self):
        order = "Order for Ada: 2 rolls at 0.50, 1 cake at 12.00, by bicycle"
        for manner, attempts in [
            ("", 1),
            ("Politely: ", 1),
            ("Carelessly: ", 2),
            ("Hastily: ", 2),
            ("Sloppily: ", 2),
        ]:
            result = ask(
                ScriptedModel(), f"{manner}{order}", SCHEMA, rules=[adds_up]
            )
            self.assertEqual(
                result,
                {"value": EXAMPLE, "problems": [], "attempts": attempts},
                manner,
            )


if __name__ == "__main__":
    unittest.main()
