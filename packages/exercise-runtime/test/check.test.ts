import { writeFileSync } from 'node:fs';
import { chmod, mkdir, rm, symlink } from 'node:fs/promises';
import { asAnotherUser, CAN_BE_ANOTHER_USER } from '@agent-factory/fuzzing';
import { type Criterion, type VerificationResult, verificationResultSchema } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import { checkWork, type Exercise } from '../src/index.js';
import {
  demoExercise,
  ENV,
  isRunning,
  readTree,
  type TemporaryFolder,
  type Tree,
  temporaryFolder,
  withCheck,
  writeTree,
} from './support.js';

interface Case {
  script?: string;
  work?: Tree;
  env?: Record<string, string>;
  timeout?: number;
}

/** Runs a check from one folder against a workspace in another. Every answer has the shape clients expect. */
async function check(text: string, { script, work = {}, env = ENV, timeout }: Case = {}): Promise<VerificationResult> {
  await using folder = await temporaryFolder();
  await writeTree(folder.at('w'), { '.keep': '', ...work });
  const exercise = await withCheck(folder.at('x'), text, script, timeout);
  return await checkIn(folder, exercise, env);
}

async function checkIn(folder: TemporaryFolder, exercise: Exercise, env = ENV as Record<string, string>) {
  const before = await readTree(folder.at('w'));
  const result = await checkWork(exercise, { workspace: folder.at('w'), env });
  expect(verificationResultSchema.parse(result)).toEqual(result);
  expect(await readTree(folder.at('w'))).toEqual(before);
  return result;
}

const ROW_A = '{"name":"a","passed":true}';
const ROW_B = '{"name":"b","passed":false,"message":"b is missing","hint":"look at b"}';
const A: Criterion = { name: 'a', passed: true, status: 'passed' };
const B: Criterion = { name: 'b', passed: false, status: 'failed', message: 'b is missing', hint: 'look at b' };

function print(text: string, then = ''): string {
  return `#!/bin/sh\ncat <<'END'\n${text}\nEND\n${then}\n`;
}

