/** Something that not every student's machine understands, and what to write instead. */
export interface Portability {
  pattern: RegExp;
  found: string;
  instead: string;
}

/** What bash knows and `sh` does not: on Debian and Alpine, `sh` is not bash. */
export const BASHISMS: readonly Portability[] = [
  { pattern: /(^|[\s;|&!])\[\[\s/, found: '[[', instead: 'use [ or case' },
  { pattern: /(^|;)\s*function\s+\w+/, found: 'function', instead: 'write name() {' },
  { pattern: /\b(declare|typeset)\s/, found: 'declare', instead: 'use plain variables' },
  { pattern: /\blocal\s+-\w/, found: 'local with an option', instead: 'use plain variables' },
  { pattern: /(^|[\s;])\w+\+?=\(/, found: 'an array', instead: 'use "$@" or lines of text' },
  { pattern: /\$\{\w+\[/, found: 'an array', instead: 'use "$@" or lines of text' },
  { pattern: /\becho\s+-[neE]+\b/, found: 'echo with an option', instead: 'use printf' },
  { pattern: /(^|[\s;&|])source\s/, found: 'source', instead: 'use . and a path' },
  { pattern: /\[\s[^\]]*\s==\s/, found: '== in [', instead: 'use =' },
  { pattern: /(^|\s)[<>]\(/, found: 'process substitution', instead: 'use a pipe or a temporary file' },
  { pattern: /(^|\s)&>>?/, found: '&>', instead: 'use >file 2>&1' },
  { pattern: /<<</, found: '<<<', instead: 'use printf and a pipe' },
  { pattern: /(^|[\s;])\(\(/, found: '((', instead: 'use $((…)) and [' },
  { pattern: /(^|[\s;])let\s/, found: 'let', instead: 'use $((…))' },
  { pattern: /(^|[\s=])\$'/, found: "$'…'", instead: 'use printf' },
  { pattern: /\$\{!\w/, found: '${!name}', instead: 'use case' },
  { pattern: /\$\{\w+(\/|:\d|\^|,)/, found: 'a bash expansion', instead: 'use sed, cut or tr' },
  { pattern: /\{\d+\.\.\d+\}/, found: 'a brace range', instead: 'write the numbers, or count in a loop' },
  { pattern: /\bread\s+-[^r\s]/, found: 'read with an option other than -r', instead: 'use printf and read -r' },
  {
    pattern: /\bset\s+-\w*o\s+pipefail|\bset\s+-o\s+pipefail/,
    found: 'pipefail',
    instead: 'check each command by itself',
  },
  { pattern: /\|&/, found: '|&', instead: 'use 2>&1 |' },
  { pattern: /\$(RANDOM|BASH_\w+|SECONDS|PIPESTATUS)\b/, found: 'a variable of bash', instead: 'sh does not have it' },
  { pattern: /(^|[\s;&|])(pushd|popd)\b/, found: 'pushd', instead: 'use cd in ( )' },
];

/** What the tools of Linux know and those of macOS do not. */
export const GNUISMS: readonly Portability[] = [
  { pattern: /\bsed\s+(-\w*\s+)*-\w*i/, found: 'sed -i', instead: 'write to a new file and move it' },
  { pattern: /\bsed\s+(-\w*\s+)*(-r\b|--)/, found: 'an option of GNU sed', instead: 'use sed -E' },
  { pattern: /\bgrep\s+(-\w*\s+)*-\w*P/, found: 'grep -P', instead: 'use grep -E' },
  { pattern: /\breadlink\s+-\w*[fem]/, found: 'readlink -f', instead: 'use cd … && pwd -P' },
  { pattern: /(^|[\s;&|(])realpath\s/, found: 'realpath', instead: 'use cd … && pwd -P' },
  { pattern: /\bdate\s+(-\w*\s+)*(-d|--)/, found: 'date -d', instead: 'count in the language of the exercise' },
  { pattern: /\bdate\s+\+\S*%N/, found: 'date +%N', instead: 'measure in the language of the exercise' },
  { pattern: /\bstat\s+(-c|--)/, found: 'stat -c', instead: 'use wc -c or test' },
  { pattern: /\bxargs\s+(-\w*\s+)*(-\w*[rd]\b|--)/, found: 'an option of GNU xargs', instead: 'use a loop' },
  { pattern: /\bfind\s[^|;]*-(printf|regextype|quit)\b/, found: 'an option of GNU find', instead: 'use -exec' },
  { pattern: /\b(head|tail)\s+-n\s*-\d/, found: 'head -n -1', instead: 'use sed' },
  {
    pattern: /(^|[\s;&|(])timeout\s+\S*\d/,
    found: 'timeout',
    instead: 'the check has a time limit: verification.timeout',
  },
  { pattern: /\bbase64\s+-w/, found: 'base64 -w', instead: 'use tr -d' },
  { pattern: /\bcp\s+(-\w*\s+)*(-\w*[tT]\b|--)/, found: 'an option of GNU cp', instead: 'use cp -R' },
  { pattern: /\bls\s+(-\w*\s+)*--/, found: 'a long option of ls', instead: 'use short ones' },
  { pattern: /\bmktemp\s+(-\w*\s+)*(-p\b|--)/, found: 'an option of GNU mktemp', instead: 'use mktemp -d' },
  {
    pattern: /(^|[\s;&|(])(seq|tac|nproc|shuf|sha256sum|md5sum)\s/,
    found: 'a program that macOS lacks',
    instead: 'use the language of the exercise',
  },
];
