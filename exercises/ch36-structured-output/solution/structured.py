"""From what a model writes to data a program can use."""

import json

# What each type of a schema is called in Python.
PYTHON_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}


# --- 1. The JSON in a reply --------------------------------------------------


def extract(text):
    """The JSON object in what a model wrote, as a dictionary.

    Models like to put words around it ("Certainly! ..."), and lines of ```
    before and after. There is at most one object in a text, and no brace
    { or } outside of it.

    Raises ValueError if there is none, or if it is broken or not finished.
    The exception is a sentence for the model: it says that the JSON is what
    is wrong, and if it is broken, at which line and column. A broken object
    is never read in part: '{"a": {"b": 1}, "c": ' is an error, and not
    {"b": 1}.
    """
    start = text.find("{")
    if start < 0:
        raise ValueError("there is no JSON object in this answer")
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except ValueError as problem:
        raise ValueError(
            f"this is no complete JSON object: {problem}"
        ) from problem
    return value


# --- 2. What is wrong with a value -------------------------------------------


def find_problems(value, schema, path="$"):
    """Everything about a value that its schema does not allow: a list of
    sentences, empty if all is well.

    Each sentence begins with the place and ": ", such as
      $.items[1].price: should be a number, not '0.50'

    $ is the whole value, $.items its field items, and $.items[1] the second
    element of that. For a field that is missing or not known, the place is
    the place of that field.

    A schema is a dictionary with some of these keys; what is not there is not
    checked:
      "type"         one of PYTHON_TYPES. True and False are "boolean" and
                     nothing else, and 2.0 is no "integer". The sentence names
                     the type it should be.
                     If the type is wrong, nothing more is said about the
                     value, nor about what is inside it
      "enum"         a list of all the values there may be. The sentence names
                     all of them
      "minimum",
      "maximum"      of a number, which may also be equal. The sentence names
                     the limit
      "required"     of an object: names of fields that have to be there
      "properties"   of an object: a dictionary from names of fields to their
                     schemas
      "additionalProperties"
                     of an object: if it is False, only fields in
                     "properties" are allowed
      "items"        of an array: the schema of each element
    """
    wanted = schema.get("type")
    if wanted and not has_type(value, wanted):
        return [f"{path}: should be of type {wanted}, not {value!r}"]
    problems = []
    if "enum" in schema and value not in schema["enum"]:
        choices = ", ".join(map(str, schema["enum"]))
        problems.append(f"{path}: should be one of {choices}, not {value!r}")
    if has_type(value, "number"):
        least = schema.get("minimum", value)
        most = schema.get("maximum", value)
        if value < least:
            problems.append(f"{path}: should be at least {least}, not {value}")
        if value > most:
            problems.append(f"{path}: should be at most {most}, not {value}")
    if isinstance(value, dict):
        problems += problems_of_fields(value, schema, path)
    if isinstance(value, list) and "items" in schema:
        for number, element in enumerate(value):
            place = f"{path}[{number}]"
            problems += find_problems(element, schema["items"], place)
    return problems


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, PYTHON_TYPES[name])


def problems_of_fields(value, schema, path):
    known = schema.get("properties", {})
    problems = [
        f"{path}.{name}: is missing"
        for name in schema.get("required", [])
        if name not in value
    ]
    for name, field in value.items():
        place = f"{path}.{name}"
        if name in known:
            problems += find_problems(field, known[name], place)
        elif schema.get("additionalProperties") is False:
            names = ", ".join(known)
            problems.append(f"{place}: is not known; there are {names}")
    return problems


# --- 4. The question, and the way back ---------------------------------------


def ask(model, request, schema, rules=(), attempts=3):
    """Ask a model for an object that follows a schema, and let it repair its
    mistakes.

    The model is asked by model.reply(messages), at most `attempts` times. Its
    answer is reply["text"]. The first time, the messages are
      {"role": "system", "content": ...}
          what to answer with, including the schema as JSON (json.dumps)
      {"role": "user", "content": request}
    and each time an answer has problems, two messages follow:
      {"role": "assistant", "content": text}
          the answer, as the model gave it
      {"role": "user", "content": ...}
          every problem, word for word, one on a line

    An answer without a JSON object has one problem: "$: " and what extract()
    says about it. Any other has those that find_problems() finds. `rules` are
    functions that are given the value and return a list of problems as well.
    They rely on the schema, so they are asked only when it has nothing to
    complain of.

    Returns
      {"value": the value,
       "problems": [],
       "attempts": how often the model was asked}
    or after the last attempt
      {"value": None,
       "problems": those of the last answer,
       "attempts": attempts}
    """
    instructions = (
        "Answer with one JSON object, and nothing else. "
        f"It follows this schema:\n{json.dumps(schema)}"
    )
    messages = [
        {"role": "system", "content": instructions},
        {"role": "user", "content": request},
    ]
    for attempt in range(1, attempts + 1):
        text = model.reply(messages)["text"]
        value, problems = read(text, schema, rules)
        if not problems:
            return {"value": value, "problems": [], "attempts": attempt}
        complaint = "Please repair this, and send the whole object again:"
        messages += [
            {"role": "assistant", "content": text},
            {"role": "user", "content": "\n".join([complaint, *problems])},
        ]
    return {"value": None, "problems": problems, "attempts": attempts}


def read(text, schema, rules):
    """The value in an answer, and everything that is wrong with it."""
    try:
        value = extract(text)
    except ValueError as problem:
        return None, [f"$: {problem}"]
    problems = find_problems(value, schema)
    if not problems:
        problems = [problem for rule in rules for problem in rule(value)]
    return value, problems
