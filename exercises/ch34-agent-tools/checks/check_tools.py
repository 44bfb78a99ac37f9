"""Checks of what tools.py says about tools, and how it runs them."""

from check_expect import Failed, expect, place, pretty, required, show


def book(guest: str, nights: int, price: float = 80.0, breakfast: bool = True) -> str:
    """Book a room by the sea.

    The guest pays on arrival.
    """
    return f"{guest}: {nights} x {price} {breakfast}"


def tide() -> int:
    """Look up the tide."""
    return 7


BOOK = {
    "name": "book",
    "description": "Book a room by the sea.",
    "parameters": {
        "type": "object",
        "properties": {"guest": {"type": "string"}, "nights": {"type": "integer"},
                       "price": {"type": "number"}, "breakfast": {"type": "boolean"}},
        "required": ["guest", "nights"],
    },
}
TIDE = {"name": "tide", "description": "Look up the tide.",
        "parameters": {"type": "object", "properties": {}, "required": []}}


def describes_a_tool(tools):
    describe = required(tools, "describe")
    for function, wanted in [(book, BOOK), (tide, TIDE)]:
        found = describe(function)
        expect(isinstance(found, dict), f"describe should return a dictionary, but it returned {show(found)} ({place(describe)}).",
               "Compare with the example in its docstring.",
               expected="a dictionary", found=pretty(found), where=place(describe))
        expect_same(found, wanted, f"describe({function.__name__})", place(describe))
    refuses_unknown_types(describe)


def expect_same(found, wanted, what, where):
    """Compare key by key, so that the message is about the part that differs."""
    for key, value in wanted.items():
        expect(key in found, f"{what} should have {key!r}, but it is {show(found)} ({where}).",
               "Compare with the example in the docstring of describe.",
               expected=f"the key {key!r}", found=pretty(found), where=where)
        if isinstance(value, dict) and isinstance(found[key], dict):
            expect_same(found[key], value, f"{what}[{key!r}]", where)
        expect(found[key] == value, f"{what}[{key!r}] should be {show(value, 300)}, but it is {show(found[key], 300)} ({where}).",
               "Which part of the function says this: its name, its docstring, a type, or a default value?",
               expected=pretty(value), found=pretty(found[key]), where=where)


def refuses_unknown_types(describe):
    def sort(things: list):
        """Sort things."""

    def guess(number):
        """Guess a number."""

    for function, name, kind in [(sort, "things", "the type list"), (guess, "number", "no type")]:
        try:
            found = describe(function)
        except TypeError as problem:
            expect(name in str(problem), f"The TypeError about the parameter `{name}` with {kind} should name it, but it says {show(str(problem))}.",
                   "Whoever reads the error wants to know where to look.",
                   expected=f"TypeError with {name}", found=f"TypeError: {problem}", where=place(describe))
        except Exception as problem:
            raise Failed(f"For the parameter `{name}` with {kind}, describe should raise TypeError, but it raised "
                         f"{type(problem).__name__}: {problem} ({place(describe)}).",
                         "Ask whether JSON_TYPES knows the type before you look it up.",
                         expected="TypeError", found=f"{type(problem).__name__}: {problem}", where=place(describe))
        else:
            raise Failed(f"For the parameter `{name}` with {kind}, describe should raise TypeError, but it returned {show(found)} ({place(describe)}).",
                         "Which types can be said in a JSON schema here? What about all others?",
                         expected="TypeError", found=pretty(found), where=place(describe))


def collects_tools(toolbox):
    where = place(toolbox.tool)
    expect(toolbox.tool(book) is book, f"Toolbox.tool should return the function it was given ({where}).",
           "What stands behind @toolbox.tool in the program from then on?",
           expected="the function itself", found="something else", where=where)
    toolbox.tool(tide)
    found = toolbox.offered()
    expect(found == [BOOK, TIDE], f"After adding book and tide, offered() should give both descriptions, but it gives {show(found, 300)} ({where}).",
           "Each tool is kept twice, under its name: the function, and what describe says about it.",
           expected=pretty([BOOK, TIDE]), found=pretty(found), where=where)


