"""Checks of the short-term memory: the window, and the summary of what has left it."""

import copy

from check_expect import expect, expect_equal, place, required, show


def turn(question, answer="Aye."):
    return [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]


def brief(turns):
    """Turns as a learner recognizes them: what the user said in each."""
    try:
        return [one[0]["content"] for one in turns]
    except (TypeError, LookupError):
        return show(turns)


def keeps_the_newest_turns(memory):
    fit = required(memory, "fit")
    even = [turn(f"look out number {n}") for n in range(1, 7)]  # 5 words each
    gap = [turn("tiny"), turn("this one is far too long for the little room there is"), turn("small"), turn("last")]
    for turns, budget, count, case in [
        (even, 1000, 6, "Everything fits into the budget"),
        (even, 15, 3, "Each turn has 5 words, so 3 of them are exactly the budget of 15"),
        (even, 14, 2, "Each turn has 5 words, and a third would be more than the budget of 14"),
        (gap, 8, 2, "The long turn does not fit, so the one before it has to stay out as well, however short it is"),
        (gap[:2], 4, 1, "The newest turn is always kept, even if it has more words than the budget"),
        ([], 10, 0, "There are no turns yet"),
    ]:
        given = copy.deepcopy(turns)
        found = fit(given, budget)
        expect_equal(given, turns, f"{case}. The list that is handed to fit", "Does something remove turns from the list itself? Build a new one.", place(fit))
        expect(isinstance(found, list), f"fit should return a list of turns, but it returned {show(found)}.",
               "Look at every way out of fit: does each return the list?", expected="a list of turns", found=show(found), where=place(fit))
        expect_equal(brief(found), brief(turns[len(turns) - count:]), f"{case}. With a budget of {budget}, what fit returns", hint_for(case), place(fit))
        expect_equal(found, turns[len(turns) - count:], f"{case}. With a budget of {budget}, what fit returns",
                     "A turn is kept as it is: two messages in a list.", place(fit))


def hint_for(case):
    if "exactly" in case or "third" in case:
        return "Count on paper: after which turn is the sum larger than the budget? May it be equal?"
    if "newest" in case:
        return "Without the last question the model has nothing to answer. Where do you ask whether there is room?"
    if "long turn" in case:
        return "When one does not fit: do you go on to the next, or stop?"
    return "Begin at the end of the list, where the newest turn is. In which order do you return them?"


class Summarizer:
    """A model that only summarizes, writes down what it was asked, and can fail."""

    def __init__(self):
        self.asked, self.fails = [], False

    def summarize(self, summary, turns):
        self.asked.append((summary, copy.deepcopy(turns)))
        if self.fails:
            raise ConnectionError("the model cannot be reached")
        return f"<{summary}{len(turns)}>"


def summarizes_what_leaves(memory):
    leaves_short_conversations_alone(memory)
    summarizes_each_turn_once(memory)
    loses_no_turn_when_the_model_fails(memory)


def new(memory, budget):
    model = Summarizer()
    return required(memory, "ShortTerm")(model, budget), model


def leaves_short_conversations_alone(memory):
    short, model = new(memory, 20)
    where = place(short.add)
    for n in range(3):
        short.add(f"hello number {n}", "Good day.")
    expect_equal(short.turns, [turn(f"hello number {n}", "Good day.") for n in range(3)],
                 "While everything fits, the turns in the window", "A turn is a list of two messages. Compare them with the docstring of add.", where)
    expect(model.asked == [] and short.summary == "", "While everything fits, nothing has to be summarized.",
           "A summary costs a call of the model. When is one needed?", expected="no call of summarize, and an empty summary",
           found=f"{len(model.asked)} call(s), and the summary {show(short.summary)}", where=where)


def summarizes_each_turn_once(memory):
    short, model = new(memory, 10)
    where = place(short.add)
    # The second and the fourth are equal: one leaves while the other stays.
    lines = ["look out number one", "look out number two", "stop", "look out number two", "a long line that needs nearly all of it"]
    for line in lines:
        short.add(line, "Aye.")
    expect_equal([brief(turns) for _, turns in model.asked], [[lines[0]], [lines[1]], [lines[2], lines[3]]],
                 "What was handed to summarize, call by call,",
                 "Which turns were in the window before, and are not in what fit() returns? Hand over all of these at once, and no others. (Can two turns be equal?)", where)
    expect_equal([summary for summary, _ in model.asked], ["", "<1>", "<<1>1>"], "The old summary, as summarize was told at each call,",
                 "summarize() returns the new summary. Who keeps it, and who hands it over the next time?", where)
    expect_equal(short.summary, "<<<1>1>2>", "The summary in the end", "It is what summarize() returned last, as it is.", where)
    expect_equal(brief(short.turns), lines[4:], "The turns left in the window", "The window holds what fit() returns.", where)
    calm, model = new(memory, 10)
    for line in ["look out number one", "look out number two", "stop", "now"]:
        calm.add(line, "Aye.")
    expect_equal(len(model.asked), 1, "How often summarize was called, when one turn has left and the next one fits again,", "If none leaves, the model is not asked.", where)
    other, _ = new(memory, 10)
    expect_equal((other.turns, other.summary), ([], ""), "A second conversation, its turns and its summary,", "Where are they made: once for all, or once for each?", where)


def loses_no_turn_when_the_model_fails(memory):
    short, model = new(memory, 10)
    for line in ["look out number one", "look out number two"]:
        short.add(line, "Aye.")
    model.fails = True
    try:
        short.add("look out number three", "Aye.")
        found = "no exception"
    except ConnectionError:
        found = "ConnectionError"
    expect_equal(found, "ConnectionError", "If summarize raises an exception, what add gives to its caller",
                 "Somebody has to know that it failed. Is it caught on the way?", place(short.add))
    everything = [f"look out number {n}" for n in ("one", "two", "three")]
    expect_equal(brief(short.turns), everything, "If the model fails while it summarizes, the turns that are still there",
                 "Which comes first: leaving the window, or being in the summary? What if it stops between the two?", place(short.add))
    model.fails = False
    short.add("look out number four", "Aye.")
    expect_equal(brief(model.asked[-1][1]), everything[:2], "At the next attempt, what is handed to summarize",
                 "What could not be summarized leaves the next time.", place(short.add))
