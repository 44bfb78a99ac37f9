#!/bin/sh
# Judges the current folder.
exec node "$(dirname "$0")/checks/verify.mjs"
