import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Exercise, missingPrerequisites, runSetup, type SetupOptions } from '../src/index.js';
import {
  demoExercise,
  ENV,
  errorOf,
  isRunning,
  readTree,
  type TemporaryFolder,
  temporaryFolder,
  written,
} from './support.js';

async function prepared(folder: TemporaryFolder, setupCommands: string[]): Promise<[Exercise, SetupOptions]> {
  await mkdir(folder.at('w'));
  return [
    await demoExercise(folder.at('x'), { workspace: { setupCommands } }),
    { workspace: folder.at('w'), env: ENV },
  ];
}

describe('set-up commands', () => {
  test('[practice-environment 1.3 setup] run in the workspace, by a shell, in their order', async () => {
    await using folder = await temporaryFolder();
    await runSetup(...(await prepared(folder, ['echo one > log', 'echo "$LANG" >> log && mkdir made'])));
    expect(await readTree(folder.at('w'))).toEqual({ log: 'one\nC.UTF-8\n', 'made/': '' });
  });

  test('stop at the first that fails, which is named with the end of its output', async () => {
    await using folder = await temporaryFolder();
    const failing = 'yes | head -c 5000; echo "no such package" >&2; exit 7';
    const error = await errorOf(runSetup(...(await prepared(folder, [failing, 'touch made']))));
    expect(error).toMatchObject({ code: 'setup_failed', facts: { command: failing, exitCode: 7 } });
    expect(error.facts.output).toMatch(/^[\sy]+no such package\n$/);
    expect(Buffer.byteLength(String(error.facts.output))).toBeLessThanOrEqual(2048);
    expect(await readTree(folder.at('w'))).toEqual({});
  });

  test('are ended when they take too long', async () => {
    await using folder = await temporaryFolder();
    const [exercise, options] = await prepared(folder, ['echo begun; exec sleep 60']);
    const error = await errorOf(runSetup(exercise, { ...options, timeoutMs: 5000 }));
    expect(error).toMatchObject({
      code: 'setup_timeout',
      facts: { command: 'echo begun; exec sleep 60', output: 'begun\n' },
    });
  });

  test('are ended when nobody wants them any more', async () => {
    await using folder = await temporaryFolder();
    const [exercise, options] = await prepared(folder, ['exec sleep 60']);
    const reason = new Error('the daemon closes');
    await expect(runSetup(exercise, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('end at once with everything they have started, wherever it went, when nobody wants them any more', async () => {
    await using folder = await temporaryFolder();
    const hanging = 'setsid sleep 60 & echo $! > pid.new; mv pid.new pid; wait';
    const [exercise, options] = await prepared(folder, [hanging, 'touch made']);
    const abort = new AbortController();
    const setup = runSetup(exercise, { ...options, signal: abort.signal });
    const pid = await written(folder.at('w', 'pid'));
    const askedAt = performance.now();
    abort.abort('reset');
    await expect(setup).rejects.toBe('reset');
    expect(performance.now() - askedAt).toBeLessThan(5000);
    expect(isRunning(Number(pid))).toBe(false);
    expect(Object.keys(await readTree(folder.at('w')))).toEqual(['pid']);
  });
});

test('missing prerequisites are named, those that are there are not', async () => {
  expect(await missingPrerequisites({ prerequisites: ['sh', 'no-such-program', 'cat'] }, ENV)).toEqual([
    'no-such-program',
  ]);
});
