"""Checks of find_problems(): what it finds, where, and in which words."""

import copy

from check_expect import Failed, expect, expect_equal, place, raised_at, required, show

ROOM = {
    "type": "object",
    "required": ["number", "beds"],
    "properties": {"number": {"type": "integer"}, "beds": {"type": "string"}, "price": {"type": "number"}, "sea": {"type": "boolean"},
                   "guests": {"type": "array"}, "key": {"type": "object"}},
    "additionalProperties": False,
}
NO_TYPE = "A schema has some of the keys, in any choice. Does a question of yours wait for a \"type\" that need not be there?"
OTHER_KIND = "What a key says of one kind of value, it does not say of others. Which kind is this value?"


def expect_problems(structured, value, schema, wanted, case, hint):
    """wanted: a dictionary from each place where a problem is to be found to the words its sentence has to hold."""
    find_problems = required(structured, "find_problems")
    where, given = place(find_problems), copy.deepcopy((value, schema))
    what = f"{case}: {show(value)}."
    try:
        found = find_problems(value, schema)
    except NotImplementedError:
        raise
    except Exception as problem:
        raise Failed(f"{what} find_problems should return a list of sentences, but it raised an exception.", "Do you compare or look something up before you know that it can be?",
                     expected="a list of sentences", found=f"{type(problem).__name__}: {problem}", where=raised_at(problem, where))
    expect(isinstance(found, list) and all(isinstance(sentence, str) for sentence in found), f"{what} find_problems should return a list of sentences.",
           "Look at every way out of it: does each return a list?", expected="a list of sentences", found=show(found), where=where)
    expect_equal((value, schema), given, f"{what} The value and the schema, after find_problems has looked at them,", "It looks, and changes nothing.", where)
    listed = "\n".join(found) or "no problem"
    places = sorted(sentence.split(": ")[0] for sentence in found)
    expected = "\n".join(f"{at}: … {' … '.join(words)}" for at, words in wanted.items()) or "no problem"
    expect(places == sorted(wanted), what, hint, expected=expected, found=listed, where=where)
    for sentence in found:
        at, words = sentence.split(": ")[0], sentence[sentence.index(": "):]
        missing = [word for word in wanted[at] if word not in words]
        expect(not missing, f"{what} The sentence about {at} should name {' and '.join(missing)}.", "What would you have to read to do it right the second time?",
               expected=expected, found=listed, where=where)


def checks_fields(structured):
    good = {"number": 12, "beds": "two"}
    first = "Begin with the type of the value itself. If that is wrong, is there anything left to say about it?"
    for value in [good, {**good, "price": 80, "sea": False, "guests": [], "key": {"any": "thing"}}, {**good, "price": 79.5}]:
        expect_problems(structured, value, ROOM, {}, "A good room", "An integer is a number too, and a field that is not required may be left out.")
    for value, schema, wanted, case, hint in [
        ("a room", ROOM, {"$": ["object"]}, "A text instead of an object", first),
        ([good], ROOM, {"$": ["object"]}, "A list instead of an object", first),
        (None, {"type": "string"}, {"$": ["string"]}, "None instead of a text", first),
        (True, {"type": "number"}, {"$": ["number"]}, "True is a boolean, and no number", "isinstance(True, int) is true in Python. Which question do you have to ask before?"),
        (1, {"type": "boolean"}, {"$": ["boolean"]}, "1 is a number, and no boolean", "Which Python type does a boolean have?"),
        (2.5, {"type": "integer"}, {"$": ["integer"]}, "2.5 is no whole number", "PYTHON_TYPES has the answer."),
        (2.0, {"type": "integer"}, {"$": ["integer"]}, "2.0 is a decimal number to Python, and no int", "PYTHON_TYPES has the answer."),
        ("anything", {}, {}, "A schema that says nothing", "What is not in the schema is not checked."),
        ({"view": "sea", "number": "7"}, {name: part for name, part in ROOM.items() if name != "type"}, {"$.number": ["integer"], "$.beds": [], "$.view": []},
         "A schema of an object that does not say its type", NO_TYPE),
        ("beds", {"required": ["number"], "additionalProperties": False}, {}, "A text, and a schema that only says which fields an object has", OTHER_KIND),
        ({"beds": "two"}, ROOM, {"$.number": []}, "number is missing", "Go through the names in \"required\". What is the place of a field that is not there?"),
        ({}, ROOM, {"$.number": [], "$.beds": []}, "Two fields are missing", "Go through all the names in \"required\", and collect."),
        ({**good, "view": "sea"}, ROOM, {"$.view": []}, "view is not known", "Which names are in \"properties\"?"),
        ({**good, "view": "sea"}, {key: value for key, value in ROOM.items() if key != "additionalProperties"}, {}, "view is not known, but nobody has forbidden it",
         "Only \"additionalProperties\": False forbids other fields."),
        ({**good, "price": "80"}, ROOM, {"$.price": ["number"]}, "price should be a number", "Each field of \"properties\" has a schema of its own. Who can check that?"),
        ({"number": True, "price": "80", "view": "sea"}, ROOM, {"$.number": ["integer"], "$.price": ["number"], "$.view": [], "$.beds": []}, "Four things are wrong",
         "Does your function end at the first find? Collect all, and return them at the end."),
    ]:
        expect_problems(structured, value, schema, wanted, case, hint)


