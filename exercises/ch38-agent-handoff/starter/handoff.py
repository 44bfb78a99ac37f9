"""Several agents who share one request: who begins, who is next, and what the
next one is told.
"""

import re

from team import Case

# --- 1. Who begins -----------------------------------------------------------


def route(request, team, default="reception"):
    """The name of the agent that a request is about, found without asking a
    model.

    Each agent has `topics`: words, all in small letters. The agent with the
    most of its topics among the words of the request begins. A topic counts
    once, however often it is written, and only as a whole word: "sail" is not
    in "Sailor". Capital letters make no difference.

    Returns `default` if no topic is found, or if two agents have equally many:
    then somebody has to think about it, and that is what the reception is for.

    Useful: re.findall(r"\\w+", text) gives the words of a text.
    """
    raise NotImplementedError("route() is not written yet")


# --- 2. Who may be next ------------------------------------------------------


def offers(agent, team):
    """What an agent is told about its colleagues, in the order of
    agent.hands_to:

      [{"to": "timetable", "description": "Knows when each ferry sails."}, ...]

    The description is the colleague's own. Raises ValueError, naming the
    colleague, if agent.hands_to names somebody who is not on the team: that is
    a mistake in the team, and better found at once.
    """
    raise NotImplementedError("offers() is not written yet")


# --- 3. What the next one is told --------------------------------------------


def briefing(agent, case):
    """The messages with which an agent begins its work on a case: a new list
    of two or three.

      {"role": "system", "content": "You are tickets. Sell a ticket once ..."}
          its OWN name and instructions
      {"role": "user", "content": ...}
          the request, word for word
      {"role": "handoff",
       "content": {"from": ..., "reason": ..., "facts": {...}}}
          only if it was handed over

    The third tells of the last hand-off in case.trail: who, and why. Its facts
    are everything in case.facts, whoever found it out, in a dictionary of its
    own.
    """
    raise NotImplementedError("briefing() is not written yet")


# --- 4. When a hand-off makes no sense ---------------------------------------


def goes_in_circles(case, to, facts):
    """Whether handing the case to `to`, along with new facts, would bring it
    back for nothing.

    It would if `to` has handed this case over before, and there is nothing to
    know that it did not know then. Compare what would be known now, case.facts
    together with the new facts, with the "facts" in the LAST entry of
    case.trail that is from `to`. A fact with another value is new.

    Changes nothing. False if `to` has never handed this case over.
    """
    raise NotImplementedError("goes_in_circles() is not written yet")


def problem_with(reply, agent, team, case):
    """What is wrong with a hand-off a model asked for: a sentence for the
    model, or None if it is fine.

      * "to" is none of the agent's offers, or is missing: "Error: ...", with
        what was asked for (if anything was), and every name it may hand over
        to
      * "reason" is missing or None, or there is nothing in it but blanks:
        "Error: ...", with the word reason
      * it goes in circles: "Error: ...", with the name of the colleague

    The model may leave out "facts", which means that there are none.
    """
    raise NotImplementedError("problem_with() is not written yet")


# --- 5. The whole way of a request -------------------------------------------


def handle(request, team, model, start=None, max_handoffs=5, max_steps=20):
    """Let a team work on a request until somebody answers, or until it has
    gone on for too long.

    Begins with the agent `start`, or with the one that route() names. The
    agent at work is asked by model.reply(messages, offers). Its messages begin
    with its briefing, and grow:

      {"role": "assistant", "content": reply}  each reply, as the model gave it
      {"role": "error", "content": problem}    after a hand-off that does not
                                               work; then the SAME agent is
                                               asked again

    A hand-off that works adds its facts to case.facts and an entry to
    case.trail (see Case). Then the colleague is at work, with a briefing of
    its own and none of the messages before.

    Returns a dictionary:
      "answer"       the text of the final reply, or None
      "answered_by"  the name of the agent who gave it, or None
      "stopped_by"   "final"; or "handoff_limit" if somebody wanted to hand
                     over (in a way that works) after max_handoffs hand-offs;
                     or "step_limit" if the model had been asked max_steps
                     times
      "trail"        case.trail
      "facts"        case.facts
    """
    raise NotImplementedError("handle() is not written yet")
