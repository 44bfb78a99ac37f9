"""Models for checks: one that plays back given replies, and one that records what it is asked."""

import copy

from check_expect import Failed, show


class Playback:
    """Gives the replies one after another, then repeats the last one."""

    def __init__(self, *replies):
        self.replies = list(replies)

    def reply(self, messages, *tools):
        return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


class CalledTooOften(Failed):
    """Stops an endless loop."""


class Recorder:
    """Passes every question on to a model, and keeps a copy of it as it was at that moment."""

    def __init__(self, model, at_most=60):
        self.model, self.at_most, self.seen, self.tools = model, at_most, [], []

    def reply(self, messages, tools=None):
        if not isinstance(messages, list) or not all(isinstance(m, dict) for m in messages):
            raise Failed(f"The model expects a list of messages (dictionaries), and was given {show(messages)}.",
                         "Give the model the whole history: the list itself.")
        self.seen.append(copy.deepcopy(messages))
        self.tools.append(copy.deepcopy(tools))
        if len(self.seen) > self.at_most:
            raise CalledTooOften(f"The model was called more than {self.at_most} times, and your loop still goes on.",
                                 "What ends your loop? Print the history to see what the model sees each time.")
        return copy.deepcopy(self.model.reply(messages) if tools is None else self.model.reply(messages, tools))

    @property
    def calls(self):
        return len(self.seen)