describe('[practice-environment 1.3 verification] a check that judges the work', () => {
  test('[practice-environment 4.4 complete] passes where every criterion does', async () => {
    const result = await check(print(ROW_A));
    expect(result).toMatchObject({ complete: true, status: 'passed', criteria: [A] });
    expect(result).not.toHaveProperty('error');
    expect(result).not.toHaveProperty('output');
  });

  test('[practice-environment 5.6 exit-code] fails where one does not, whatever its exit code', async () => {
    for (const exit of ['exit 0', 'exit 1']) {
      const result = await check(print(`${ROW_A}\n${ROW_B}`, exit));
      expect(result).toMatchObject({ complete: false, status: 'failed', criteria: [A, B] });
      expect(result).not.toHaveProperty('error');
    }
  });

  test('is not complete with a criterion that was skipped', async () => {
    const result = await check(print(`${ROW_A}\n{"name":"c","passed":false,"status":"skipped"}`));
    expect(result).toMatchObject({
      complete: false,
      status: 'failed',
      criteria: [A, { name: 'c', status: 'skipped' }],
    });
  });

  const shapes: [what: string, text: string][] = [
    ['one document', `{"criteria":[${ROW_A},${ROW_B}]}`],
    ['rows, one per line', `${ROW_A}\n${ROW_B}`],
    ['a document over several lines', JSON.stringify({ criteria: [JSON.parse(ROW_A), JSON.parse(ROW_B)] }, null, 2)],
    ['a document with a row per line', `{"criteria": [\n${ROW_A},\n${ROW_B}\n]}`],
    ['a document between other lines', `Running.\n\n{\n"criteria": [${ROW_A},${ROW_B}]\n}\nDone: {2}.`],
    ['rows between other lines', `{}\n${ROW_A}\n{"other":1}\n[1]\n  ${ROW_B}  \r\nnull`],
    ['rows after a lone brace', `{\n${ROW_A}\n${ROW_B}`],
  ];
  test.each(shapes)('[practice-environment 5.6 json] may print %s', async (_what, text) => {
    expect(await check(print(text))).toMatchObject({ status: 'failed', criteria: [A, B] });
  });

  test('[practice-environment 5.6 python] needs no run bit and no particular path in its first line', async () => {
    expect(await check(`#!/no/such/bin/bash\nx=(1 2); [[ \${#x[@]} == 2 ]] && echo '${ROW_A}'`)).toMatchObject({
      status: 'passed',
    });
    expect(await check(`#!/usr/bin/env python3\nprint('${ROW_A}')`, { script: 'verify.py' })).toMatchObject({
      status: 'passed',
    });
    expect(await check(`echo '${ROW_A}'`)).toMatchObject({ status: 'passed' });
  });

  test('[practice-environment 4.4 check] [practice-environment 5.6 in-workspace] runs in the workspace, from the folder of the exercise, with what it has to know', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), { 'verify.sh': 'echo forged' });
    const text = `printf '{"name":"%s","passed":true}\\n' "$PWD" "$AF_WORKSPACE," "$AF_EXERCISE_DIR" "$0" "$PYTHONDONTWRITEBYTECODE"`;
    const result = await checkIn(folder, await withCheck(folder.at('x'), text));
    const names = result.criteria.map(({ name }) => name);
    expect(names).toEqual([folder.at('w'), `${folder.at('w')},`, folder.at('x'), folder.at('x', 'verify.sh'), '1']);
  });

  test('leaves no byte code of Python in the workspace', async () => {
    const text = `python3 -c 'import helper; print(helper.ROW)'`;
    expect(await check(text, { work: { 'helper.py': `ROW = '${ROW_A}'` } })).toMatchObject({ status: 'passed' });
  });

  test('tells each criterion as soon as it is decided', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w'));
    const exercise = await withCheck(
      folder.at('x'),
      `echo '${ROW_A}'; while [ ! -e "$GATE" ]; do sleep 0.01; done; echo '${ROW_B}'`,
    );
    const seen: string[] = [];
    const result = await checkWork(exercise, {
      workspace: folder.at('w'),
      env: { ...ENV, GATE: folder.at('gate') },
      onCriterion: ({ name }) => {
        seen.push(name);
        if (name === 'a') writeFileSync(folder.at('gate'), '');
      },
    });
    expect(result.status).toBe('failed');
    expect(seen).toEqual(['a', 'b']);
  });

  test('may talk; the end of what it said is kept, whole characters only', async () => {
    const result = await check(print(`before\n${ROW_A}`, 'yes ä | head -n 3000; echo "on stderr" >&2'));
    expect(result.status).toBe('passed');
    expect(Buffer.byteLength(result.output ?? '')).toBeLessThanOrEqual(4096);
    expect(result.output).toMatch(/^[ä\n]+on stderr$/);
  });

  test('may print bytes that are no text', async () => {
    const result = await check(String.raw`printf '\377\376\n'; printf '{"name":"\377","passed":true}\n'`);
    expect(result).toMatchObject({ status: 'passed', criteria: [{ name: '\u{fffd}' }], output: '\u{fffd}\u{fffd}' });
  });
});

