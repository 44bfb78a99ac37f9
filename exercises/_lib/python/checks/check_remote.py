"""The student's modules, functions and objects, as the checks see them.

A check uses them as if they were here. Each use is a question to the process that has them.
"""


# Looked up here and not on the other side: what Python itself asks every object for.
OWN = {"__class__", "__deepcopy__", "__copy__", "__reduce__", "__reduce_ex__"}


class Remote:
    """Something of the student's. Attributes, items and calls are questions to its process."""

    __slots__ = ("inside",)

    def __getattribute__(self, name):
        if name in OWN:
            return object.__getattribute__(self, name)
        return method_of(self, name) or asked(self, "get", name=name)

    def __setattr__(self, name, value):
        asked(self, "set", name=name, value=inside(self)[0].write(value))

    def __getitem__(self, key):
        return applied(self, "getitem", key)

    def __setitem__(self, key, value):
        applied(self, "setitem", key, value)

    def __iter__(self):
        steps = applied(self, "iter")
        while True:
            try:
                yield applied(steps, "next")
            except StopIteration:
                return

    def __len__(self):
        return applied(self, "len")

    def __contains__(self, value):
        return applied(self, "contains", value)

    def __bool__(self):
        return applied(self, "truth") is True

    def __eq__(self, other):
        return self is other or (isinstance(other, Remote) and applied(self, "eq", other) is True)

    def __hash__(self):
        return number_of(self)

    def __repr__(self):
        text = applied(self, "repr")
        return text if isinstance(text, str) else "something whose repr is no text"

    def __deepcopy__(self, memory):
        return self


class RemoteFunction(Remote):
    """The same, of which the other side says that it can be called."""

    __slots__ = ()

    def __call__(self, *args, **named):
        return kept_there(self, inside(self)[0].call(self, args, named))


class RemoteMethod:
    """A function of the student's by its owner (a module or an object) and name. It is looked up there when it is called,
    so that using it is one question and not two.
    """

    __slots__ = ("owner", "name", "place")

    def __init__(self, owner, name, place):
        self.owner, self.name, self.place = owner, name, place

    def __call__(self, *args, **named):
        return kept_there(self.owner, inside(self.owner)[0].call(self.owner, args, named, self.name))

    def __getattr__(self, name):
        return getattr(self.itself(), name)

    def __deepcopy__(self, memory):
        return self

    def itself(self):
        return asked(self.owner, "get", name=self.name)


def method_of(one, name):
    methods = inside(one)[2].get("methods")
    return RemoteMethod(one, name, methods[name]) if isinstance(methods, dict) and name in methods else None


def remote(judge, number, facts, hold):
    made = object.__new__(RemoteFunction if facts.get("call") else Remote)
    object.__setattr__(made, "inside", (judge, number, facts, hold))
    judge.others_numbers[id(made)] = number
    judge.made.append(made)  # An id is used again when its owner is gone.
    return made


def inside(one):
    """(judge, number, facts, whether what it gives stays there)"""
    return object.__getattribute__(one, "inside")


def number_of(one):
    return inside(one)[1]


def is_held(one):
    return inside(one)[3]


def asked(one, do, **more):
    return kept_there(one, inside(one)[0].ask(do=do, of=number_of(one), hold=is_held(one), **more))


def kept_there(one, answer):
    """What a thing has given: held, if the thing is."""
    return held(answer) if is_held(one) and isinstance(answer, Remote) else answer


def applied(one, operation, *more):
    return asked(one, "apply", name=operation, args=inside(one)[0].write(list(more)))


def place_of(one):
    """Where the student's function begins, such as loop.py:31; None if that is not known, or if it is not the student's."""
    if isinstance(one, RemoteMethod):
        where = one.place
    else:
        where = inside(one)[2].get("place") if isinstance(one, Remote) else None
    return where if isinstance(where, str) else None


def held(one):
    """The same thing of the student's, but what it gives (attributes, items, results of calls) stays with them, even plain data:
    so a check can change that afterwards, and see whether something else changes with it.
    """
    judge, number, facts, _ = inside(one.itself() if isinstance(one, RemoteMethod) else one)
    return remote(judge, number, facts, hold=True)


def plain(one):
    """What is held, as plain data."""
    return asked(remote(*inside(one)[:3], hold=False), "plain")


class Beside:
    """The student's process that is being asked at the moment; its judge is set for each criterion."""

    judge = None


def learners(name):
    """Another module of the student's."""
    return Beside.judge.ask(do="import", name=name)


def observer(name):
    """A module of the exercise's checks, run beside the student's code: it does there what cannot be done from here."""
    return Beside.judge.ask(do="observe", name=name)


def hold(value):
    """A value handed over to stay there: see `held`."""
    return held(Beside.judge.ask(do="plain", value=Beside.judge.write(value), hold=True))
