"""The judge's side of the wire: it asks the process that has the student's code (check_worker.py), and is called back by it.

Nothing that comes from there is believed to be more than a claim about values: it is read as check_wire.py
writes it, and anything else is the end of the run.
"""

import builtins
import importlib
import json
import types

from check_failed import Failed
from check_remote import RemoteMethod, is_held, number_of, remote
from check_wire import TYPES, Garbled, Gone, Values, can_change, line_of, restored

# Bits of a code object's co_flags.
CO_VARARGS, CO_VARKEYWORDS = 4, 8


class Judge(Values):
    """Asks, and answers what is asked back. `send` and `receive` carry one line each; receive raises Gone."""

    def __init__(self, pristine, send, receive):
        super().__init__(pristine)
        self.send, self.receive, self.asked, self.failed, self.made = send, receive, 0, None, []

    def ask(self, given=None, **question):
        """What comes of it; raises what was raised there, or Failed if a callback of the check did.

        given: the arguments of a call as lists or dictionaries, in which the answer may have changed something
        """
        self.asked += 1
        message = self.heard(self.asked, {"number": self.asked, **question})
        if self.failed:
            problem, self.failed = self.failed, None
            raise problem
        if "changed" in message:
            self.take_over(given, self.readable(message["changed"]))
        return self.outcome(message)

    def heard(self, number, question):
        """The answer to a question. Meanwhile, the student's code may ask, too."""
        self.send(line_of(question))
        while True:
            message = self.understood(self.receive())
            if "do" in message:
                self.send(line_of({"answers": message.get("number"), **self.answer(message)}))
            elif message.get("answers") == number:
                return message
            else:
                raise Garbled

    def understood(self, line):
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            raise Garbled from None
        if not isinstance(message, dict):
            raise Garbled
        return message

    def take_over(self, given, changed):
        if not (isinstance(changed, list) and len(changed) == 2 and isinstance(changed[0], list) and isinstance(changed[1], dict)):
            raise Garbled
        for mine, fresh in zip(given[0], changed[0]):
            restored(mine, fresh)
        for name, fresh in changed[1].items():
            restored(given[1].get(name), fresh)

    def outcome(self, message):
        """What an answer says. The other side is not believed to write as it should."""
        if "raised" not in message:
            return self.readable(message.get("is"))
        problem, where = self.readable(message["raised"]), message.get("where")
        if not isinstance(problem, BaseException):
            raise Garbled
        problem.learners_place = where if isinstance(where, str) else None
        raise problem

    def readable(self, written):
        try:
            return self.read(written)
        except Exception:
            raise Garbled from None

    def answer(self, message):
        """Do what the student's code asks for. After a check's Failed everything is stopped, until that code has come to its end."""
        if self.failed:
            return {"stop": True}
        try:
            return self.done(message)
        except Failed as problem:
            self.failed = problem
            return {"stop": True}
        except Gone:
            raise
        except BaseException as problem:
            return {"raised": self.write(problem)}

    def done(self, message):
        target, args, named = self.readable([{"yours": message.get("of")}, message.get("args"), message.get("named")])
        if message["do"] == "get":
            name = message.get("name")
            if not isinstance(name, str) or name.startswith("_"):
                raise AttributeError(f"no attribute {name!r}")
            return {"is": self.write(getattr(target, name))}
        if not (isinstance(args, list) and isinstance(named, dict)):
            raise Garbled
        before = self.write([args, named])
        answer = {"is": self.write(target(*args, **named))}
        after = self.write([args, named])
        return answer if after == before else {**answer, "changed": after}

    def call(self, remote, args, named, name=None):
        """Call a thing of the student's, or what it has under a name."""
        written = self.write([list(args), named])
        watch = any(map(can_change, [*written[0], *written[1]["fields"].values()]))
        return self.ask((args, named), do="call", of=number_of(remote), name=name, args=written[0], named=written[1], hold=is_held(remote), watch=watch)

    # What Values leaves to each side.

    def write_other(self, value):
        """A function, method, class or object of a check or of a shared module."""
        if isinstance(value, RemoteMethod):
            return self.write(value.itself())
        named = [getattr(value, "__module__", None), getattr(value, "__qualname__", None)]
        if named[0] == "builtins" and getattr(builtins, str(named[1]), None) is value:
            return {"name": named}
        if named[0] in self.pristine and getattr(importlib.import_module(named[0]), str(named[1]), None) is value:
            return {"name": named}
        return {"other": {"number": self.keep(value), "call": callable(value), **signature_of(value, self)}}

    def read_other(self, facts):
        number = facts["number"]
        if number not in self.others:
            self.stands_for(number, remote(self, number, facts, hold=False))
        return self.others[number]

    def read_name(self, content):
        """Only types: what the student's side names is not looked up anywhere else."""
        return {kind.__name__: kind for kind in TYPES}[content[1]]


def signature_of(value, values):
    """What code there may ask a function for: name, docstring and parameters. Nothing for other things.

    Each parameter is [stars, name, has a default, the default, the name of its type]. (inspect knows all this, and
    takes longer to load than most checks take.)
    """
    if not isinstance(value, (types.FunctionType, types.MethodType)):
        return {}
    code, kinds = value.__code__, value.__annotations__
    by_place = code.co_varnames[:code.co_argcount]
    by_name = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    rest = iter(code.co_varnames[code.co_argcount + code.co_kwonlyargcount:])
    defaults = {**dict(zip(reversed(by_place), reversed(value.__defaults__ or ()))), **(value.__kwdefaults__ or {})}
    parts = [("", name) for name in by_place[1 if isinstance(value, types.MethodType) else 0:]]
    parts += [("*", next(rest))] if code.co_flags & CO_VARARGS else [("*", "")] if by_name else []
    parts += [("=", name) for name in by_name]
    parts += [("**", next(rest))] if code.co_flags & CO_VARKEYWORDS else []
    parameters = [[stars, name, name in defaults, values.write(defaults.get(name)), type_named(kinds.get(name))] for stars, name in parts]
    return {"function": {"name": value.__name__, "doc": value.__doc__, "parameters": parameters, "returns": type_named(kinds.get("return"))}}


def type_named(annotation):
    return annotation.__name__ if annotation in TYPES else None
