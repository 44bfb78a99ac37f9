"""Checks of ask(): what the model is shown, how often, and what comes out."""

import json

from check_expect import expect, expect_equal, place, required, show
from check_models import CalledTooOften, Playback, Recorder

BOAT = {"type": "object", "required": ["name", "sails"], "additionalProperties": False,
        "properties": {"name": {"type": "string"}, "sails": {"type": "integer"}}}
GOOD = {"name": "Heron", "sails": 2}


def says(*texts):
    return Recorder(Playback(*[{"type": "final", "text": text} for text in texts]))


def run(structured, model, *arguments, **options):
    """The learner's ask(), with its result looked at so far that checks can rely on its shape."""
    ask = required(structured, "ask")
    result = ask(model, *arguments, **options)
    expect(isinstance(result, dict) and {"value", "problems", "attempts"} <= set(result), "ask should return a dictionary with value, problems and attempts.",
           "Look at every way out of ask: does each return all three?", expected="{\"value\": …, \"problems\": […], \"attempts\": …}", found=show(result), where=place(ask))
    return result


def repairs_mistakes(structured):
    shows_the_schema(structured)
    sends_problems_back(structured)
    applies_rules(structured)
    takes_orders(structured)


def shows_the_schema(structured):
    model = says("Here: " + json.dumps(GOOD))
    result = run(structured, model, "Which boat?", BOAT)
    where = place(structured.ask)
    expect_equal(result, {"value": GOOD, "problems": [], "attempts": 1}, "The result, if the first answer is right,", "Nothing is wrong, so nothing has to be repaired.", where)
    expect_equal(model.calls, 1, "How often the model is asked, if its first answer is right,", "When is there a reason to ask again?", where)
    expect_equal([message.get("role") for message in model.seen[0]], ["system", "user"], "The roles of the first messages", "One says how to answer, the other what to answer.", where)
    expect_equal(model.seen[0][1], {"role": "user", "content": "Which boat?"}, "The second message", "The request, as it is.", where)
    content = str(model.seen[0][0].get("content"))
    expect(BOAT in objects_in(content), "The system message should contain the schema as JSON.", "The model can follow only what it is shown. json.dumps makes JSON of it; str does not.",
           expected=json.dumps(BOAT), found=content, where=where)


def objects_in(text):
    """Every JSON object that can be read in a text, wherever it begins."""
    decoder, found = json.JSONDecoder(), []
    for start, character in enumerate(text):
        if character == "{":
            try:
                found.append(decoder.raw_decode(text, start)[0])
            except ValueError:
                continue
    return found


def sends_problems_back(structured):
    bad = '{"sails": "two", "mast": 1, "oars": 2, "flag": "red", "crew": []}'
    model = says(bad, " I am sorry!\n", json.dumps(GOOD))
    result = run(structured, model, "Which boat?", BOAT)
    where = place(structured.ask)
    expect_equal(result, {"value": GOOD, "problems": [], "attempts": 3}, "The result, if the third answer is right,", "Three answers, two of them with problems.", where)
    roles = ["system", "user", "assistant", "user", "assistant", "user"]
    for number, messages in enumerate(model.seen):
        expect_equal([message.get("role") for message in messages], roles[:2 + 2 * number], f"What the model sees at attempt {number + 1}, by role,",
                     "After each answer with problems two messages are added, and all of them are shown.", where)
    expect_equal([message["content"] for message in model.seen[2] if message["role"] == "assistant"], [bad, " I am sorry!\n"], "The model's own answers, as it sees them again,",
                 "What the model wrote, word for word, with whatever it put around the JSON.", where)
    problems, told = structured.find_problems(json.loads(bad), BOAT), str(model.seen[1][3]["content"])
    for problem in problems:
        expect(problem in told, "Every problem should be sent back to the model, word for word.", "How many problems did find_problems find, and how many are in your message?",
               expected="\n".join(problems), found=told, where=where)
    told = str(model.seen[2][5]["content"])
    expect("$: " in told and "json" in told.lower(), "An answer without JSON should be sent back with the place $ and what extract() says.", "extract raises ValueError. What does str(problem) hold?",
           expected="$: … JSON …", found=told, where=where)
    expect(not any(problem in told for problem in problems), "The problems of an earlier answer should not be sent again with a later one.", "Which list grows from attempt to attempt?",
           expected="the problem of the second answer alone", found=told, where=where)