describe('[practice-environment 5.6 exit-code] [practice-environment 5.6 broken] a check that cannot judge the work', () => {
  const outcomes: [what: string, text: string, code: string, options?: Case][] = [
    ['prints garbage', print('hello'), 'check_output_invalid'],
    ['prints nothing', '', 'check_output_invalid'],
    ['prints an empty list', print('{"criteria":[]}'), 'check_output_invalid'],
    ['prints half a document', print(`{"criteria":[${ROW_A},`), 'check_output_invalid'],
    ['prints half a document over several lines', print(`{"criteria":[\n${ROW_B},\n${ROW_A}`), 'check_output_invalid'],
    [
      'prints half a document with its commas apart',
      print(`{"criteria":[\n${ROW_B}\n,\n${ROW_A}`),
      'check_output_invalid',
    ],
    ['prints half a row after a whole one', print(`${ROW_A}\n{"name":"b","pas`), 'check_output_invalid'],
    ['prints a list that is no document', print(`[\n${ROW_B},\n${ROW_A}\n]`), 'check_output_invalid'],
    ['prints a row of the wrong shape', print(`${ROW_A}\n{"name":"b","passed":"no"}`), 'check_output_invalid'],
    ['names two criteria alike', print(`${ROW_A}\n${ROW_A}`), 'check_output_invalid'],
    ['contradicts itself', print('{"name":"a","passed":true,"status":"failed"}', 'exit 1'), 'check_output_invalid'],
    [
      'contradicts itself the other way',
      print('{"name":"a","passed":false,"status":"passed"}'),
      'check_output_invalid',
    ],
    [
      'lists more than a hundred',
      'for n in $(seq 101); do echo "{\\"name\\":\\"$n\\",\\"passed\\":true}"; done',
      'check_output_invalid',
    ],
    ['crashes first', 'echo oops >&2; exit 3', 'check_crashed'],
    ['crashes in the middle of a document', print('{"criteria":[', 'exit 3'), 'check_crashed'],
    ['crashes after it has passed everything', print(ROW_A, 'exit 3'), 'check_crashed'],
    ['is killed after it has passed everything', print(ROW_A, 'kill -9 $$'), 'check_crashed'],
    ['has a syntax error', 'if then', 'check_crashed'],
    ['prints gigabytes', `echo '${ROW_A}'; exec yes`, 'check_output_too_large'],
    ['prints gigabytes on stderr', `echo '${ROW_A}'; exec yes >&2`, 'check_output_too_large'],
    [
      'has no interpreter',
      `print('${ROW_A}')`,
      'check_interpreter_missing',
      { script: 'verify.py', env: { PATH: '/nowhere' } },
    ],
  ];
  test.each(outcomes)('%s', async (_what, text, code, options) => {
    const result = await check(text, options);
    expect(result).toMatchObject({ complete: false, status: 'error', error: { code } });
    expect(result.error?.message).not.toBe('');
  });

  test('[practice-environment 5.6 timeout] hangs', async () => {
    const result = await check(`echo '${ROW_A}'; echo thinking; exec sleep 60`, { timeout: 4 });
    expect(result).toMatchObject({
      complete: false,
      status: 'timeout',
      criteria: [A],
      output: 'thinking',
      error: { code: 'check_timeout' },
    });
  });

  test('shows what it said when it crashed', async () => {
    expect(await check('echo oops >&2; exit 3')).toMatchObject({ output: expect.stringContaining('oops') });
  });

  test('lacks a program that the exercise names', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w'));
    const verification = { type: 'script', script: 'verify.sh' };
    const files = { 'verify.sh': 'exec no-such-program' };
    const exercise = await demoExercise(folder.at('x'), { prerequisites: ['no-such-program'], verification }, files);
    const { error } = await checkIn(folder, exercise);
    expect(error).toMatchObject({
      code: 'check_interpreter_missing',
      message: expect.stringContaining('no-such-program'),
    });
  });

  test('is missing, in the config or on the disk', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w'));
    expect(await checkIn(folder, await demoExercise(folder.at('x'), {}))).toMatchObject({
      status: 'error',
      error: { code: 'check_missing' },
    });
    const exercise = await withCheck(folder.at('y'), '');
    await rm(folder.at('y', 'verify.sh'));
    expect(await checkIn(folder, exercise)).toMatchObject({ status: 'error', error: { code: 'check_missing' } });
  });

  test('has no workspace', async () => {
    await using folder = await temporaryFolder();
    const exercise = await withCheck(folder.at('x'), print(ROW_A));
    const result = await checkWork(exercise, { workspace: folder.at('w'), env: ENV });
    expect(result).toMatchObject({ status: 'error', error: { code: 'workspace_missing' } });
  });

  test('is no longer wanted', async () => {
    await using folder = await temporaryFolder();
    await mkdir(folder.at('w'));
    const exercise = await withCheck(folder.at('x'), `echo '${ROW_A}'; exec sleep 60`);
    const abort = new AbortController();
    const options = {
      workspace: folder.at('w'),
      env: ENV,
      signal: abort.signal,
      onCriterion: () => abort.abort('closing'),
    };
    await expect(checkWork(exercise, options)).rejects.toBe('closing');
  });
});

