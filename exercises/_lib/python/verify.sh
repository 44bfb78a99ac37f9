#!/bin/sh
# Judges the current folder. Runs Python isolated (-I), so that neither a student's file nor a PYTHON*
# variable can replace a module; without bytecode (-B), so that nothing is left behind; and in UTF-8
# (-X utf8), whatever the system's language is.
exec python3 -I -B -X utf8 "$(dirname "$0")/checks/verify.py"