def explains_wrong_arguments(tools):
    find_problems = required(tools, "find_problems")
    parameters, where = BOOK["parameters"], place(find_problems)
    for good in [{"guest": "Ada", "nights": 2}, {"guest": "Ada", "nights": 2, "price": 75, "breakfast": False},
                 {"guest": "", "nights": 0, "price": 0, "breakfast": False}]:
        found = find_problems(good, parameters)
        expect(found == [], f"There is nothing wrong with {show(good)}, but these problems were found: {show(found)} ({where}).",
               "Which values fit a \"number\"? And may an argument with a default value be left out?",
               expected="[]", found=pretty(found), where=where)
    for arguments, words, why in [
        ({"guest": "Ada"}, [["nights"]], "nights is missing"),
        ({"guest": "Ada", "nights": 2, "dog": "Rex"}, [["dog"]], "dog is not known"),
        ({"guest": 7, "nights": 2}, [["guest", "string"]], "guest should be of type string"),
        ({"guest": "Ada", "nights": "two"}, [["nights", "integer"]], "nights should be of type integer"),
        ({"guest": "Ada", "nights": 2.5}, [["nights", "integer"]], "nights should be of type integer"),
        ({"guest": "Ada", "nights": True}, [["nights", "integer"]], "True is a boolean, and nights should be of type integer"),
        ({"guest": "Ada", "nights": 2, "price": False}, [["price", "number"]], "False is a boolean, and price should be of type number"),
        ({"guest": "Ada", "nights": 2, "breakfast": 1}, [["breakfast", "boolean"]], "1 is an integer, and breakfast should be of type boolean"),
        ({"nights": "two", "dog": "Rex"}, [["guest"], ["dog"], ["nights", "integer"]], "three things are wrong"),
    ]:
        try:
            found = find_problems(arguments, parameters)
        except Exception as problem:
            raise Failed(f"For {show(arguments)}: {why}. find_problems should say so, but it raised {type(problem).__name__}: {problem} ({where}).",
                         "Is a name looked up in a dictionary before you know that it is there?",
                         expected=why, found=f"{type(problem).__name__}: {problem}", where=where)
        fits = isinstance(found, list) and len(found) == len(words) and all(isinstance(sentence, str) for sentence in found)
        fits = fits and all(any(all(word in sentence for word in group) for sentence in found) for group in words)
        expected = " and ".join("with " + " and ".join(f"'{word}'" for word in group) for group in words)
        expect(fits, f"For {show(arguments)}: {why}. Expected {len(words)} sentence(s), {expected}, but found {show(found)} ({where}).",
               "Three questions: is anything missing, is anything unknown, has anything the wrong type? One sentence for each find.",
               expected=f"{len(words)} sentence(s), {expected}", found=pretty(found), where=where)


def runs_a_tool_call(tools):
    collects_tools(required(tools, "Toolbox")())
    another = required(tools, "Toolbox")()
    expect(another.offered() == [], f"A second toolbox has no tools yet, but offered() gives {show(another.offered(), 300)} ({place(another.offered)}).",
           "Where are the dictionaries made: once for all toolboxes, or once for each?",
           expected="[]", found=pretty(another.offered()), where=place(another.offered))
    toolbox, calls = required(tools, "Toolbox")(), []
    place_of_run = place(toolbox.run)

    @toolbox.tool
    def measure(place: str, times: int = 1) -> float:
        """Measure the wind."""
        calls.append((place, times))
        if place == "cellar":
            raise RuntimeError("there is no wind down here")
        return 4.5 * times

    def told(name, arguments):
        found = toolbox.run({"id": "call-1", "name": name, "arguments": arguments})
        expect(isinstance(found, str), f"run should return text, but for {name} with {show(arguments)} it returned {show(found)} ({place(toolbox.run)}).",
               "A model reads text. How does Python turn any value into text?",
               expected="a text", found=pretty(found), where=place_of_run)
        return found

    found = told("measure", {"times": 2, "place": "pier"})
    expect(found == "9.0" and calls == [("pier", 2)],
           f"measure should be called once with place 'pier' and times 2, and '9.0' returned; it was called with {show(calls)}, "
           f"and {show(found)} returned ({place(toolbox.run)}).",
           "How does Python hand over a dictionary as named arguments?",
           expected="one call with 'pier' and 2, and '9.0'", found=f"{show(calls)} and {show(found)}", where=place_of_run)
    for name, arguments, words, why in [
        ("sail", {}, ["sail", "measure"], "a tool that does not exist, which should be named along with those that do"),
        ("measure", {"times": 2}, ["place"], "a missing argument"),
        ("measure", {"place": "pier", "times": "two", "boat": "x"}, ["times", "integer", "boat"], "two problems at once"),
        ("measure", {"place": "cellar"}, ["there is no wind down here"], "a tool that raises an exception"),
    ]:
        before = len(calls)
        try:
            found = told(name, arguments)
        except NotImplementedError:
            raise
        except Exception as problem:
            raise Failed(f"For {why}, run should return an error as text, but it raised {type(problem).__name__}: {problem} ({place(toolbox.run)}).",
                         "In which order can things go wrong in run? Which of them can be asked about, and which has to be caught?",
                         expected="a text that begins with Error", found=f"{type(problem).__name__}: {problem}", where=place_of_run)
        missing = [word for word in words if word not in found]
        expect(found.lower().startswith("error") and not missing,
               f"For {why}, run should return a text that begins with \"Error\" and says {', '.join(words)}, but it returned {show(found)} ({place(toolbox.run)}).",
               "What would you have to read in order to do it right the second time?",
               expected=f"a text that begins with Error and says {', '.join(words)}", found=pretty(found), where=place_of_run)
        expect(arguments.get("place") == "cellar" or len(calls) == before, f"For {why}, no function should be called, but measure was ({place(toolbox.run)}).",
               "Look for problems before you call.",
               expected="no call of measure", found=pretty(calls[before:]), where=place_of_run)
