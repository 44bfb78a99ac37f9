"""Several agents who share one request: who begins, who is next, and what the
next one is told.
"""

import re

from team import Case


def route(request, team, default="reception"):
    """The name of the agent that a request is about, found without asking a
    model.
    """
    words = set(re.findall(r"\w+", request.lower()))
    scores = {
        agent.name: len(words.intersection(agent.topics))
        for agent in team.values()
    }
    best = max(scores.values(), default=0)
    leaders = [name for name, score in scores.items() if score == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else default


def offers(agent, team):
    """What an agent is told about its colleagues."""
    unknown = [name for name in agent.hands_to if name not in team]
    if unknown:
        names = ", ".join(unknown)
        raise ValueError(
            f"{agent.name} hands over to {names}, who is not on the team"
        )
    return [
        {"to": name, "description": team[name].description}
        for name in agent.hands_to
    ]


def briefing(agent, case):
    """The messages with which an agent begins its work on a case."""
    who = f"You are {agent.name}. {agent.instructions}"
    messages = [
        {"role": "system", "content": who},
        {"role": "user", "content": case.request},
    ]
    if case.trail:
        last = case.trail[-1]
        note = {
            "from": last["from"],
            "reason": last["reason"],
            "facts": dict(case.facts),
        }
        messages.append({"role": "handoff", "content": note})
    return messages


def goes_in_circles(case, to, facts):
    """Whether handing the case to `to`, along with new facts, would bring it
    back for nothing.
    """
    for entry in reversed(case.trail):
        if entry["from"] == to:
            return {**case.facts, **facts} == entry["facts"]
    return False


def problem_with(reply, agent, team, case):
    """What is wrong with a hand-off a model asked for, or None if it is
    fine.
    """
    to = reply.get("to")
    possible = [offer["to"] for offer in offers(agent, team)]
    if to not in possible:
        names = ", ".join(possible) or "nobody"
        return (
            f"Error: you cannot hand over to {to}. "
            f"You can hand over to: {names}."
        )
    if not str(reply.get("reason") or "").strip():
        return f"Error: give a reason, so that {to} knows what is wanted."
    if goes_in_circles(case, to, reply.get("facts") or {}):
        return (
            f"Error: {to} has had this case, and nothing is new since. "
            "Answer, or ask somebody else."
        )
    return None


def handle(request, team, model, start=None, max_handoffs=5, max_steps=20):
    """Let a team work on a request until somebody answers, or until it has
    gone on for too long.
    """
    case = Case(request)
    agent = team[start or route(request, team)]
    messages = briefing(agent, case)
    for _step in range(max_steps):
        reply = model.reply(messages, offers(agent, team))
        messages.append({"role": "assistant", "content": reply})
        if reply["type"] == "final":
            return result(case, "final", reply["text"], agent.name)
        problem = problem_with(reply, agent, team, case)
        if problem:
            messages.append({"role": "error", "content": problem})
            continue
        if len(case.trail) == max_handoffs:
            return result(case, "handoff_limit")
        record(case, agent, reply)
        agent = team[reply["to"]]
        messages = briefing(agent, case)
    return result(case, "step_limit")


def record(case, agent, reply):
    case.trail.append(
        {
            "from": agent.name,
            "to": reply["to"],
            "reason": reply["reason"],
            "facts": dict(case.facts),
        }
    )


def result(case, stopped_by, answer=None, answered_by=None):
    return {
        "answer": answer,
        "answered_by": answered_by,
        "stopped_by": stopped_by,
        "trail": case.trail,
        "facts": case.facts,
    }
