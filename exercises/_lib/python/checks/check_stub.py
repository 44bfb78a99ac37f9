"""What stands for the judge's functions and objects beside the student's code."""

import functools
import types

from check_wire import TYPES

NAMES = {kind.__name__: kind for kind in TYPES}


class Foreign:
    """An object of the judge's. What is asked of it is asked of the judge; what is stored on it stays here."""

    def __init__(self, worker, number):
        self.__dict__.update(_worker=worker, _number=number)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        value = self._worker.ask(do="get", of=self._number, name=name)
        if isinstance(value, types.FunctionType):
            self.__dict__[name] = value  # A method stays the same, so the next time there is nothing to ask.
        return value

    def __deepcopy__(self, memory):
        return self


class ForeignFunction(Foreign):
    """The same for something that can be called, such as a class."""

    def __call__(self, *args, **named):
        return self._worker.call(self._number, args, named)


def function_like(worker, number, facts):
    """A function with the name, docstring and parameters of one of the judge's, which calls that.

    It is made of source, so that it is in every respect what a student expects of a function.
    """
    known = {**NAMES, "_call": lambda args, named: worker.call(number, args, named)}
    parts = []
    for index, (stars, name, has_default, default, kind) in enumerate(facts["parameters"]):
        known[f"_default{index}"] = worker.read(default)
        parts.append(f"{stars.strip('=')}{name}{f': {kind}' if kind else ''}{f' = _default{index}' if has_default else ''}")
    positional = [stars + name for stars, name, *_ in facts["parameters"] if stars in ("", "*") and name]
    by_name = [f"{name}={name}" if stars == "=" else f"**{name}" for stars, name, *_ in facts["parameters"] if stars in ("=", "**")]
    returns = f" -> {facts['returns']}" if facts["returns"] else ""
    source = f"def function({', '.join(parts)}){returns}:\n    return _call([{', '.join(positional)}], dict({', '.join(by_name)}))"
    made = defined(source, known)
    made.__name__ = made.__qualname__ = facts["name"]
    made.__doc__ = facts["doc"]
    return made


def defined(source, known):
    exec(compiled(source), known)
    return known["function"]


@functools.cache
def compiled(source):
    return compile(source, "<check>", "exec")
