"""How the judge and the process with the student's code talk: lines of JSON, and values in them.

Plain data goes by value. Everything else stays where it is and goes by a number, with what the other side
has to know of it. Nothing that arrives is evaluated: names are looked up only in modules that both sides
have untouched copies of, and from the student's side only names of types.
"""

import builtins
import importlib
import json

# Bytes. The longest line that is read; what a check hands over or looks at has a few thousand.
MAX_LINE_BYTES = 8_000_000
# Above this, Python refuses to read an integer in decimal digits.
LONGEST_DECIMAL = 2 ** 62
TYPES = (str, int, float, bool, list, dict, tuple, set, bytes)


class Gone(BaseException):
    """The other side says nothing more that could be understood. Not an Exception, so that no `except Exception` hides it."""


class Garbled(Gone):
    """It said something, but not as it is written here."""


class Values:
    """Writes values as what JSON can hold, and reads them. One for each side; `pristine` names the shared modules."""

    def __init__(self, pristine):
        self.pristine = set(pristine)
        self.kept, self.numbers = [], {}  # what this side has given out, by number; and the number by identity
        self.others = {}  # what stands here for things of the other side, by number
        self.others_numbers = {}  # by identity, which `others` keeps from being used again

    def write(self, value):
        kind = type(value)
        if value is None or kind in (bool, str, float):
            return value
        if id(value) in self.others_numbers:
            return {"yours": self.others_numbers[id(value)]}
        for types, way in WAYS:
            if isinstance(value, types):
                return way(self, value)
        if self.is_shared_data(value):
            return {"made": [kind.__module__, kind.__name__, {name: self.write(part) for name, part in vars(value).items()}]}
        if kind.__module__.startswith("pathlib"):
            return {"path": str(value)}
        return self.write_other(value)

    def is_shared_data(self, value):
        return type(value).__module__ in self.pristine and is_data(type(value))

    def keep(self, value):
        """The number by which the other side can name a value."""
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.kept)
            self.kept.append(value)
        return self.numbers[id(value)]

    def stands_for(self, number, value):
        """Remember that a value here is the other side's with this number."""
        self.others[number] = value
        self.others_numbers[id(value)] = number
        return value

    def read(self, written):
        """Raises KeyError, TypeError, ValueError or the like on anything that `write` does not write."""
        if isinstance(written, list):
            return [self.read(part) for part in written]
        if not isinstance(written, dict):
            return written
        [(tag, content)] = written.items()
        return READERS[tag](self, content)

    def read_made(self, content):
        module, name, parts = content
        kind = self.shared(module, name)
        if not is_data(kind) or parts.keys() - kind.__dataclass_fields__.keys():
            raise TypeError(f"{name} is no data, or not of these parts")
        made = object.__new__(kind)
        for part, written in parts.items():
            object.__setattr__(made, part, self.read(written))
        return made

    def shared(self, module, name):
        """What a module that both sides have calls by this name."""
        if module not in self.pristine:
            raise ValueError(f"{module} is not shared")
        return getattr(importlib.import_module(module), name)

    def read_exception_class(self, written):
        """`written` is [module, name], {"yours": number}, or a number with a name and a base."""
        if "yours" in written:
            return self.kept[written["yours"]]
        if isinstance(written, list):
            module, name = written
            kind = getattr(builtins, name) if module == "builtins" else self.shared(module, name)
            if not (isinstance(kind, type) and issubclass(kind, BaseException)):
                raise TypeError(f"{name} is no exception")
            return kind
        number = written["number"]
        if number not in self.others:
            base = self.read_exception_class(written["base"])
            self.stands_for(number, type(str(written["name"]), (base,), {}))
        return self.others[number]

    def write_exception_class(self, kind):
        if id(kind) in self.others_numbers:
            return {"yours": self.others_numbers[id(kind)]}
        if kind.__module__ == "builtins" or kind.__module__ in self.pristine:
            return [kind.__module__, kind.__name__]
        base = next(one for one in kind.__mro__[1:] if issubclass(one, BaseException))
        return {"number": self.keep(kind), "name": kind.__name__, "base": self.write_exception_class(base)}

    def write_exception(self, problem):
        return {"raised": {"number": self.keep(problem), "class": self.write_exception_class(type(problem)),
                           "args": self.write(list(problem.args)), "text": text_of(problem),
                           "more": {name: self.write(part) for name, part in vars(problem).items() if not name.startswith("_")}}}

    def read_exception(self, facts):
        if facts["number"] in self.others:
            return self.others[facts["number"]]
        problem = made_exception(self.read_exception_class(facts["class"]), self.read(facts["args"]), str(facts["text"]))
        for name, written in facts["more"].items():
            if not name.startswith("_"):
                setattr(problem, name, self.read(written))
        return self.stands_for(facts["number"], problem)

    def write_other(self, value):
        raise NotImplementedError

    def read_other(self, facts):
        raise NotImplementedError

    def read_name(self, content):
        raise NotImplementedError


