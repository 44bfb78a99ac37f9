"""Answering a question from passages that were found, and from nothing
else.
"""

import re

RULES = (
    "Answer from the passages alone. "
    "Cite each one you use by its id in brackets, such as [ferries#2]. "
    'Put what you quote between "quotation marks", word for word. '
    "If the passages do not tell, say so."
)

CITATION = re.compile(r"\[([^\[\]\s]+#\d+)\]")
QUOTATION = re.compile(r'"([^"]+)"')


def problems_with(text, passages):
    """What is wrong with an answer: a list of sentences for the model, empty
    if all is well.
    """
    known = {passage.id: smooth(passage.text) for passage in passages}
    cited = citations(text)
    if not cited:
        return [
            "You cite nothing. Cite the passage you use by its id in brackets."
        ]
    problems = [
        f"There is no passage {id}. There are: {', '.join(known)}."
        for id in cited
        if id not in known
    ]
    for quotation in QUOTATION.findall(text):
        if not any(smooth(quotation) in known.get(id, "") for id in cited):
            problems.append(
                f'None of the passages you cite says "{quotation}".'
            )
    return problems


def citations(text):
    """The ids in a text, each once, in their order."""
    return list(dict.fromkeys(CITATION.findall(text)))


def smooth(text):
    return " ".join(text.lower().split())


def answer(question, index, model, top=3, least=1.0, attempts=2):
    """Answer a question from the passages of an index, or say that one
    cannot.
    """
    passages = [
        passage
        for score, passage in index.search(question, top)
        if score >= least
    ]
    if not passages:
        return ending("nothing_found")
    found = [{"id": passage.id, "text": passage.text} for passage in passages]
    messages = [
        {"role": "system", "content": RULES},
        {"role": "passages", "content": found},
        {"role": "user", "content": question},
    ]
    for _attempt in range(attempts):
        reply = model.reply(messages)
        if reply["type"] == "not_found":
            return ending("not_found")
        problems = problems_with(reply["text"], passages)
        if not problems:
            return ending("answered", reply["text"])
        messages.append({"role": "assistant", "content": reply})
        messages.append({"role": "error", "content": problems})
    return ending("not_grounded")


def ending(stopped_by, text=None):
    return {
        "answer": text,
        "sources": CITATION.findall(text) if text else [],
        "stopped_by": stopped_by,
    }