def applies_rules(structured):
    asked = []

    def dry(boat):
        asked.append(boat["name"])  # relies on the schema: there is a name
        return ["$.sails: should be dry"] if boat["sails"] > 2 else []

    def long(boat):
        return ["$.name: should be longer"] if len(boat["name"]) < 5 else []

    model = says('{"sails": 3}', '{"name": "Gull", "sails": 3}', json.dumps(GOOD))
    result, where = run(structured, model, "Which boat?", BOAT, rules=[long, dry, lambda boat: []]), place(structured.ask)
    expect_equal(asked, ["Gull", "Heron"], "The boats that a rule was asked about", "A rule relies on the schema. When can it be asked?", where)
    told = str(model.seen[-1][-1]["content"])
    expect("$.sails: should be dry" in told and "$.name: should be longer" in told, "What the rules complain of should be sent to the model, all of it.",
           "Problems are problems, whoever found them. Does one rule keep you from hearing of another?",
           expected="$.name: should be longer\n$.sails: should be dry", found=told, where=where)
    expect_equal(result, {"value": GOOD, "problems": [], "attempts": 3}, "The result, when schema and rules are content,", "Both have to find nothing.", where)


def takes_orders(structured):
    from scripted_model import ScriptedModel  # the pristine one, which lies beside the copy of the work

    schema = {"type": "object", "required": ["customer", "items"], "additionalProperties": False, "properties": {
        "customer": {"type": "string"}, "delivery": {"type": "string"}, "total": {"type": "number"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"price": {"type": "number"}}}}}}
    for manner, attempts in [("Politely, an", 1), ("Hastily, an", 2)]:
        result = run(structured, Recorder(ScriptedModel()), f"{manner} order for Bo: 3 pies at 4.00, by van", schema)
        wanted = {"customer": "Bo", "items": [{"name": "pies", "count": 3, "price": 4.0}], "total": 12.0, "delivery": "van"}
        expect_equal(result, {"value": wanted, "problems": [], "attempts": attempts}, f"{manner} order, taken with the scripted model,",
                     "Run it with run.py, and read what the model is told.", place(structured.ask))


def gives_up(structured):
    for attempts in [1, 2, 4]:
        texts = [json.dumps({"name": "Heron", "sails": f"number {n}"}) for n in range(attempts + 30)]
        model = says(*texts)
        try:
            result = run(structured, model, "Which boat?", BOAT, attempts=attempts)
            calls = model.calls
        except CalledTooOften:
            calls, result = "no end", None
        where = place(structured.ask)
        expect_equal(calls, attempts, f"How often a model that never answers right is asked, with attempts={attempts},", "Count on your fingers for attempts=1.", where)
        expect_equal((result["value"], result["attempts"]), (None, attempts), f"The value and the number of attempts, after {attempts} wrong answer(s),",
                     "A value that breaks the schema is not a value. Which words does the docstring use?", where)
        expect_equal(result["problems"], structured.find_problems(json.loads(texts[attempts - 1]), BOAT), f"The problems in the result, after {attempts} wrong answer(s),",
                     "Somebody has to know why there is no value: which answer was the last?", where)
    model = says("no", "no", "no", json.dumps(GOOD))
    result = run(structured, model, "Which boat?", BOAT)
    expect_equal((model.calls, result["value"]), (3, None), "The number of calls and the value, without a number of attempts in the call,", "Which default does the first line of ask show?", place(structured.ask))
    expect(len(result["problems"]) == 1 and str(result["problems"][0]).startswith("$: "), "After an answer without JSON, the result should hold one problem.", "An answer without JSON has a problem too, at the place $.",
           expected="[\"$: … JSON …\"]", found=show(result["problems"]), where=place(structured.ask))
    broken = says('{"name": "Heron", "sails": 2, }', json.dumps(GOOD))
    result = run(structured, broken, "Which boat?", BOAT, attempts=2)
    expect_equal(result, {"value": GOOD, "problems": [], "attempts": 2}, "The result, if the last attempt is right,", "The last attempt is an attempt like any other.", place(structured.ask))
