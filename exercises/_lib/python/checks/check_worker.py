"""Works for the judge beside the student's code: uses it as it is told, and says what came of it. It judges nothing."""

import importlib
import importlib.util
import json
import operator
import os
import threading
import types

from check_stub import Foreign, ForeignFunction, function_like
from check_wire import Values, line_of, restored


class Stopped(BaseException):
    """The judge has seen enough: the student's code is to come to its end."""


class Worker(Values):
    """Answers the questions that come over a socket; asks the judge where the student's code uses what is the judge's.

    folder: where the student's files are; checks: where the exercise's are; pristine: the names of shared modules
    """

    def __init__(self, descriptor, folder, checks, pristine):
        super().__init__(pristine)
        self.descriptor, self.lines = descriptor, open(descriptor, "rb", closefd=False)
        self.folder, self.checks, self.pid, self.asked = folder, checks, os.getpid(), 0
        self.one_at_a_time = threading.RLock()  # The student's code may have threads.

    def serve(self):
        """Answer until the judge is gone."""
        while line := self.lines.readline():
            self.reply(json.loads(line))

    def reply(self, question):
        try:
            line = line_of({"answers": question["number"], **self.answer(question)})
        except BaseException as problem:
            line = line_of({"answers": question["number"], **self.raised(problem)})
        self.send(line)

    def raised(self, problem):
        try:
            return {"raised": self.write(problem), "where": where_of(problem, self.folder)}
        except BaseException:
            return {"raised": self.write(RuntimeError(f"{type(problem).__name__}, which cannot be told"))}

    def send(self, line):
        if os.getpid() != self.pid:
            os._exit(1)  # A copy of this process, which the student's code has made.
        try:
            while line:
                line = line[os.write(self.descriptor, line):]
        except OSError:
            os._exit(1)  # The student's code has closed the socket, or the judge is gone.

    def answer(self, question):
        if question["do"] == "call":
            return self.called(question)
        return {"is": self.given(OPERATIONS[question["do"]](self, question), question)}

    def given(self, value, question):
        return {"other": self.described(value)} if question.get("hold") else self.write(value)

    def called(self, question):
        """Call something of the student's. What it changes in its arguments is told as well, whatever the end is."""
        args, named = self.read(question["args"]), self.read(question["named"])
        before = self.write([args, named]) if question["watch"] else None
        try:
            target, name = self.kept[question["of"]], question["name"]
            answer = {"is": self.given((getattr(target, name) if name else target)(*args, **named), question)}
        except BaseException as problem:
            answer = self.raised(problem)
        after = self.write([args, named]) if question["watch"] else None
        return answer if after == before else {**answer, "changed": after}

    def apply(self, question):
        return APPLICABLE[question["name"]](self.kept[question["of"]], *self.read(question["args"]))

    def observe(self, question):
        path = os.path.join(self.checks, question["name"] + ".py")
        spec = importlib.util.spec_from_file_location(question["name"], path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def ask(self, given=None, **question):
        """What comes of using something of the judge's, for the student's code."""
        with self.one_at_a_time:
            self.asked += 1
            self.send(line_of({"number": self.asked, **question}))
            while "do" in (message := self.heard()):
                self.reply(message)
        if "stop" in message:
            raise Stopped
        if "changed" in message:
            self.take_over(given, self.read(message["changed"]))
        if "raised" in message:
            raise self.read(message["raised"]).with_traceback(None)
        return self.read(message["is"])

    def heard(self):
        line = self.lines.readline()
        return json.loads(line) if line else os._exit(1)

    def take_over(self, given, changed):
        for mine, fresh in zip(given[0], changed[0]):
            restored(mine, fresh)
        for name, fresh in changed[1].items():
            restored(given[1][name], fresh)

    def call(self, number, args, named):
        return self.ask((args, named), do="call", of=number, args=self.write(list(args)), named=self.write(named))

    # What Values leaves to each side.

    def write_other(self, value):
        return {"other": self.described(value)}

    def described(self, value):
        facts = {"number": self.keep(value), "call": callable(value), "place": place_of(value, self.folder)}
        return facts if isinstance(value, (type, types.FunctionType)) else {**facts, "methods": self.methods_of(value)}

    def methods_of(self, value):
        """The names of the functions of a module, or of the methods of an object, each with its place."""
        kinds = [value] if isinstance(value, types.ModuleType) else reversed(type(value).__mro__[:-1])
        functions = {name: part for kind in kinds for name, part in vars(kind).items()}
        own = {} if isinstance(value, types.ModuleType) else getattr(value, "__dict__", {})
        return {name: place_of(part, self.folder) for name, part in functions.items()
                if isinstance(part, types.FunctionType) and name not in own and not name.startswith("__")}

    def read_other(self, facts):
        number = facts["number"]
        if number not in self.others:
            kind = ForeignFunction if facts["call"] else Foreign
            self.stands_for(number, function_like(self, number, facts["function"]) if "function" in facts else kind(self, number))
        return self.others[number]

    def read_name(self, content):
        return getattr(importlib.import_module(content[0]), content[1])


OPERATIONS = {
    "import": lambda worker, question: importlib.import_module(question["name"]),
    "observe": Worker.observe,
    "get": lambda worker, question: getattr(worker.kept[question["of"]], question["name"]),
    "set": lambda worker, question: setattr(worker.kept[question["of"]], question["name"], worker.read(question["value"])),
    "apply": Worker.apply,
    "plain": lambda worker, question: worker.kept[question["of"]] if "of" in question else worker.read(question["value"]),
}

APPLICABLE = {"iter": iter, "next": next, "len": len, "getitem": operator.getitem, "setitem": operator.setitem,
              "contains": operator.contains, "truth": bool, "eq": operator.eq, "repr": repr}


def place_of(value, folder):
    """Where a function of the student's begins, such as loop.py:31, or None."""
    code = getattr(value, "__code__", None)
    name = getattr(code, "co_filename", "")
    return f"{os.path.basename(name)}:{code.co_firstlineno}" if name.startswith(folder + os.sep) else None


def where_of(problem, folder):
    """The last of the student's lines that an exception passed through, such as `loop.py:31`, or None."""
    where, step = None, problem.__traceback__
    while step:
        name = step.tb_frame.f_code.co_filename
        if name.startswith(folder + os.sep):
            where = f"{os.path.relpath(name, folder)}:{step.tb_lineno}"
        step = step.tb_next
    return where