def checks_values(structured):
    shelf = {"type": "object", "properties": {"height": {"type": "number", "minimum": 10, "maximum": 250}, "wood": {"type": "string", "enum": ["oak", "pine", "ash"]},
                                              "boards": {"enum": [3, 5]}}}
    limits, choice = "Which of <, <=, > and >= is true for a value that is exactly the limit?", "Is the value in the list? If not, which values are?"
    for value, wanted, case, hint in [
        ({"height": 10, "wood": "ash", "boards": 5}, {}, "A good shelf, as low as it may be", limits),
        ({"height": 250}, {}, "A good shelf, as high as it may be", limits),
        ({"height": 9.9}, {"$.height": ["10"]}, "A shelf that is too low", limits),
        ({"height": 251}, {"$.height": ["250"]}, "A shelf that is too high", limits),
        ({"wood": "gold"}, {"$.wood": ["oak", "pine", "ash"]}, "A wood that is not in the list", choice),
        ({"boards": 4}, {"$.boards": ["3", "5"]}, "A number of boards that is not in the list", choice),
        ({"boards": "3"}, {"$.boards": ["3", "5"]}, "A text with one of the numbers in it", "The text \"3\" is not the number 3. What do you compare?"),
        ({"height": "tall"}, {"$.height": ["number"]}, "A height of the wrong type, about which nothing more can be said", "A text cannot be compared with a number. After a wrong type, what is left to check?"),
        ({"wood": 7}, {"$.wood": ["string"]}, "A wood of the wrong type, about which nothing more need be said", "One value, one wrong type: that is one problem."),
    ]:
        expect_problems(structured, value, shelf, wanted, case, hint)
    for value, schema, wanted, hint in [
        (2, {"minimum": 3}, {"$": ["3"]}, NO_TYPE), (2.5, {"maximum": 2}, {"$": ["2"]}, NO_TYPE), (3, {"minimum": 3, "maximum": 3}, {}, NO_TYPE),
        ("tall", {"minimum": 0}, {}, OTHER_KIND), ([7], {"maximum": 5}, {}, OTHER_KIND), (None, {"minimum": 0, "maximum": 5}, {}, OTHER_KIND),
    ]:
        expect_problems(structured, value, schema, wanted, f"The limits {show(schema)} without a type", hint)
    zero = {"type": "integer", "minimum": 0, "maximum": 0}
    for value, wanted in [(-1, {"$": ["0"]}), (1, {"$": ["0"]}), (0, {})]:
        expect_problems(structured, value, zero, wanted, "A limit that is 0", "Is 0 true or false for Python's `if`? Ask whether the key is there.")


def looks_inside(structured):
    line = {"type": "object", "required": ["ware"], "properties": {"ware": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}, "additionalProperties": False}
    cart = {"type": "object", "properties": {"lines": {"type": "array", "items": line}, "to": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}
    deeper = "find_problems can check a part as well as the whole. What is the place of the part?"
    for value, wanted, case in [
        ({"lines": [{"ware": "tea", "tags": ["hot"]}, {"ware": "jam", "tags": []}], "to": {"city": "Bergen"}}, {}, "A good cart"),
        ({"lines": []}, {}, "A cart with an empty list"),
        ({"to": {"city": 5}}, {"$.to.city": ["string"]}, "A wrong type in an object in an object"),
        ({"to": {}}, {"$.to.city": []}, "A missing field of an object in an object"),
        ({"lines": [{"ware": "tea"}, {"ware": 3}]}, {"$.lines[1].ware": ["string"]}, "A wrong type in the second element of a list"),
        ({"lines": ["tea", {"ware": "jam"}]}, {"$.lines[0]": ["object"]}, "A first element of the wrong type"),
        ({"lines": [{"ware": "tea"}, {"ware": "jam", "tags": ["red", "sweet", 7]}]}, {"$.lines[1].tags[2]": ["string"]}, "A wrong type in a list in an object in a list"),
        ({"lines": [{"price": 1}, {"ware": None}], "to": "Bergen"}, {"$.lines[0].ware": [], "$.lines[0].price": [], "$.lines[1].ware": ["string"], "$.to": ["object"]}, "Four problems in four places"),
    ]:
        expect_problems(structured, value, cart, wanted, case, deeper)
    expect_problems(structured, [[1, 2], [3, "4"]], {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, {"$[1][1]": ["integer"]}, "A list of lists", deeper)
    for value, wanted, hint in [([7, "red"], {"$[1]": ["integer"]}, NO_TYPE), ("red", {}, OTHER_KIND), ({"red": "7"}, {}, OTHER_KIND)]:
        expect_problems(structured, value, {"items": {"type": "integer"}}, wanted, "A schema of elements that does not say that the whole is an array", hint)