def text_of(problem):
    try:
        return str(problem)
    except Exception as trouble:
        return f"an exception whose text fails: {type(trouble).__name__}"


def made_exception(kind, args, text):
    """An exception of a class that says `text`, without running an __init__ that is not Python's own."""
    try:
        problem = kind(*args) if kind.__module__ == "builtins" else kind.__new__(kind, *args)
    except Exception:
        problem = kind.__new__(kind)  # Some need arguments of certain kinds.
    return problem if text_of(problem) == text else with_text(problem, text)


def with_text(problem, text):
    kind = type(problem)
    told = type(kind.__name__, (kind,), {"__str__": lambda self: text, "__module__": kind.__module__})
    try:
        problem.__class__ = told
    except TypeError:
        problem.args = (text,)
    return problem


def write_integer(values, value):
    plain = int(value) if type(value) is not int else value
    return plain if abs(plain) < LONGEST_DECIMAL else {"integer": hex(plain)}


def write_dictionary(values, value):
    pairs = [(key, values.write(part)) for key, part in dict.items(value)]
    if all(type(key) is str for key, _ in pairs):
        return {"fields": dict(pairs)}
    return {"pairs": [[values.write(key), part] for key, part in pairs]}


def write_name(values, kind):
    if kind in TYPES:
        return {"name": ["builtins", kind.__name__]}
    if issubclass(kind, BaseException):
        return {"class": values.write_exception_class(kind)}
    return values.write_other(kind)


def written_parts(tag):
    return lambda values, value: {tag: [values.write(part) for part in value]}


# In this order: the first that fits.
WAYS = [
    (str, lambda values, value: str.__str__(value)),
    (int, write_integer),
    (float, lambda values, value: float.__pos__(value)),
    (dict, write_dictionary),
    (list, lambda values, value: [values.write(part) for part in value]),
    (tuple, written_parts("tuple")),
    (set, written_parts("set")),
    (frozenset, written_parts("frozenset")),
    ((bytes, bytearray), lambda values, value: {"bytes": value.hex()}),
    (BaseException, Values.write_exception),
    (type, write_name),
]

READERS = {
    "integer": lambda values, text: int(text, 16),
    "fields": lambda values, fields: {key: values.read(part) for key, part in fields.items()},
    "pairs": lambda values, pairs: {values.read(key): values.read(part) for key, part in pairs},
    "tuple": lambda values, parts: tuple(values.read(part) for part in parts),
    "set": lambda values, parts: {values.read(part) for part in parts},
    "frozenset": lambda values, parts: frozenset(values.read(part) for part in parts),
    "bytes": lambda values, text: bytes.fromhex(text),
    "path": lambda values, text: importlib.import_module("pathlib").Path(text),
    "made": Values.read_made,
    "raised": Values.read_exception,
    "class": lambda values, written: values.read_exception_class(written),
    "yours": lambda values, number: values.kept[number],
    "other": lambda values, facts: values.read_other(facts),
    "name": lambda values, content: values.read_name(content),
}


def is_data(kind):
    """Whether a class is a dataclass. (To load the module of that name takes longer than most checks.)"""
    return hasattr(kind, "__dataclass_fields__")


def can_change(written):
    """Whether what was written here is something that whoever gets it can change."""
    return isinstance(written, list) or (isinstance(written, dict) and bool(written.keys() & {"fields", "pairs", "set", "made"}))


def restored(mine, fresh):
    """A value with the contents of another one: the same object as before, as deep as the two are of the same kind."""
    if type(mine) is not type(fresh):
        return fresh
    if isinstance(mine, dict):
        parts = {key: restored(mine.get(key), part) for key, part in fresh.items()}
        mine.clear()
        mine.update(parts)
    elif isinstance(mine, list):
        mine[:] = [restored(mine[n], part) if n < len(mine) else part for n, part in enumerate(fresh)]
    elif isinstance(mine, set):
        mine.clear()
        mine.update(fresh)
    elif is_data(type(mine)):
        for name, part in vars(fresh).items():
            object.__setattr__(mine, name, restored(getattr(mine, name, None), part))
    else:
        return fresh
    return mine


def line_of(message):
    return json.dumps(message).encode() + b"\n"
