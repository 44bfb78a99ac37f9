"""Asks the visitors' guide, and shows what was found on the way:

    python3 ask.py "When is the lighthouse open?"
"""

import sys

from grounded import answer
from scripted_model import ScriptedModel
from search import Index, cut
from texts import read_guide


def main():
    question = " ".join(sys.argv[1:]) or "When is the lighthouse open?"
    index = Index(
        passage
        for name, text in read_guide().items()
        for passage in cut(name, text)
    )
    print(f"{len(index.passages)} passages")
    for score, passage in index.search(question):
        print(f"{score:7.3f}  {passage.id:13} {passage.text[:70]}…")
    result = answer(question, index, ScriptedModel())
    said = result["answer"] or "so there is no answer"
    print(f"\n{result['stopped_by']}: {said}")


if __name__ == "__main__":
    main()
