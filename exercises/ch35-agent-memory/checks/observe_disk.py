"""Beside the student's code: a disk that is full for a while, and what is removed from it."""

import os
import resource
import sys


class FullDisk:
    """From now on no file that this process writes can grow beyond `room` bytes."""

    def __init__(self, room):
        self.before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, self.before[1]))

    def make_room(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, self.before)


class Removed:
    """How often this file is removed from now on, by whatever function."""

    def __init__(self, path):
        self.path, self.times = os.path.realpath(path), 0
        sys.addaudithook(self.hear)

    def hear(self, event, facts):
        if event == "os.remove" and os.path.realpath(os.fspath(facts[0])) == self.path:
            self.times += 1

    def count(self):
        return self.times
