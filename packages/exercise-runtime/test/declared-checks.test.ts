import { readFileSync } from 'node:fs';
import { chmod, symlink } from 'node:fs/promises';
import { type Criterion, type VerificationResult, verificationResultSchema } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { checkWork } from '../src/index.js';
import { demoExercise, ENV, type TemporaryFolder, type Tree, temporaryFolder, writeTree } from './support.js';

interface Case {
  work?: Tree;
  needs?: Record<string, string[]>;
  timeout?: number;
  prepare?: (folder: TemporaryFolder) => Promise<unknown>;
  onCriterion?: (criterion: Criterion) => void;
  signal?: AbortSignal;
}

/** Runs declared checks against a workspace. Every answer has the shape clients expect. */
async function run(checks: object[], options: Case = {}): Promise<VerificationResult> {
  const { work = {}, needs = {}, timeout = 20, prepare, ...rest } = options;
  await using folder = await temporaryFolder();
  await writeTree(folder.at('w'), { '.keep': '', ...work });
  await prepare?.(folder);
  const exercise = await demoExercise(folder.at('x'), { needs, verification: { type: 'checks', checks, timeout } });
  const result = await checkWork(exercise, { workspace: folder.at('w'), env: ENV, ...rest });
  expect(verificationResultSchema.parse(result)).toEqual(result);
  return result;
}

async function one(check: object, options?: Case): Promise<Criterion | undefined> {
  return (await run([{ name: 'it', ...check }], options)).criteria[0];
}

const EXISTS = { type: 'file_exists', path: 'a.txt' };
const CONTAINS = { type: 'file_contains', path: 'a.txt', contains: ['one', 'two\nthree'] };
const MATCHES = { type: 'file_matches', path: 'a.txt', pattern: '^def \\w+\\(\\):$' };
const EXITS = { type: 'command_exits', command: ['sh', 'run.sh'] };
const PRINTS = { type: 'stdout_contains', command: ['sh', 'run.sh'], contains: ['hello'] };
const JSON_FILE = { type: 'json_equals', path: 'a.json', at: ['list', 1, 'name'], equals: 'x' };
const JSON_PRINTED = { type: 'json_equals', command: ['sh', 'run.sh'], at: [], equals: { a: [1, null], b: true } };

describe('[exercises 2 declared-checks] a check without a script passes', () => {
  const passing: Array<[what: string, check: object, work: Tree]> = [
    ['where the file is there', EXISTS, { 'a.txt': '' }],
    ['where the file contains every part, whatever its line ends', CONTAINS, { 'a.txt': 'two\r\nthree one' }],
    ['where a line of the file matches', MATCHES, { 'a.txt': 'import x\ndef run():\n  pass' }],
    ['where the program ends as it should', EXITS, { 'run.sh': 'exit 0' }],
    ['where the program ends with the code that is asked for', { ...EXITS, code: 3 }, { 'run.sh': 'exit 3' }],
    ['where the program prints it', PRINTS, { 'run.sh': 'echo "well, hello"; exit 9' }],
    ['where the program reads what it is given', { ...PRINTS, stdin: 'hello\n' }, { 'run.sh': 'cat' }],
    ['where the value is in the file', JSON_FILE, { 'a.json': '{"list": [0, {"name": "x"}]}' }],
    ['where the value is printed, in whatever order', JSON_PRINTED, { 'run.sh': `echo '{"b":true,"a":[1,null]}'` }],
  ];
  test.each(passing)('%s', async (_what, check, work) => {
    const criterion = await one(check, { work });
    expect(criterion).toEqual({ id: 'it', name: 'it', passed: true, status: 'passed', durationMs: expect.any(Number) });
  });

  test('and runs a program of the workspace by its path, without a shell', async () => {
    const command = ['./tool', '$HOME; echo no', "it's"];
    const check = { type: 'stdout_contains', command, contains: ["[$HOME; echo no][it's]"] };
    const work = { tool: '#!/bin/sh\nprintf "[%s]" "$@"' };
    const criterion = await one(check, { work, prepare: (folder) => chmod(folder.at('w', 'tool'), 0o755) });
    expect(criterion?.status).toBe('passed');
  });

  test('with nothing in the environment but what a check may see', async () => {
    const command = ['sh', '-c', 'env | cut -d= -f1 | sort | tr "\\n" " "'];
    const contains = ['AF_EXERCISE_DIR AF_PRACTICE_RUN AF_WORKSPACE LANG PATH PWD PYTHONDONTWRITEBYTECODE'];
    expect(await one({ type: 'stdout_contains', command, contains })).toMatchObject({ status: 'passed' });
  });
});

