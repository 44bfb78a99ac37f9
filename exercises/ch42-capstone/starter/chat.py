"""Puts your parts together, and lets you talk to the result:   python3 chat.py

Finished: you need not change this file.
"""

from agent import Agent
from facts import Facts
from hut import Hut, tools_of
from memory import Memory
from scripted_model import ScriptedModel
from tools import Toolbox


def make_agent(hut, facts_path, approve, max_steps=6):
    """An agent for one talk.

    What it knows for good is in the file; everything else begins anew.
    """
    facts = Facts(facts_path)
    memory = Memory("You help the warden of a mountain hut.", facts)
    toolbox = Toolbox(tools_of(hut, facts), approve)
    return Agent(ScriptedModel(), toolbox, memory, max_steps)


def ask_at_the_terminal(call):
    question = f"   may I {call['name']} {call['arguments']}? (yes/no) "
    return input(question).strip().lower() == "yes"


def main():
    hut = Hut()
    agent = make_agent(hut, "facts.json", ask_at_the_terminal)
    while True:
        try:
            line = input("you> ")
        except EOFError:
            return
        if line.strip().lower() == "quit":
            return
        seen = len(agent.toolbox.log)
        answer = agent.respond(line)
        for name, outcome in agent.toolbox.log[seen:]:
            print(f"   {outcome:>7}  {name}")
        print(f"hut: {answer}")


if __name__ == "__main__":
    main()
