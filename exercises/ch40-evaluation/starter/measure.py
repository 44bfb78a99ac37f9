"""Measures both agents and reports what changed:

    python3 measure.py 3      (trials for each case)
"""

import sys

from agents import new_agent, old_agent
from cases import DatasetError
from evaluate import load, run
from measures import pass_all_k, pass_at_k, report


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    path = sys.argv[2] if len(sys.argv) > 2 else "cases.jsonl"
    try:
        cases = load(path)
    except DatasetError as error:
        sys.exit(f"{path}:\n{error}")
    old, new = run(old_agent, cases, trials), run(new_agent, cases, trials)
    k = min(3, trials)
    print(f"{'':14}{'old':>8}{'new':>8}     one of {k}, all of {k} (new)")
    for case in cases:
        passed = sum(trial.passed for trial in new[case.id])
        at_k = pass_at_k(trials, passed, k)
        all_k = pass_all_k(trials, passed, k)
        print(
            f"{case.id:14}{marks(old[case.id]):>8}{marks(new[case.id]):>8}"
            f"     {at_k:6.0%} {all_k:7.0%}"
        )
    print()
    print("\n".join(report(passes(old), passes(new))))
    for id, results in new.items():
        failed = next((trial for trial in results if not trial.passed), None)
        if failed:
            print(f"   {id}: {failed.why}")


def marks(results):
    passed = sum(trial.passed for trial in results)
    return f"{passed}/{len(results)}"


def passes(results):
    return {
        id: [trial.passed for trial in trials]
        for id, trials in results.items()
    }


if __name__ == "__main__":
    main()
