"""A stand-in for a language model.

It costs nothing, works offline and always decides the same way. You do not
need to change this file, but do read it.

Like a real model it has NO MEMORY. There is no self.anything below. Each time
you call reply(), all it knows is the messages and the descriptions of tools
you hand over. It replies in one of two ways:

    {"type": "final", "text": "12 * 7 = 84."}
    {"type": "tool_calls", "calls": [
        {"id": "call-1", "name": "calculate",
         "arguments": {"expression": "12 * 7"}},
        {"id": "call-2", "name": "calculate",
         "arguments": {"expression": "2 ** 5"}}]}

It may ask for several calls at once. It recognises a result by the id of the
call:

    {"role": "tool", "call_id": "call-1", "content": "84"}

What it understands, one thing or several with ";" between them:

    What is 12 * 7 and 2 ** 5?      Remember milk: two litres      Read milk
    Calculate 1 / 0                 Remember sum: the result of 6 * 7

With the word "carelessly" in the request it makes a mistake first, as models
do:

    Carelessly calculate 3 + 4
"""

import re


class ScriptedModel:
    def reply(self, messages, tools):
        """Decide what to do next, from the messages and the descriptions of
        the tools alone.
        """
        asked = [n for n, m in enumerate(messages) if m["role"] == "user"]
        if not asked:
            return final("I am waiting for somebody to speak.")
        turn = messages[asked[-1]:]
        request, done = turn[0]["content"], results(turn)
        jobs = find_jobs(request, done)
        if not jobs:
            names = ", ".join(tool["name"] for tool in tools) or "none"
            return final(
                "Ask me for a sum, or to remember or read a note. "
                f"My tools: {names}."
            )
        careless = "carelessly" in request.lower()
        steps = [next_step(job, done, tools, careless) for job in jobs]
        calls = [step for step in steps if isinstance(step, dict)]
        if not calls:
            return final(" ".join(steps))
        first = 1 + sum(len(calls_in(message)) for message in messages)
        return {
            "type": "tool_calls",
            "calls": [
                {"id": f"call-{number}", **call}
                for number, call in enumerate(calls, first)
            ],
        }


def next_step(job, done, tools, careless):
    """Either a call, as a dictionary, or a sentence on how the job ended."""
    name, values = job
    tool = next((tool for tool in tools if tool["name"] == name), None)
    if tool is None:
        return f"I have no tool called {name}."
    names = list(tool["parameters"]["properties"])
    told = results_of(job, done)
    if not told:
        if careless:
            names = [f"input{n}" for n in range(len(values))]
        return {"name": name, "arguments": dict(zip(names, values))}
    if careless and len(told) == 1 and explains(told[0], names):
        # The error says what the arguments are called: try again with these.
        return {"name": name, "arguments": dict(zip(names, values))}
    return report(name, values, told[-1])


def explains(result, names):
    """Whether an error says what the arguments are called."""
    return is_error(result) and all(name in result for name in names)


def report(name, values, result):
    if is_error(result):
        return f"That did not work. {result}"
    if name == "calculate":
        return f"{values[0]} = {result}."
    return f"{values[0]}: {result}" if name == "read_note" else result


def find_jobs(request, done):
    """The jobs in a request:
    [("calculate", ["12 * 7"]), ("read_note", ["milk"])].
    """
    jobs = []
    for part in request.split(";"):
        remember = re.search(r"\bremember (\S+): (.+)", part, re.IGNORECASE)
        read = re.search(r"\bread (\S+)", part, re.IGNORECASE)
        sums = re.search(r"\b(?:what is|calculate) (.+)", part, re.IGNORECASE)
        if remember:
            name, text = remember[1], remember[2].strip()
            jobs.append(job_to_remember(name, text, done))
        elif read:
            jobs.append(("read_note", [read[1].rstrip("?.!,")]))
        elif sums:
            for each in re.split(r"\band\b", sums[1]):
                expression = each.strip(" ?.!")
                if expression:
                    jobs.append(("calculate", [expression]))
    return jobs


def job_to_remember(name, text, done):
    """Some notes need a result first. That job comes first, and the note
    one turn later.
    """
    expression = re.search(r"the result of (.+)", text, re.IGNORECASE)
    if expression is None:
        return "save_note", [name, text]
    job = ("calculate", [expression[1].strip(" ?.!")])
    told = results_of(job, done)
    if told and not is_error(told[-1]):
        return "save_note", [name, told[-1]]
    return job


def results(messages):
    """Each call of mine with the result that carries its id:
    [(call, "84"), ...].

    A result without the id of a call is of no use: I cannot tell what it is
    about.
    """
    told = {
        message.get("call_id"): str(message["content"])
        for message in messages
        if message["role"] == "tool"
    }
    calls = [call for message in messages for call in calls_in(message)]
    return [(call, told[call["id"]]) for call in calls if call["id"] in told]


def results_of(job, done):
    return [
        result
        for call, result in done
        if (call["name"], list(call["arguments"].values())) == job
    ]


def calls_in(message):
    reply = message["content"]
    if message["role"] != "assistant" or not isinstance(reply, dict):
        return []
    return reply.get("calls", [])


def is_error(text):
    return text.lower().startswith("error")


def final(text):
    return {"type": "final", "text": text}
