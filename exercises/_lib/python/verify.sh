#!/bin/sh
# Judges the folder it is run in. Isolated (-I), so that no file of the learner's and no PYTHON*
# variable can take the place of a module, without byte code (-B), so that nothing is left behind,
# and in UTF-8 (-X utf8), whatever the system's language is.
exec python3 -I -B -X utf8 "$(dirname "$0")/checks/verify.py"
