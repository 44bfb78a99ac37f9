"""Checks of the evaluation, with agents that are known to be good, bad, or broken."""

import os

from check_expect import Failed, expect, expect_equal, expect_returns, place, required, show
from check_facts import CheckedFacts
from check_results import result_of
from scenarios import ADA, Outcome, Scenario

IDA, BO = ("Ida", "friday", 2), ("Bo", "saturday", 1)
WANTED = Scenario("two guests", [["Hi"]], [ADA, IDA, BO], asked=["cancel", "book"], says=["Welcome", "two beds"], never=["discount"])
GOOD = ["Hello.", "WELCOME! You have two beds."]


def grades(module):
    grade = required(module, "grade")
    where = place(grade)
    for outcome, case in [(Outcome(GOOD, [BO, ADA, IDA], ["cancel", "book"]), "All is as it should be, with the bookings in another order and in capital letters"),
                          (Outcome(GOOD[1:], [ADA, IDA, BO], ["cancel", "book"]), "All is as it should be, in one answer"),
                          (Outcome(["That is my disc", "ount it. Welcome, two beds."], [ADA, IDA, BO], ["cancel", "book"]), "All is as it should be, though one answer ends and the next begins with a part of 'discount'")]:
        expect_returns(lambda: grade(WANTED, outcome), [], f"{case}. What grade returns", "Which of your questions says that something is wrong, and is it?", where)
    expect_returns(lambda: grade(Scenario("quiet", [[]], []), Outcome([], [], [])), [], "A scenario in which nothing is said or wanted. What grade returns", "There may be no answers at all: what is the last one then?", where)
    right = dict(answers=GOOD, bookings=[ADA, IDA, BO], asked=["cancel", "book"], crash="")
    for change, words, case in [
        ({"bookings": [ADA, IDA]}, ["bookings"], "It says 'Welcome' and has not booked for Bo"),
        ({"bookings": [ADA, IDA, BO, IDA]}, ["bookings"], "Ida's booking was made twice"),
        ({"bookings": [ADA, IDA, BO, ("Eve", "sunday", 4)]}, ["bookings"], "There is a booking that nobody wanted"),
        ({"bookings": [ADA, IDA, ("Bo", "saturday", 2)]}, ["bookings"], "Bo has two beds instead of one"),
        ({"asked": ["cancel"]}, ["asked"], "Nobody was asked about book"),
        ({"asked": ["cancel", "book", "remember"]}, ["asked"], "A person was asked about one thing more than needed"),
        ({"asked": ["cancel", "book", "book"]}, ["asked"], "A person was asked twice about book"),
        ({"asked": ["book", "cancel"]}, ["asked"], "A person was asked in another order"),
        ({"answers": ["Welcome, two beds.", "Goodbye."]}, ["Welcome", "two beds"], "The right words are in the first answer, and not in the last"),
        ({"answers": ["Welcome."]}, ["two beds"], "One of two texts is missing"),
        ({"answers": ["A Discount!", *GOOD]}, ["discount"], "What should never be said is in the first answer"),
        ({"answers": [], "crash": "KeyError: 'bed'"}, ["KeyError: 'bed'", "Welcome", "two beds"], "It crashed before it could say anything"),
        ({"crash": "OSError: no line", "asked": []}, ["OSError: no line", "asked"], "It crashed after all was done, and nobody was asked"),
    ]:
        wrong(grade, Outcome(**{**right, **change}), words, case, where)


def wrong(grade, outcome, words, case, where):
    problems = result_of(lambda: grade(WANTED, outcome), f"{case}. grade", "a list of sentences", "A grader that crashes grades nothing. What may be empty?", where)
    good = isinstance(problems, list) and all(isinstance(problem, str) for problem in problems)
    expect(good and len(problems) == len(words) and all(any(word in problem for problem in problems) for word in words),
           f"{case}. grade should return {len(words)} {'sentence' if len(words) == 1 else 'sentences'}, with {show(words)}, but it returned {show(problems)} ({where}).",
           "Compare the row with the list in the docstring. Which line of it is this about, and what does your code compare there?",
           expected=f"{len(words)} with: {', '.join(words)}", found=show(problems, 500), where=where)


def measures(module):
    plays_alone(module)
    starts_each_talk_anew(module)
    survives_crashes(module)
    tries_several_times(module)
    reports(module)


class Worker:
    """Does in the hut what it is told, as (name of a method, arguments)."""

    made = []

    def __init__(self, hut, path, approve):
        self.hut, self.path, self.approve, self.heard = hut, path, approve, 0
        Worker.made.append(self)

    def respond(self, text):
        self.heard += 1
        facts = CheckedFacts(self.path)
        known = facts.all().get("heard", "nothing")
        if text == "cancel" and self.approve({"id": "call-1", "name": "cancel", "arguments": {}}) is True:
            self.hut.cancel("Ada", "sunday")
        elif text.startswith("book"):
            self.hut.book("Ida", "friday", int(text[-1]))
        elif text == "crash":
            raise RuntimeError("the pen is broken")
        facts.remember("heard", text)
        return f"{text}, after {known}, number {self.heard}"


ALONE = "What has to be made anew for each trial, what for each talk, and what only once?"


