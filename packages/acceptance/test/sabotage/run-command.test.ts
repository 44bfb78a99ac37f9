import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../src/machine/temporary-folder.js';
import { type CommandOptions, runCommand } from '../../src/sabotage/command.js';

const WITHIN_MS = 60_000;
/** As long as a command has to end by itself when it was asked to, and longer, in milliseconds. */
const GRACE_MS = 10_000;
const OPTIONS = { cwd: '/', withinMs: WITHIN_MS, stop: new AbortController().signal };

/** Runs a script of the shell; `ready` is called when it says so. */
const shell = (script: string, ready: () => void, more: Partial<CommandOptions> = {}) =>
  runCommand('sh', ['-c', script], { ...OPTIONS, ...more, onOutput: (text) => text.includes('ready') && ready() });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('a command is ended when it is no longer wanted, which is told', async () => {
  const stop = new AbortController();
  let said = '';
  const onOutput = (text: string) => {
    said += text;
    stop.abort(new Error('no longer wanted'));
  };
  const ended = runCommand('sh', ['-c', 'echo ready; sleep 10; echo late'], {
    ...OPTIONS,
    stop: stop.signal,
    onOutput,
  });
  await expect(ended).rejects.toThrow('no longer wanted');
  expect(said).toBe('ready\n');
});

it('a command is told of as no longer wanted also where it ends well then', async () => {
  const stop = new AbortController();
  const script = 'trap "exit 0" TERM; echo ready; for n in 1 2 3 4 5 6 7 8 9 10; do sleep 1; done';
  await expect(shell(script, () => stop.abort(new Error('no longer wanted')), { stop: stop.signal })).rejects.toThrow(
    'no longer wanted',
  );
});

it('a command is not begun that is not wanted any more', async () => {
  await using folder = await temporaryFolder();
  const stop = AbortSignal.abort(new Error('not wanted'));
  await expect(runCommand('touch', ['begun'], { ...OPTIONS, cwd: folder.path, stop })).rejects.toThrow('not wanted');
  expect(existsSync(join(folder.path, 'begun'))).toBe(false);
});

it('a command that takes too long is asked to end, and has time to', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const script = 'trap "exit 7" TERM; echo ready; for n in 1 2 3 4 5 6 7 8 9 10; do sleep 1; done';
  const late = () => vi.advanceTimersByTime(WITHIN_MS);
  expect(await shell(script, late)).toMatchObject({ exitCode: 7 });
});

it('a command that does not end when it is asked to is killed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = () => vi.advanceTimersByTime(WITHIN_MS + GRACE_MS);
  expect(await shell('trap "" TERM; echo ready; sleep 10; exit 7', late)).toMatchObject({ exitCode: undefined });
});

it('nothing is waited for any more when a command has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await shell('echo ready', () => {});
  expect(vi.getTimerCount()).toBe(0);
  await shell('trap "exit 7" TERM; echo ready; sleep 1; sleep 1', () => vi.advanceTimersByTime(WITHIN_MS));
  expect(vi.getTimerCount()).toBe(0);
});

it('a command has our own environment, and what it is given before that', async () => {
  vi.stubEnv('OURS', 'ours');
  vi.stubEnv('BOTH', 'ours');
  const { output } = await runCommand('sh', ['-c', 'echo $OURS $BOTH'], { ...OPTIONS, env: { BOTH: 'given' } });
  expect(output).toBe('ours given\n');
});
