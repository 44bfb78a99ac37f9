"""Checks of running an agent on cases."""

from agents import new_agent, old_agent
from cases import Case, Trial
from check_expect import Failed, expect, expect_equal, place, required, show

CASES = [
    Case("sum", "2 and 3?", {"type": "number", "equals": 5}),
    Case("name", "Who are you?", {"type": "exact", "answer": "Quill"}),
    Case("deck", "Where?", {"type": "contains", "all": ["deck"]}),
]


def runs(module):
    run = required(module, "run")
    asks_everything(module, run)
    survives(run)
    can_be_ended(run)
    measures_the_agents(run)


def trials_of(run, agent, cases, *trials):
    found = run(agent, cases, *trials)
    good = isinstance(found, dict) and all(isinstance(list_, list) and all(isinstance(one, Trial) for one in list_) for list_ in found.values())
    expect(good, f"run should return a dictionary from ids to lists of Trials, but it returned {show(found)} ({place(run)}).",
           "What does the last sentence of its docstring promise?", expected="{id: [Trial(…), …], …}", found=show(found, 500), where=place(run))
    return found


def asks_everything(module, run):
    asked = []

    def agent(question, number):
        asked.append((question, number))
        return {"2 and 3?": f"It is {4 + number}.", "Who are you?": "Quill"}.get(question, "On the deck." if number else None)

    found = trials_of(run, agent, CASES, 2)
    expect_equal(sorted(asked), sorted((case.question, number) for case in CASES for number in range(2)), "With trials=2, the questions and numbers the agent is given",
                 "Each question is asked with each number, from 0 on.", place(run))
    expect_equal(list(found), ["sum", "name", "deck"], "The ids in the result", "In which order are the cases?", place(run))
    for id, wanted in [("sum", [False, True]), ("name", [True, True]), ("deck", [False, True])]:
        expect_equal([bool(trial.passed) for trial in found[id]], wanted, f"What passed of the case {id!r}", "Each trial is graded by the grader of ITS case.", place(run))
    expect_equal([trial.answer for trial in found["sum"]], ["It is 4.", "It is 5."], "The answers of the case 'sum'", "A Trial keeps what was answered.", place(run))
    expect_equal([trial.answer for trial in found["deck"]], [None, "On the deck."], "The answers of the case 'deck'", "A Trial keeps what was answered as it is, also if it is no text.", place(run))
    expect_equal([len(list_) for list_ in trials_of(run, agent, CASES).values()], [3, 3, 3], "Without a number of trials in the call, how often each question is asked",
                 "Which default does the first line of run give?", place(run))
    why = module.grade("It is 4.", CASES[0].grader)[1]
    expect_equal(found["sum"][0].why, why, "Why the first trial of 'sum' failed", "grade says why. Is it kept?", place(run))
    for trials in [1, 5]:
        counts = [len(list_) for list_ in trials_of(run, agent, CASES, trials).values()]
        expect_equal(counts, [trials] * 3, f"With trials={trials}, the number of trials of each case", "How many times is each question asked?", place(run))


def survives(run):
    def agent(question, number):
        if question == "Who are you?" and number == 1:
            raise RuntimeError("the wire is cut")
        return "Quill 5 deck"

    try:
        found = trials_of(run, agent, CASES, 3)
    except RuntimeError:
        raise Failed(f"If the agent raises an exception in one trial, the run should go on, but the exception ended it ({place(run)}).",
                     "Which single line of yours runs somebody else's code? That one has to be watched.",
                     expected="a failed trial", found="RuntimeError: the wire is cut", where=place(run))
    expect_equal([len(list_) for list_ in found.values()], [3, 3, 3], "The number of trials of each case, when the agent crashes in one,", "A crash is a trial, too.", place(run))
    crashed = found["name"][1]
    expect(not crashed.passed and "the wire is cut" in str(crashed.why) and crashed.answer is None,
           f"A trial in which the agent raises RuntimeError('the wire is cut') should be failed, with these words and no answer, but it is {show(crashed)} ({place(run)}).",
           "An exception can be turned into text, and tells what went wrong.",
           expected="Trial(passed=False, why='… the wire is cut …', answer=None)", found=show(crashed), where=place(run))


def can_be_ended(run):
    def agent(question, number):
        raise KeyboardInterrupt

    try:
        found = run(agent, CASES, 1)
    except KeyboardInterrupt:
        return
    raise Failed(f"Ctrl+C should end the run, but it was taken for a crash of the agent: {show(found)} ({place(run)}).",
                 "Which kinds of exceptions do you catch? Ctrl+C is a BaseException, and no Exception.",
                 expected="KeyboardInterrupt goes through", found=show(found, 500), where=place(run))


def measures_the_agents(run):
    case = Case("seal-bay", "When is the last ferry to Seal Bay?", {"type": "exact", "answer": "17:05"})
    for name, agent in [("old_agent", old_agent), ("new_agent", new_agent)]:
        found = [bool(trial.passed) for trial in trials_of(run, agent, [case], 12)["seal-bay"]]
        wanted = [answer_of(agent, case.question, number).strip(" .") == "17:05" for number in range(12)]
        expect_equal(found, wanted, f"What passed in 12 trials of {name} with Seal Bay", "Is the number of the trial handed on to the agent?", place(run))


def answer_of(agent, question, number):
    try:
        return agent(question, number)
    except LookupError:
        return ""
