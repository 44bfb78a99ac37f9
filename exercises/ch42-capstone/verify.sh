#!/bin/sh
# Judges the folder it is run in. Isolated (-I), so that no file of the learner's and no PYTHON*
# variable can take the place of a module, and without byte code (-B), so that nothing is left behind.
exec python3 -I -B "$(dirname "$0")/checks/verify.py"
