#!/bin/sh
# Says whether the tutorial's goal was reached; runs in the work folder.
exec 2> /dev/null # Missing files are told by the criteria.
list=
criterion() { # name, message where it fails, command…
  name=$1 message=$2
  shift 2
  if "$@" >/dev/null 2>&1; then result='"passed":true'; else result="\"passed\":false,\"message\":\"$message\""; fi
  list="$list${list:+,}{\"name\":\"$name\",$result}"
}
criterion 'the notes are there' 'notes has not three files' test "$(ls notes | wc -l)" -eq 3
criterion 'the tally is right' 'tally.txt does not hold the three tallies' test "$(cat tally.txt)" = '10 harbour
7 market
4 weather'
printf '{"criteria":[%s]}\n' "$list"
