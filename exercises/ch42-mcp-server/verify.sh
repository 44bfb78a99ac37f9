#!/bin/sh
# Judges the folder it is run in.
exec node "$(dirname "$0")/checks/verify.mjs"
