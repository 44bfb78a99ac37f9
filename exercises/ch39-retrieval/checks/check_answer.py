"""Checks of answering from passages, and of saying that there is no answer."""

from check_expect import expect, expect_equal, place, required, show
from check_models import CalledTooOften, Playback, Recorder
from check_remote import learners
from texts import Passage

PASSAGES = [
    Passage("pier#1", "The crane on the pier lifts ten tons. It was painted green in May."),
    Passage("pier#2", "Anglers sit on the pier at dawn."),
    Passage("hall#1", "In the old hall there is a market on Saturday. The market sells herbs."),
    Passage("hall#2", "The hall has a green door and a bell."),
    Passage("mill#1", "The mill grinds wheat when the wind blows."),
]


def new_index():
    return learners("search").Index(PASSAGES)


def final(text):
    return {"type": "final", "text": text}


def ask(module, question, *replies, at_most=20, **options):
    """The result of the learner's answer(), and the model as it was asked."""
    answer = required(module, "answer")
    model = Recorder(Playback(*replies), at_most)
    result = answer(question, new_index(), model, **options)
    parts = ["answer", "sources", "stopped_by"]
    expect(isinstance(result, dict) and all(part in result for part in parts),
           f"answer should return a dictionary with {', '.join(parts)}, but it returned {show(result)} ({place(answer)}).",
           "Compare what you return with the end of its docstring. Is it the same on every way out?",
           expected=", ".join(parts), found=show(result, 500), where=place(answer))
    return {part: result[part] for part in parts}, model


def expect_ending(found, wanted, when, hint, where):
    """Part by part, so that the message is about the one that differs."""
    for part, right in wanted.items():
        expect_equal(found[part], right, f"{when}, {part!r}", hint, where)


def answers(module):
    gives_the_model_what_was_found(module)
    lists_what_was_cited(module)
    lets_the_model_repair(module)
    works_with_the_scripted_model(module)


def gives_the_model_what_was_found(module):
    where = place(module.answer)
    for question, options in [("Which market is in the hall?", {}), ("Which market is in the hall?", {"top": 1}),
                              ("green hall", {"top": 5, "least": 0.2}), ("green hall", {"top": 5, "least": 1.0}),
                              ("crane anglers market bell mill", {"top": 5, "least": 0.1}), exactly("green hall", 2)]:
        index, least = new_index(), options.get("least", 1.0)
        hits = [passage for score, passage in index.search(question, options.get("top", 3)) if score >= least]
        _, model = ask(module, question, final(f"Yes. [{hits[0].id}]"), **options)
        wanted = [{"role": "system", "content": module.RULES},
                  {"role": "passages", "content": [{"id": passage.id, "text": passage.text} for passage in hits]},
                  {"role": "user", "content": question}]
        what = f"answer({question!r}, …{''.join(f', {name}={value}' for name, value in options.items())})"
        expect_equal(model.calls, 1, f"The calls of the model by {what}, when its first answer holds,", "Something was found, so the model is asked. If nothing is wrong, nothing is asked again.", where)
        for number, right in enumerate(wanted):
            found = model.seen[0][number] if number < len(model.seen[0]) else None
            if number == 1 and isinstance(found, dict) and isinstance(found.get("content"), list):
                ids = [one.get("id") if isinstance(one, dict) else show(one) for one in found["content"]]
                expect_equal(ids, [passage.id for passage in hits], f"The ids of the passages for the model in {what}",
                             "Which of the passages that were found belong in it, which do not, and in which order?", where)
            expect_equal(found, right, f"Message {number + 1} to the model in {what}", "Compare it with the docstring of answer, part by part.", where)
        expect_equal(len(model.seen[0]), 3, f"The number of messages at the first question in {what}", "Nothing has happened yet that could be told.", where)


def exactly(question, number):
    """A question, with the score of a passage that is found for it as the least that counts."""
    return question, {"top": 5, "least": new_index().search(question, 5)[number - 1][0]}


def lists_what_was_cited(module):
    text = 'Herbs [hall#1], and a "green door" [hall#2]. As I said: herbs [hall#1].'
    result, model = ask(module, "market hall green door bell", final(text))
    expect_ending(result, {"stopped_by": "answered", "answer": text, "sources": ["hall#1", "hall#2"]}, f"For {text!r}, which holds",
                  "The sources are what the answer CITES, each once and in the order in which they come.", place(module.answer))
    expect_equal(model.calls, 1, "The calls of the model for an answer that holds", "If nothing is wrong, nothing is asked again.", place(module.answer))
    text = "A bell [hall#2] and herbs [hall#1]."
    result, _ = ask(module, "market hall green door bell", final(text))
    expect_equal(result["sources"], ["hall#2", "hall#1"], f"The sources of {text!r}", "In which order does the answer cite them?", place(module.answer))