describe('[exercises 2 expected-found] a failed criterion says what was expected, what was found and where', () => {
  const failing: Array<[what: string, check: object, work: Tree, difference: object]> = [
    ['no file', EXISTS, {}, { expected: 'a file a.txt', found: 'nothing', where: 'a.txt' }],
    ['a folder', EXISTS, { 'a.txt/b': '' }, { found: 'a folder', where: 'a.txt' }],
    ['no file to contain anything', CONTAINS, {}, { found: 'nothing', where: 'a.txt' }],
    ['a part missing', CONTAINS, { 'a.txt': 'one' }, { expected: 'two\nthree', found: 'one', where: 'a.txt' }],
    ['an empty file', CONTAINS, { 'a.txt': '\n' }, { expected: 'one\ntwo\nthree', found: '(empty)' }],
    ['no match', MATCHES, { 'a.txt': 'def' }, { expected: 'something that matches /^def \\w+\\(\\):$/', found: 'def' }],
    [
      'another exit code',
      EXITS,
      { 'run.sh': 'echo out; echo broken >&2; exit 3' },
      { expected: 'exit code 0', found: 'exit code 3\nbroken', where: 'sh run.sh' },
    ],
    ['a signal', EXITS, { 'run.sh': 'kill -9 $$' }, { expected: 'exit code 0', found: 'ended by SIGKILL\n(empty)' }],
    ['another text', PRINTS, { 'run.sh': 'echo bye' }, { expected: 'hello', found: 'bye', where: 'sh run.sh' }],
    ['another value', JSON_FILE, { 'a.json': '{"list": [0, {"name": "y"}]}' }, { expected: '"x"', found: '"y"' }],
    ['no value', JSON_FILE, { 'a.json': '{"list": []}' }, { found: 'nothing', where: 'a.json at list.1.name' }],
    ['an inherited value', { ...JSON_FILE, at: ['constructor'] }, { 'a.json': '{}' }, { found: 'nothing' }],
    ['no JSON', JSON_FILE, { 'a.json': '{"list":' }, { expected: 'JSON', found: '{"list":', where: 'a.json' }],
    ['a program that fails before it prints JSON', JSON_PRINTED, { 'run.sh': 'exit 1' }, { expected: 'exit code 0' }],
    [
      'a program of the workspace that is not there',
      { type: 'command_exits', command: ['./build/app'] },
      {},
      { expected: 'a program ./build/app', where: './build/app' },
    ],
  ];
  test.each(failing)('%s', async (_what, check, work, difference) => {
    const criterion = await one({ ...check, hint: 'Look again.' }, { work });
    expect(criterion).toMatchObject({ passed: false, status: 'failed', hint: 'Look again.', ...difference });
    for (const text of [criterion?.message, criterion?.expected, criterion?.found, criterion?.where]) {
      expect(text).toBeTruthy();
    }
  });

  test('[practice-environment 2.3 file-access] and takes no file that a link leads out to', async () => {
    const prepare = async (folder: TemporaryFolder) => {
      await writeTree(folder.path, { outside: 'one two\nthree' });
      await symlink(folder.at('outside'), folder.at('w', 'a.txt'));
    };
    expect(await one(CONTAINS, { prepare })).toMatchObject({ status: 'failed', found: 'a link out of the workspace' });
  });

  test('in texts short enough to be read, however long the file', async () => {
    const criterion = await one(CONTAINS, { work: { 'a.txt': 'x'.repeat(100_000) } });
    expect(criterion?.found?.length).toBeLessThan(1100);
  });
});

