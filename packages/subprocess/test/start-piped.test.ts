import { expect, test } from 'vitest';
import { type PipedProcess, startPiped } from '../src/index.js';
import { BARE, isRunning } from './support.js';

async function started(script: string): Promise<{ child: PipedProcess; said: () => string }> {
  let said = '';
  const child = await startPiped('/bin/sh', ['-c', script], {
    ...BARE,
    onStdout: (chunk) => {
      said += chunk;
    },
    onStderr: (chunk) => {
      said += `[${String(chunk).trim()}]`;
    },
  });
  if (typeof child === 'string') throw new Error(child);
  return { child, said: () => said };
}

test('a program is talked to while it runs, and everything it said was delivered when it has ended', async () => {
  const { child, said } = await started('while read line; do echo "heard $line"; done; echo bye >&2; exit 4');
  child.write('one\n');
  child.write('two\n');
  child.closeInput();
  expect(await child.ended).toMatchObject({ exitCode: 4, timedOut: false, aborted: false });
  expect(said()).toContain('heard one\nheard two\n');
  expect(said()).toContain('[bye]');
});

/** A program that prints this many bytes, and how they arrive. */
async function flood(bytes: number, room: () => Promise<void> | undefined) {
  let heard = 0;
  const child = await startPiped('/bin/sh', ['-c', `head -c ${bytes} /dev/zero`], {
    ...BARE,
    onStdout: (chunk) => {
      heard += chunk.length;
      return room();
    },
    onStderr: () => undefined,
  });
  if (typeof child === 'string') throw new Error(child);
  return { child, heard: () => heard };
}

const MANY_BYTES = 5_000_000;

test('a program waits while there is no room for what it says, and nothing of it is lost', async () => {
  let makeRoom: () => void = () => undefined;
  const room = new Promise<void>((resolve) => {
    makeRoom = resolve;
  });
  const held = await flood(MANY_BYTES, () => room);
  // In the time of one that is read to its end, the other one gets nowhere.
  const other = await flood(MANY_BYTES, () => undefined);
  await other.child.ended;
  expect(other.heard()).toBe(MANY_BYTES);
  expect(held.heard()).toBeLessThan(1_000_000);
  makeRoom();
  await held.child.ended;
  expect(held.heard()).toBe(MANY_BYTES);
});

test('a program that has ended is heard to its end, though there never was any room', async () => {
  let said = '';
  const child = await startPiped('/bin/sh', ['-c', 'echo first; read line; echo second'], {
    ...BARE,
    onStdout: (chunk) => {
      // It goes on when this has been heard, and nothing more is read from then on.
      if (said === '' && typeof child !== 'string') child.write('on\n');
      said += chunk;
      return new Promise(() => undefined);
    },
    onStderr: () => undefined,
  });
  if (typeof child === 'string') throw new Error(child);
  expect(await child.ended).toMatchObject({ exitCode: 0 });
  expect(said).toBe('first\nsecond\n');
});

test('a program that ignores the request to end is ended by force, with what it started', async () => {
  const { child, said } = await started('trap "" TERM; sleep 600 & echo $!; wait; sleep 600');
  while (!said().includes('\n')) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await child.end()).toMatchObject({ signal: 'SIGKILL', aborted: true });
  expect(await isRunning(Number(said()))).toBe(false);
  expect(await isRunning(child.pid)).toBe(false);
});

test('writing to a program that has ended is no error', async () => {
  const { child } = await started('exec <&-; exit 0');
  for (let round = 0; round < 100; round += 1) child.write('x'.repeat(100_000));
  await child.ended;
  child.write('late\n');
  await child.end();
});

test('a program that is not there is said, not thrown', async () => {
  const options = { ...BARE, onStdout: () => undefined, onStderr: () => undefined };
  expect(await startPiped('/nowhere/at-all', [], options)).toBe('not_found');
  expect(await startPiped('/etc/passwd', [], options)).toBe('not_executable');
});
