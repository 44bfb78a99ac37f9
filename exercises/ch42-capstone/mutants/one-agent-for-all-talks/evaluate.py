"""Is it any good?

Tries an agent with scenarios, and says what came of them.
"""

import tempfile
from collections import Counter
from pathlib import Path

from hut import Hut
from scenarios import Outcome


# --- 6. What is right? ---


def grade(scenario, outcome):
    """Everything that is wrong with an outcome, as a list of sentences.

    An empty list means that it passed. scenarios.py says what a Scenario asks
    for. Wrong are:
      * a crash
          ->  a sentence with what the crash says
      * other bookings than those asked for, or one too often; the order makes
        no difference
          ->  a sentence with the word bookings
      * asking about other tools than those in `asked`, in another order, or
        more or less often
          ->  a sentence with the word asked
      * a text of `says` that is not in the last answer
          ->  a sentence with that text
      * a text of `never` that is in any answer
          ->  a sentence with that text
    """
    problems = [f"it crashed: {outcome.crash}"] if outcome.crash else []
    if Counter(outcome.bookings) != Counter(scenario.bookings):
        problems.append(f"the bookings should be {scenario.bookings}, "
                        f"but are {outcome.bookings}")
    if outcome.asked != scenario.asked:
        problems.append(f"a person should be asked about {scenario.asked}, "
                        f"but was about {outcome.asked}")
    last = "".join(outcome.answers[-1:]).lower()
    problems += [f"the last answer lacks {text!r}" for text in scenario.says
                 if text.lower() not in last]
    said = "\n".join(outcome.answers).lower()
    return problems + [f"it said {text!r}" for text in scenario.never
                       if text.lower() in said]


# --- 7. Trying it ---


def play(scenario, make_agent):
    """Try a scenario once; returns an Outcome.

    The scenario gets a Hut() of its own, and a file for the facts in a folder
    of its own, which is removed in the end: with tempfile.TemporaryDirectory()
    as folder. For each of its talks an agent is made,

        make_agent(hut, path, approve)

    with the same hut each time, and the same path: that of a file in the
    folder, which need not be there yet. approve is a function of yours: it
    is given a call, notes its name and returns scenario.yes. If anything of
    the agent raises an exception, no more is said, and the Outcome has what
    has happened until then, and the exception as "KeyError: 'friday'".
    Ctrl+C ends everything.
    """
    hut, answers, asked, crash = Hut(), [], [], ""

    def approve(call):
        asked.append(call["name"])
        return scenario.yes

    with tempfile.TemporaryDirectory() as folder:
        try:
            agent = make_agent(hut, Path(folder) / "facts.json", approve)
            for talk in scenario.talks:
                for text in talk:
                    answers.append(agent.respond(text))
        except Exception as problem:
            crash = f"{type(problem).__name__}: {problem}"
    return Outcome(answers, hut.bookings, asked, crash)


def evaluate(scenarios, make_agent, trials=2):
    """Try each scenario several times.

    Returns a dictionary from names to lists, with the list of problems of
    each trial:

        {"looks": [[], []], "books": [[], ["the bookings should be ..."]]}
    """
    results = {}
    for scenario in scenarios:
        results[scenario.name] = [grade(scenario, play(scenario, make_agent))
                                  for _ in range(trials)]
    return results


def report(results):
    """The results of evaluate(), as a list of lines.

    They are for a person with little time:

        books: 1/2 the bookings should be ...
        looks: 2/2
        1 of 2 scenarios passed every trial

    One line for each scenario: its name, how many of its trials passed, and
    the first problem of the first trial that did not. Those with the smallest
    share come first; equal ones stay in their order.
    """
    def share(name):
        return results[name].count([]) / len(results[name])

    lines = []
    for name in sorted(results, key=share):
        trials = results[name]
        passed = f"{name}: {trials.count([])}/{len(trials)}"
        problems = [problem for trial in trials for problem in trial]
        lines.append(" ".join([passed, *problems[:1]]))
    sound = sum(not any(trials) for trials in results.values())
    return [*lines, f"{sound} of {len(results)} scenarios passed every trial"]