describe('[exercises 2 limits] a program that a check runs', () => {
  test('and does not end in its time fails its criterion, and nothing of it stays', async () => {
    const check = { ...EXITS, timeout: 4 };
    const work = { 'run.sh': 'sleep 60 & echo $!; echo waiting; wait' };
    const criterion = await one(check, { work });
    expect(criterion).toMatchObject({ status: 'failed', expected: 'an end within 4 s' });
    const pid = /printed (\d+)/.exec(criterion?.found ?? '')?.[1];
    expect(pid).toBeDefined();
    expect(isRunning(Number(pid))).toBe(false);
  });

  test('ends with the time of all checks together, which is no failure of the student', async () => {
    const slow = { type: 'command_exits', command: ['sleep', '60'], timeout: 60 };
    const checks = [
      { name: 'a', ...EXISTS },
      { name: 'b', ...slow },
      { name: 'c', ...EXISTS },
    ];
    const result = await run(checks, { work: { 'a.txt': '' }, timeout: 4 });
    expect(result).toMatchObject({ status: 'timeout', criteria: [{ name: 'a', status: 'passed' }] });
    expect(result.durationMs).toBeLessThan(15_000);
  });

  test('and floods fails its criterion', async () => {
    const criterion = await one({ type: 'command_exits', command: ['yes'] });
    expect(criterion).toMatchObject({ status: 'failed', expected: 'at most 1048576 bytes' });
  });

  test('and is not installed is no failure of the student', async () => {
    const result = await run([{ name: 'it', type: 'command_exits', command: ['no-such-program'] }]);
    expect(result).toMatchObject({ status: 'error', error: { code: 'check_interpreter_missing' } });
    expect(result.error?.message).toContain('no-such-program');
  });

  test('and is no longer wanted ends at once', async () => {
    const abort = new AbortController();
    const checks = [
      { name: 'a', ...EXISTS },
      { name: 'b', type: 'command_exits', command: ['sleep', '60'] },
    ];
    const running = run(checks, { signal: abort.signal, onCriterion: () => abort.abort('gone') });
    await expect(running).rejects.toBe('gone');
  });

  test('[exercises 2 pattern] a pattern that goes back and forth for ever stops nobody', async () => {
    let beats = 0;
    const heart = setInterval(() => (beats += 1), 20);
    const check = { name: 'it', type: 'file_matches', path: 'a.txt', pattern: '^(a+)+$' };
    const result = await run([check], { work: { 'a.txt': `${'a'.repeat(60)}!` } });
    clearInterval(heart);
    expect(result).toMatchObject({ status: 'timeout', criteria: [], error: { code: 'check_timeout' } });
    expect(result.error?.message).toContain('"it"');
    expect(beats).toBeGreaterThan(20);
  });
});

describe('[exercises 2 needs] a criterion that needs another', () => {
  const checks = [
    { name: 'there', ...EXISTS },
    { name: 'right', ...CONTAINS },
    { name: 'runs', type: 'command_exits', command: ['sh', 'a.txt'] },
  ];
  const needs = { right: ['there'], runs: ['right'] };

  test('is skipped until that passes, and says what has to pass first', async () => {
    const seen: string[] = [];
    const result = await run(checks, { needs, onCriterion: ({ name, status }) => seen.push(`${name} ${status}`) });
    expect(result).toMatchObject({ complete: false, status: 'failed' });
    expect(result.criteria.map(({ status }) => status)).toEqual(['failed', 'skipped', 'skipped']);
    expect(result.criteria[1]?.message).toBe('Not judged yet: first “there” has to pass.');
    expect(seen).toEqual(['there failed', 'right skipped', 'runs skipped']);
  });

  test('is judged when it does', async () => {
    const result = await run(checks, { needs, work: { 'a.txt': 'wrong' } });
    expect(result.criteria.map(({ status }) => status)).toEqual(['passed', 'failed', 'skipped']);
  });
});

/** A process that is dead and only waits to be collected does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
