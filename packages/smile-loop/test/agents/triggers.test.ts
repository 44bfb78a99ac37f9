import { describe, expect, it } from 'vitest';
import { mayAsk, type StudentBehavior } from '../../src/agents/behaviour.js';
import {
  allowedTrigger,
  askTrigger,
  classifyCommand,
  consecutiveFailures,
  firedBy,
} from '../../src/agents/triggers.js';
import { type Command, type StudentAnswer, studentAnswerSchema } from '../../src/contract/agents.js';
import { TRIGGERS } from '../../src/contract/triggers.js';

const BEHAVIOR: StudentBehavior = {
  maxRetriesBeforeHelp: 3,
  askOnMissingDependency: true,
  askOnAmbiguousInstruction: true,
  askOnCommandFailure: true,
  askOnTimeout: true,
  timeoutSeconds: 60,
  patienceLevel: 'low',
};

function ran(command: string, exitCode: number | null, output = '', timedOut = false): Command {
  return { command, exitCode, output, startedAtMs: 0, durationMs: 1, timedOut };
}

function asks(fields: Partial<StudentAnswer> = {}): StudentAnswer {
  return studentAnswerSchema.parse({ status: 'ask_mentor', ...fields });
}

/** What really is printed where something is missing. */
const MISSING: readonly (readonly [string, number, string])[] = [
  ['bash', 127, 'bash: line 1: psql: command not found'],
  ['dash', 127, 'sh: 1: psql: not found'],
  ['busybox', 127, 'sh: psql: not found'],
  ['zsh', 127, 'zsh: command not found: psql'],
  ['an empty output', 127, ''],
  ['env', 127, '/usr/bin/env: ‘python3’: No such file or directory'],
  ['a script’s interpreter', 126, 'bash: ./x: /usr/bin/python: bad interpreter: No such file or directory'],
  ['docker exec', 1, 'OCI runtime exec failed: exec: "foo": executable file not found in $PATH'],
  ['node, spawning', 1, 'Error: spawn git ENOENT'],
  ['make', 2, 'make: gcc: No such file or directory'],
  ['node', 1, "Error: Cannot find module 'express'\nRequire stack:"],
  ['node, ESM', 1, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /a.mjs"],
  ['TypeScript', 2, "a.ts(1,1): error TS2307: Cannot find module 'zod' or its corresponding type declarations."],
  ['python', 1, "ModuleNotFoundError: No module named 'requests'"],
  ['python -m', 1, '/usr/bin/python3: No module named pytest'],
  ['a library', 127, 'x: error while loading shared libraries: libpq.so.5: cannot open shared object file'],
  ['ruby', 1, 'cannot load such file -- sinatra (LoadError)'],
  ['perl', 2, "Can't locate JSON/XS.pm in @INC"],
  ['java', 1, 'Exception in thread "main" java.lang.ClassNotFoundException: org.postgresql.Driver'],
  ['javac', 1, 'A.java:1: error: package org.junit does not exist'],
  ['maven', 1, 'Could not resolve dependencies for project a:b:jar:1'],
  ['go', 1, 'main.go:3:8: no required module provides package github.com/x/y; to add it:'],
  ['rustc', 1, "error[E0463]: can't find crate for `serde`"],
  ['cargo', 101, 'error: no matching package named `serdee` found'],
  ['cargo, a subcommand', 101, 'error: no such command: `watch`'],
  ['gcc', 1, 'a.c:1:10: fatal error: openssl/ssl.h: No such file or directory'],
  ['ld', 1, '/usr/bin/ld: cannot find -lssl'],
  ['apt', 100, 'E: Unable to locate package postgresql-cli'],
  ['apk', 1, 'ERROR: unable to select packages:\n  foo (no such package)'],
  ['pip', 1, 'ERROR: No matching distribution found for flaskk'],
  ['npm', 1, 'npm error code E404\nnpm error 404 Not Found'],
  ['npm run', 1, 'npm error Missing script: "dev"'],
];

describe('the end of a command', () => {
  it.each(MISSING)('[smile-loop 5.2] tells of a missing dependency as %s says it', (_, exitCode, output) => {
    expect(classifyCommand(ran('x', exitCode, output))).toEqual(['missing_dependency', 'command_failure']);
  });

  it.each([
    ['cat', 'cat: settings.ini: No such file or directory'],
    ['a test', 'FAIL  expected 404, got 200'],
    ['node, of a file of its own', "Error: Cannot find module './server.js'"],
    ['git', 'fatal: not a git repository'],
    ['curl', 'curl: (22) The requested URL returned error: 404 Not Found'],
  ])('[smile-loop 5.S1] [smile-loop 5.4] tells only of a failure for %s', (_, output) => {
    expect(classifyCommand(ran('x', 1, output))).toEqual(['command_failure']);
  });

  it('tells nothing where it succeeded, whatever was printed', () => {
    expect(classifyCommand(ran('x', 0, 'bash: psql: command not found'))).toEqual([]);
  });

  it('[smile-loop 5.5] tells of a timeout, and of nothing else', () => {
    expect(classifyCommand(ran('npm start', null, 'sh: x: command not found', true))).toEqual(['timeout']);
  });

  it('counts by its words where no exit code is known', () => {
    expect(classifyCommand(ran('x', null, 'bash: psql: command not found'))).toEqual(['missing_dependency']);
    expect(classifyCommand(ran('x', null, 'fine'))).toEqual([]);
  });
});

describe('failures in a row', () => {
  it('[smile-loop 5.1] are of the same step, also where it is tried with other words', () => {
    const commands = [
      ran('npm install', 1),
      ran('ls', 0),
      ran('cd a && npm install --force', 1),
      ran('sudo npm install', 1),
    ];
    expect(consecutiveFailures(commands)).toBe(3);
    expect(firedBy(commands, 3)).toContain('max_retries');
  });

  it('end with a success of that step', () => {
    expect(consecutiveFailures([ran('npm install', 1), ran('npm install', 0), ran('npm install', 1)])).toBe(1);
    expect(consecutiveFailures([ran('npm install', 1), ran('npm install', 0)])).toBe(0);
  });

  it('are of the same step also with options before what it is to do', () => {
    expect(consecutiveFailures([ran('npm install', 1), ran('npm --silent install', 1)])).toBe(2);
  });

  it('are counted for every step that is still open, and never where nobody asks for that', () => {
    const commands = [ran('make all', 1), ran('make all', 1), ran('make all', 1), ran('cat b', 1)];
    expect(firedBy(commands, 3)).toContain('max_retries');
    expect(firedBy(commands, 4)).not.toContain('max_retries');
    expect(firedBy(commands, 0)).not.toContain('max_retries');
  });

  it('say what any of them has said, and are not undone by a success before them', () => {
    expect(firedBy([ran('psql -l', 127), ran('psql -l', 1)], 3)).toContain('missing_dependency');
    expect(firedBy([ran('npm test', 0), ran('npm test', 1)], 3)).toEqual(['command_failure']);
  });

  it('are of the past after a dozen further commands', () => {
    const others = Array.from({ length: 12 }, (_, index) => ran(`echo ${index}`, 0));
    expect(firedBy([ran('psql -l', 127), ...others], 3)).toEqual([]);
  });

  it('are not those of another step', () => {
    expect(consecutiveFailures([ran('npm install', 1), ran('npm test', 1)])).toBe(1);
  });

  it('count no more, once the step has succeeded', () => {
    expect(firedBy([ran('psql -l', 127), ran('psql -l', 0)], 3)).toEqual([]);
  });
});

describe('why a student asks', () => {
  it('[smile-loop 5.E1] is the most specific of what was seen', () => {
    expect(askTrigger(['command_failure', 'max_retries', 'missing_dependency'], asks())).toBe('missing_dependency');
  });

  it('is what was seen, rather than what it says', () => {
    expect(askTrigger(['command_failure'], asks({ trigger: 'missing_dependency' }))).toBe('command_failure');
  });

  it('[smile-loop 5.3] is an instruction that it does not understand, which only it can know', () => {
    expect(askTrigger(['command_failure'], asks({ trigger: 'ambiguous_instruction' }))).toBe('ambiguous_instruction');
    expect(askTrigger([], asks())).toBe('ambiguous_instruction');
    // What a check has found, no student knows.
    expect(askTrigger([], asks({ trigger: 'check_failed' }))).toBe('ambiguous_instruction');
  });

  it('is found in the message that it quotes, where nothing was seen', () => {
    expect(askTrigger([], asks({ problem: 'bash: psql: command not found' }))).toBe('missing_dependency');
  });
});

describe('each trigger', () => {
  const missing = ran('psql -l', 127, 'bash: psql: command not found');
  const failed = () => ran('make all', 2, 'error');

  it.each([
    ['missing_dependency', [missing], asks()],
    ['command_failure', [failed()], asks()],
    ['timeout', [ran('npm start', null, '', true)], asks()],
    ['max_retries', [failed(), failed(), failed()], asks()],
    ['ambiguous_instruction', [ran('ls', 0)], asks({ trigger: 'ambiguous_instruction' })],
  ] as const)('[smile-loop 5.S1] [smile-loop FR18] fires where it should: %s', (trigger, commands, answer) => {
    const fired = firedBy(commands, 3);
    if (trigger !== 'ambiguous_instruction') expect(fired).toContain(trigger);
    expect(allowedTrigger({ fired, mayAsk: [trigger] }, answer)).toBe(trigger);
  });

  it('[smile-loop 5.S1] stays silent where nothing went wrong', () => {
    expect(firedBy([ran('make all', 0), ran('ls', 0)], 3)).toEqual([]);
  });
});

describe('a trigger that is switched off', () => {
  it.each([
    ['askOnMissingDependency', 'missing_dependency'],
    ['askOnAmbiguousInstruction', 'ambiguous_instruction'],
    ['askOnCommandFailure', 'command_failure'],
    ['askOnTimeout', 'timeout'],
  ] as const)('[smile-loop 5.S2] %s is not among those by which it may ask', (field, trigger) => {
    expect(mayAsk(BEHAVIOR)).toEqual([...TRIGGERS]);
    expect(mayAsk({ ...BEHAVIOR, [field]: false })).toEqual(TRIGGERS.filter((one) => one !== trigger));
    expect(mayAsk({ ...BEHAVIOR, maxRetriesBeforeHelp: 0 })).not.toContain('max_retries');
    expect(mayAsk({ ...BEHAVIOR, maxRetriesBeforeHelp: 1 })).toContain('max_retries');
  });

  it('[smile-loop 5.6] refuses the ask, although a command has failed as well', () => {
    const may = mayAsk({ ...BEHAVIOR, askOnMissingDependency: false });
    const fired = ['missing_dependency', 'command_failure'] as const;
    expect(allowedTrigger({ fired, mayAsk: may }, asks())).toBeUndefined();
    expect(allowedTrigger({ fired: [...fired, 'max_retries'], mayAsk: may }, asks())).toBe('max_retries');
    expect(allowedTrigger({ fired: [...fired, 'max_retries'], mayAsk: ['timeout'] }, asks())).toBeUndefined();
  });
});
