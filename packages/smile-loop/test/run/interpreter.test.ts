import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { interpreterOf } from '@agent-factory/exercise-runtime';
import { findExecutable, runCommand } from '@agent-factory/subprocess';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultOf, guarded } from '../../src/judge/interpreter.js';

const env = { PATH: '/usr/bin:/bin' };
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smile-script-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function faultIn(name: string, text: string): Promise<string | undefined> {
  const script = join(folder, name);
  await writeFile(script, text);
  const interpreter = await interpreterOf(script);
  return faultOf(script, (await findExecutable(interpreter, env)) ?? '', interpreter);
}

it.each([
  ['a.sh', 'test -f made\n'],
  ['a.sh', '#!/bin/bash\n[[ -f made ]] && list=(a b)\n'],
  ['a.py', 'print("é")\n'],
  ['a.sh', ''],
])('finds nothing wrong with %s: %j', async (name, text) => {
  expect(await faultIn(name, text)).toBeUndefined();
});

it.each([
  ['a.sh', 'set -e\r\ntest -f made\r\n', /Save them with "LF"/],
  ['a.sh', '#!/usr/bin/env node\nif (process.argv.length > 1) process.exit(1);\n', /read by sh .*yntax error/s],
  ['a.sh', 'if test -f made; then\n', /read by sh/],
  ['a.sh', '#!/bin/bash\nlist=(a\n', /read by bash:/],
  ['a.py', 'print(\n', /read by python3: .*SyntaxError/s],
])('says what is wrong with %s: %j', async (name, text, words) => {
  expect(await faultIn(name, text)).toMatch(words);
});

it('starts a shell from a copy that nobody may read, and Python as it is', async () => {
  const copy = await guarded('/bin/sh', 'sh');
  try {
    expect((await stat(copy)).mode & 0o777).toBe(0o111);
    const ran = await runCommand(copy, ['-c', 'exit 7'], { env, timeoutMs: 10_000, maxOutputBytes: 100 });
    expect(ran.exitCode).toBe(7);
  } finally {
    await rm(dirname(copy), { recursive: true });
  }
  expect(await guarded('/usr/bin/python3', 'python3')).toBe('/usr/bin/python3');
  expect(await guarded(join(folder, 'none'), 'bash')).toBe(join(folder, 'none'));
});
