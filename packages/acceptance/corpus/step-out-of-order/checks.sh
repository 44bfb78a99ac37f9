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
criterion 'the version is given' 'greeter/VERSION does not say 1.4.0' test "$(cat greeter/VERSION)" = 1.4.0
criterion 'the archive holds program and version' 'greeter.tar.gz holds other files' test "$(tar -tzf greeter/greeter.tar.gz)" = 'greet.sh
VERSION'
criterion 'the release is noted' 'release.txt does not name the release' test "$(cat greeter/release.txt)" = 'released 1.4.0'
printf '{"criteria":[%s]}\n' "$list"
