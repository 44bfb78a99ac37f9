"""From a file of questions to a list of trials: reading, grading, running."""

import json
import re

from cases import Case, DatasetError, Trial, words

# --- 1. Reading a dataset ----------------------------------------------------

# The types of graders, and what each of them needs besides its type.
NEEDS = {"exact": "answer", "contains": "all", "number": "equals"}


def load(path):
    """The cases in a file with one JSON object in each line, in their order.
    Empty lines do not matter. A line ends with "\\n"; other characters that
    some take for line ends, such as "\\u2028", may stand in a question. Such an
    object, which is one line in the file:

      {"id": "seal-bay", "question": "When is the ferry to Seal Bay?",
       "grader": {"type": "exact", "answer": "17:05"}}

    Everything that is wrong is collected first. If anything is, raises
    DatasetError(problems), with one sentence for each line that is no case. It
    begins with the number of the line in the file, counted from 1 and with the
    empty ones, such as "line 3: ...", and says what is the matter:

      * it is no JSON, or no object
      * "id" or "question" is missing, is no text, or is an empty text: names
        which
      * "grader" is no object, or its "type" is not in NEEDS: says grader
      * the grader has not what NEEDS says about its type: names that, such as
        equals
      * an earlier line has the same id: names the id

    One problem in each line is enough. A file with nothing but empty lines has
    one problem, "no cases".
    """
    raise NotImplementedError("load() is not written yet")


# --- 2. Grading one answer ---------------------------------------------------

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def grade(answer, grader):
    """Whether an answer is right: a pair (passed, why). `why` is a sentence,
    and never empty.

      {"type": "exact", "answer": "17:05"}
          The answer is this text. Capital letters, one full stop at its end,
          and blanks at both ends and how many there are between words, make no
          difference.
      {"type": "contains", "all": ["lower deck"], "none": ["upper"]}
          All of these are in it, and none of those ("none" may be left out).
          They are words or rows of words, and compared as such: "art" is not
          in "start now". words(text) gives the words of a text. `why` names
          the first that is missing, or that should not be there.
      {"type": "number", "equals": 18, "within": 0.5}
          The LAST number in it is 18, or differs by no more than 0.5 ("within"
          may be left out, and is 0 then). `why` names the number that was
          found.

    An answer that is no text is wrong, whatever the grader.
    """
    raise NotImplementedError("grade() is not written yet")


# --- 3. Running an agent -----------------------------------------------------


def run(agent, cases, trials=3):
    """Ask an agent every question several times.

    The agent is a function: agent(question, number), with the number of the
    trial from 0 on, returns its answer. If it raises an Exception, that trial
    has failed, its answer is None, and `why` says what the exception says. The
    run goes on. (Ctrl+C is no Exception, and still ends it.)

    Returns a dictionary from the id of each case, in their order, to its list
    of Trials.
    """
    raise NotImplementedError("run() is not written yet")
