import type { Trigger } from '../contract/triggers.js';

interface TriggerRule {
  readonly trigger: Trigger;
  /** Whose words they are. */
  readonly says: string;
  readonly exitCode?: number;
  readonly output?: RegExp;
}

/**
 * What the output of a command that failed says beyond that it failed. Words are taken with what surrounds them: a
 * file that `cat` does not find is no dependency. The time of each grows with the output, and not with its square: no
 * two parts of one can share the same characters, and none looks far past a place where it could begin anew.
 */
export const TRIGGER_RULES: readonly TriggerRule[] = [
  missing('bash, zsh, fish', /\bcommand not found\b|^fish: Unknown command/im),
  missing(
    'dash, busybox',
    /^(?:(?:\S*\/)?(?:sh|ash|dash|busybox)?:?(?: (?:line )?(?:\d+: )?|line (?:\d+: )?|\d+: ))?\S+: not found$/m,
  ),
  // POSIX: a shell ends with this when it finds no such program.
  { trigger: 'missing_dependency', says: 'shells', exitCode: 127 },
  missing('env', /^(?:\/usr\/bin\/)?env: .+: No such file or directory$/m),
  missing('interpreters', /bad interpreter: No such file or directory/),
  missing(
    'programs that start others',
    /executable file not found in \$?%?PATH|\bspawn \S+ ENOENT\b|^exec: .+: not found/m,
  ),
  missing(
    'sudo, xargs, make, time',
    /^(?:sudo|xargs|time|nohup|timeout|make(?:\[\d+\])?): (?:.*: )?\S+: (?:command not found|No such file or directory)$/m,
  ),
  missing('Python, starting a program', /FileNotFoundError: \[Errno 2\] No such file or directory: '[^'/.]+'$/m),
  missing('Windows', /is not recognized as (?:an internal or external command|the name of a cmdlet)/),
  missing(
    'Node',
    /Cannot find (?:module|package) '[^./'][^']*'|ERR_MODULE_NOT_FOUND(?:(?!ERR_MODULE_NOT_FOUND).)*'[^./'][^']*'/,
  ),
  missing('TypeScript', /error TS(?:2307|7016): /),
  missing('bundlers', /(?:Could not resolve|Can't resolve|Failed to resolve import) ["'][^./"'][^"']*["']/),
  missing('Python', /\bModuleNotFoundError: No module named|\bImportError: No module named|\bNo module named \S+$/m),
  missing(
    'Python, in a library',
    /ImportError: (?:lib\S+): cannot open shared object file|error while loading shared libraries/,
  ),
  missing('Ruby', /cannot load such file -- [^./]|Could not find gem|Gem::MissingSpecError|Bundler could not find/),
  missing('Perl', /Can't locate \S+\.pm in @INC/),
  missing('PHP', /Class "[^"]+" not found|Call to undefined function \w[^\W_]*_\w+\(\)/),
  missing('R', /there is no package called/),
  missing(
    'Java',
    /ClassNotFoundException|package \S+ does not exist|Could not find or load main class (?:org|com|io)\./,
  ),
  missing(
    'Maven, Gradle',
    /Could not (?:resolve dependencies|find artifact|find [\w.-]+:[\w.-]+:)|JAVA_HOME is not (?:set|defined)/,
  ),
  missing('Go', /no required module provides package|cannot find package "|package \S+ is not in (?:std|GOROOT)/),
  missing(
    'Cargo, rustc',
    /can't find crate for|unresolved import|use of undeclared crate|no matching package named|error: no such (?:sub)?command: /,
  ),
  missing(
    'C and C++',
    /fatal error: \S+\.h(?:pp|h)?: No such file or directory|\bcannot find -l\S+|Package '?\S+'?,? .{0,200}not found/,
  ),
  missing('CMake', /Could not find a package configuration file|Could NOT find \w+/),
  missing(
    'apt',
    /E: Unable to locate package|E: Package '[^'\n]+' has no installation candidate|Couldn't find any package by/,
  ),
  missing(
    'apk, dnf, yum, pacman, brew',
    /ERROR: unable to select packages|No match for argument|error: target not found: |No available formula/,
  ),
  missing(
    'pip, uv, conda',
    /No matching distribution found for|Could not find a version that satisfies|PackagesNotFoundError|No solution found when resolving/,
  ),
  missing(
    'npm, yarn, pnpm',
    /npm (?:ERR!|error) (?:code )?(?:E404|404)|Missing script: |No matching version found for|ERR_PNPM_FETCH_404|could not determine executable to run/,
  ),
  missing('.NET', /The command could not be loaded, possibly because|NU1101|No \.NET SDKs were found/),
  missing(
    'Git, Docker, kubectl',
    /(?:git|docker|kubectl): '?\S+'? is not a (?:git|docker) command|unknown command "\S+" for/,
  ),
];

function missing(says: string, output: RegExp): TriggerRule {
  return { trigger: 'missing_dependency', says, output };
}