test('children that a check leaves behind are gone when it answers', async () => {
  const result = await check(
    `sleep 60 >/dev/null 2>&1 & echo "{\\"name\\":\\"$!\\",\\"passed\\":true}"; sleep 60 & exit 0`,
  );
  expect(result.status).toBe('passed');
  expect(isRunning(Number(result.criteria[0]?.name))).toBe(false);
});

test('children that made a session of their own are gone too, also when the check takes too long', async () => {
  const escaping = `setsid sleep 60 >/dev/null 2>&1 & echo "{\\"name\\":\\"$!\\",\\"passed\\":true}"`;
  for (const [then, status, timeout] of [
    ['', 'passed', 20],
    ['exec sleep 60', 'timeout', 4],
  ] as const) {
    const result = await check(`${escaping}; ${then}`, { timeout });
    expect(result.status).toBe(status);
    expect(isRunning(Number(result.criteria[0]?.name))).toBe(false);
  }
});

describe('[practice-environment 1.3 verification] [practice-environment 5.6 files] a check by files', () => {
  const files = [
    { path: 'agent.py', contains: ['def run', 'return'], hint: 'Begin with def.' },
    { path: 'notes/today.md', name: 'You took notes' },
  ];

  async function checkFiles(work: Tree, prepare?: (folder: TemporaryFolder) => Promise<unknown>) {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), { '.keep': '', ...work });
    await prepare?.(folder);
    return await checkIn(folder, await demoExercise(folder.at('x'), { verification: { type: 'files', files } }));
  }

  test('passes where the files are there and contain what they should', async () => {
    const result = await checkFiles({ 'agent.py': 'def run():\r\n  return 1', 'notes/today.md': '' });
    expect(result).toMatchObject({ complete: true, status: 'passed' });
    expect(result.criteria.map(({ name }) => name)).toEqual(['agent.py contains what it should', 'You took notes']);
  });

  test('says what was expected and what was found', async () => {
    const { criteria, status } = await checkFiles({ 'agent.py': 'def walk(): return' });
    expect(status).toBe('failed');
    expect(criteria[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('`def run`'),
      hint: 'Begin with def.',
    });
    expect(criteria[0]?.message).not.toContain('`return`');
    expect(criteria[1]).toMatchObject({ status: 'failed', message: expect.stringContaining('there is none yet') });
  });

  test('[practice-environment 2.3 file-access] counts no folder, no pipe and no link out of the workspace as a file', async () => {
    const result = await checkFiles({ 'notes/today.md/x': '' }, async (folder) => {
      await writeTree(folder.path, { outside: 'def run return' });
      await symlink(folder.at('outside'), folder.at('w', 'agent.py'));
    });
    expect(result.criteria).toMatchObject([
      { passed: false, message: expect.stringContaining('leads out of the workspace') },
      { passed: false, message: expect.stringContaining('no regular file') },
    ]);
  });

  test('takes a link inside the workspace', async () => {
    const result = await checkFiles({ 'real.py': 'def run return', 'notes/today.md': '' }, (folder) =>
      symlink('real.py', folder.at('w', 'agent.py')),
    );
    expect(result.status).toBe('passed');
  });

  test('does not mind the line ends of another system', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), { 'a.md': 'one\r\ntwo\r\n' });
    const verification = { type: 'files', files: [{ path: 'a.md', contains: ['one\ntwo'] }] };
    expect(await checkIn(folder, await demoExercise(folder.at('x'), { verification }))).toMatchObject({
      status: 'passed',
    });
  });

  test('does not read a file that is larger than any exercise needs', async () => {
    const result = await checkFiles({ 'agent.py': `def run return${' '.repeat(2 * 1024 * 1024)}` });
    expect(result.criteria[0]?.message).toContain('bytes');
  });

  test.skipIf(!CAN_BE_ANOTHER_USER)('says when a file cannot be read', async () => {
    await using folder = await temporaryFolder();
    await writeTree(folder.at('w'), { 'agent.py': 'def run return' });
    const demo = await demoExercise(folder.at('x'), { verification: { type: 'files', files } });
    await chmod(folder.at('w', 'agent.py'), 0);
    const workspace = folder.at('w');
    const result = await asAnotherUser([folder.path, workspace], () => checkWork(demo, { workspace, env: ENV }));
    expect(result.criteria[0]?.message).toContain('cannot be read');
  });
});