def lets_the_model_repair(module):
    bad, good = final("Herbs. [menu#7]"), final("Herbs. [hall#1]")
    result, model = ask(module, "What does the market sell?", bad, good)
    expect_equal(model.calls, 2, "The calls of the model, when its first answer cites a passage that does not exist,", "There are two attempts. What does the model need for the second?",
                 place(module.answer))
    passages = [Passage(**one) for one in model.seen[0][1]["content"]]
    wanted = [{"role": "assistant", "content": bad}, {"role": "error", "content": module.problems_with(bad["text"], passages)}]
    roles = [message.get("role") for message in model.seen[1]]
    hint = "The same three messages, then what the model said, then what is wrong with it."
    expect_equal(roles, ["system", "passages", "user", "assistant", "error"], "The roles of the messages at the second attempt", hint, place(module.answer))
    for number, (found, right) in enumerate(zip(model.seen[1], model.seen[0] + wanted), 1):
        expect_equal(found, right, f"Message {number} at the second attempt", hint, place(module.answer))
    expect_ending(result, {"stopped_by": "answered", "answer": good["text"], "sources": ["hall#1"]}, "After a repair",
                  "Which of the two answers holds?", place(module.answer))


def works_with_the_scripted_model(module):
    from scripted_model import ScriptedModel  # the pristine one

    for question, answer in [
        ("When does the mill grind wheat?", 'The guide says: "The mill grinds wheat when the wind blows." [mill#1]'),
        ("Carelessly: what does the crane lift?", 'The guide says: "The crane on the pier lifts ten tons." [pier#1]'),
    ]:
        result = module.answer(question, new_index(), Recorder(ScriptedModel()))
        expect_equal(result["answer"], answer, f"The answer to {question!r}", "Print the messages and read them as the model, which knows nothing else.", place(module.answer))


NO_ANSWER = {"answer": None, "sources": []}


def is_honest(module):
    where = place(module.answer)
    for question, options in [("How tall is a giraffe?", {"least": 5.0}), ("giraffe", {}), ("the pier", {"least": 50})]:
        result, model = ask(module, question, final("Very tall. [pier#1]"), **options)
        when = f"For {question!r}{''.join(f' with {name}={value}' for name, value in options.items())}, where no passage scores enough"
        hint = "What could a model do without passages but make something up?"
        expect_equal(model.calls, 0, f"{when}, the calls of the model", hint, where)
        expect_ending(result, {"stopped_by": "nothing_found", **NO_ANSWER}, when, hint, where)
    believes_the_model(module, where)
    for attempts in [2, 1, 4]:
        gives_up(module, {"attempts": attempts}, where)
    gives_up(module, {}, where)


def believes_the_model(module, where):
    hint = "The passages have words of the question, and still do not tell. Who notices that, and is it an answer?"
    result, model = ask(module, "Is there a green door?", {"type": "not_found"})
    when = "When the model says that the passages do not tell"
    expect_equal(model.calls, 1, f"{when}, the calls of the model", hint, where)
    expect_ending(result, {"stopped_by": "not_found", **NO_ANSWER}, when, hint, where)
    result, _ = ask(module, "Is there a green door?", final("Yes."), {"type": "not_found"})
    expect_ending(result, {"stopped_by": "not_found", **NO_ANSWER}, "When the model gives up at its second attempt",
                  "Each reply is looked at in the same way, also the second.", where)


def gives_up(module, options, where):
    attempts = options.get("attempts", 2)
    when = f"When the model insists on a made-up quotation, {f'with attempts={attempts}' if options else 'without a number of attempts in the call'}"
    try:
        result, model = ask(module, "Is there a green door?", final('"It is red." [hall#2]'), at_most=attempts + 10, **options)
        calls = model.calls
    except CalledTooOften:
        result, calls = None, f"more than {attempts + 10}"
    expect_equal(calls, attempts, f"{when}, the calls of the model", "Count on your fingers for attempts=1.", where)
    expect_ending(result, {"stopped_by": "not_grounded", **NO_ANSWER}, when, "May an answer that does not hold be given out in the end?", where)
