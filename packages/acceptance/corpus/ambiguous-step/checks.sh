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
criterion 'the settings are there' 'backup.conf does not name the folder' grep -q '^SOURCE=letters' backup.conf
criterion 'the archive is whole' 'letters.tar.gz cannot be read' tar -tzf letters.tar.gz
criterion 'both letters are in it' 'a letter is not in letters.tar.gz' sh -c 'tar -tzf letters.tar.gz | grep -q ada.txt && tar -tzf letters.tar.gz | grep -q grace.txt'
printf '{"criteria":[%s]}\n' "$list"