def outcome_of(module, scenario, make_agent=Worker):
    play = required(module, "play")
    found = result_of(lambda: play(scenario, make_agent), f"For the talks {show(scenario.talks)}, play", "an Outcome", "Which lines run somebody else's code? Making the agent is one of them.", place(play))
    expect(isinstance(found, Outcome), f"play should return an Outcome, but it returned {show(found)} ({place(play)}).", "It is in scenarios.py.", expected="Outcome(…)", found=show(found), where=place(play))
    return found


def plays_alone(module):
    for yes, bookings in [(True, [IDA]), (False, [ADA, IDA])]:
        scenario = Scenario("one talk", [["cancel", "book 2"]], yes=yes)
        for trial in ["first", "second"]:
            found = outcome_of(module, scenario)
            wanted = Outcome(["cancel, after nothing, number 1", "book 2, after cancel, number 2"], bookings, ["cancel"])
            expect_equal(plain(found), wanted, f"With yes={yes}, the outcome of the {trial} time that a scenario is played", ALONE, place(module.play))
    folder = os.path.dirname(Worker.made[-1].path)
    expect(not os.path.exists(folder), "The folder for the facts should be gone after a scenario, but it is still there.", "`with` removes it at its end.", expected="no folder", found="a folder", where=place(module.play))


def plain(outcome):
    """The outcome with lists of its own, so that tuples do as well."""
    return Outcome(list(outcome.answers), list(outcome.bookings), list(outcome.asked), outcome.crash)


def starts_each_talk_anew(module):
    Worker.made.clear()
    found = outcome_of(module, Scenario("three talks", [["book 1", "hello"], ["book 2"], ["bye"]]))
    wanted = Outcome(["book 1, after nothing, number 1", "hello, after book 1, number 2", "book 2, after hello, number 1", "bye, after book 2, number 1"], [ADA, ("Ida", "friday", 1), IDA], [])
    expect_equal(plain(found), wanted, "The outcome of three talks", ALONE, place(module.play))
    expect_equal(len(Worker.made), 3, "How many agents were made for three talks", "An agent is started anew for each talk, so it knows only what is in the file.", place(module.play))


def survives_crashes(module):
    found = outcome_of(module, Scenario("crash", [["cancel", "book 2", "crash", "book 1"], ["book 3"]]))
    wanted = Outcome(["cancel, after nothing, number 1", "book 2, after cancel, number 2"], [ADA, IDA], ["cancel"], "RuntimeError: the pen is broken")
    expect_equal(plain(found), wanted, "The outcome, if the agent raises an exception after two answers,", "What has happened until then counts, and nothing more is said.", place(module.play))

    def nobody(hut, path, approve):
        raise ValueError("no agent today")

    expect_equal(plain(outcome_of(module, Scenario("none", [["Hi"]]), nobody)), Outcome([], [ADA], [], "ValueError: no agent today"), "The outcome, if there is no agent to be made,",
                 "make_agent is somebody else's code as well.", place(module.play))


def tries_several_times(module):
    evaluate = required(module, "evaluate")
    scenarios = [Scenario("fills", [["book 4"]], [ADA, ("Ida", "friday", 4)]), Scenario("cancels", [["cancel"]], [], asked=["cancel"], yes=True), Scenario("lies", [["hello"]], [ADA, IDA], says=["hello"])]
    for trials in [1, 3]:
        Worker.made.clear()
        found = evaluate(scenarios, Worker, trials)
        shape = {name: [bool(problems) for problems in all_] for name, all_ in found.items()} if isinstance(found, dict) else found
        expect_equal(shape, {"fills": [False] * trials, "cancels": [False] * trials, "lies": [True] * trials}, f"With trials={trials}, in which trials there are problems",
                     "Each scenario is played so many times, and each outcome graded by the scenario it belongs to.", place(evaluate))
        expect_equal(len(Worker.made), 3 * trials, f"With trials={trials}, how often an agent was made for three scenarios of one talk", "Each trial is played: the same list three times is one trial.", place(evaluate))
    expect_equal(len(evaluate(scenarios[:1], Worker)["fills"]), 2, "How many trials there are, if nobody says how many,", "trials=2.", place(evaluate))

    def ended(hut, path, approve):
        raise KeyboardInterrupt

    try:
        evaluate(scenarios[:1], ended)
    except KeyboardInterrupt:
        return
    raise Failed(f"Ctrl+C should end the trials, but it was taken for a crash ({place(module.play)}).", "Ctrl+C is a BaseException, and no Exception.",
                 expected="KeyboardInterrupt goes through", found="it was caught", where=place(module.play))


def reports(module):
    report = required(module, "report")
    for results, wanted in [
        ({"tea": [[], []], "soup": [["cold"], []], "bread": [[], ["old", "hard"]], "cake": [["gone", "late"], ["sad"]]},
         ["cake: 0/2 gone", "soup: 1/2 cold", "bread: 1/2 old", "tea: 2/2", "1 of 4 scenarios passed every trial"]),
        ({"two of four": [[], ["x"], [], ["y"]], "one of three": [["z"], [], ["w"]], "all": [[]]},
         ["one of three: 1/3 z", "two of four: 2/4 x", "all: 1/1", "1 of 3 scenarios passed every trial"]),
        ({"a": [[]], "b": [[]]}, ["a: 1/1", "b: 1/1", "2 of 2 scenarios passed every trial"]),
    ]:
        expect_returns(lambda: report(results), wanted, f"The report of {show(results, 300)}", "Shares, and not counts: 2 of 4 is more than 1 of 3. sorted() leaves equal ones in their order.", place(report))
