import { spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../src/index.js';
import { BARE, isRunning, sh, temporaryFolder, until } from './support.js';

const BUILT = fileURLToPath(new URL('../dist/index.js', import.meta.url));

describe('a command that ends by itself', () => {
  test('tells its exit code and both streams', async () => {
    const result = await sh('echo out; echo err >&2; exit 3');
    expect(result).toMatchObject({ exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n' });
    expect(result).toMatchObject({ timedOut: false, outputExceeded: false, aborted: false });
    expect(result.failure).toBeUndefined();
    expect(result.durationMs).toBeGreaterThan(0);
  });

  test('tells the signal that ended it', async () => {
    expect(await sh('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  test('sees the environment it was given and nothing else', async () => {
    const result = await runCommand('/usr/bin/env', [], { ...BARE, env: { ONLY: 'this' } });
    expect(result.stdout).toBe('ONLY=this\n');
  });

  test('reads its input to the end, and finds none where there is none', async () => {
    expect((await sh('cat', { input: 'größe' })).stdout).toBe('größe');
    expect((await sh('cat')).stdout).toBe('');
  });

  test('reads a stream as it comes, no faster than it wants', async () => {
    await using folder = await temporaryFolder();
    const input = new PassThrough();
    const result = sh('until [ -e go ]; do sleep 0.01; done; wc -c', { input, cwd: folder.path });
    let held = 0;
    for (let count = 0; count < 64; count += 1) {
      if (input.write(Buffer.alloc(64 * 1024))) continue;
      held += 1;
      await writeFile(join(folder.path, 'go'), '');
      if (input.writableNeedDrain) await once(input, 'drain');
    }
    input.end();
    expect((await result).stdout.trim()).toBe(String(64 * 64 * 1024));
    expect(held).toBeGreaterThan(0);
  });

  test('may leave its input unread', async () => {
    expect(await sh('exit 0', { input: 'x'.repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
    const input = new PassThrough();
    const closed = new Promise((resolve) => input.on('error', () => {}).once('close', resolve));
    expect(await sh('exec <&-; exit 0', { input })).toMatchObject({ exitCode: 0 });
    input.write('nobody reads this');
    await closed;
  });

  test('keeps the end of a pipeline that outlives its shell', async () => {
    const result = await runCommand('bash', ['-c', 'exec > >(sleep 0.01; cat); echo late'], BARE);
    expect(result.stdout).toBe('late\n');
  });
});

describe('text', () => {
  test('is whole although a character arrives in pieces', async () => {
    const lines: string[] = [];
    const script = String.raw`printf 'a\303'; sleep 0.05; printf '\244b\n'`;
    const result = await sh(script, { onStdoutLine: (line) => lines.push(line) });
    expect(result.stdout).toBe('aäb\n');
    expect(lines).toEqual(['aäb']);
  });

  test('has replacement characters for bytes that are none', async () => {
    expect((await sh(String.raw`printf '\377\376x'`)).stdout).toBe('\u{fffd}\u{fffd}x');
  });

  test('comes line by line, the last one without its line end, too', async () => {
    const lines: string[] = [];
    await sh(String.raw`printf 'one\r\n\ntwo'`, { onStdoutLine: (line) => lines.push(line) });
    expect(lines).toEqual(['one', '', 'two']);
  });

  test('comes as bytes where they are wanted, which are neither kept nor counted', async () => {
    const pieces: Buffer[] = [];
    const script = String.raw`printf 'a\377'; printf 'error' >&2; head -c 100000 /dev/zero`;
    const result = await sh(script, { maxOutputBytes: 10, onStdout: (piece) => pieces.push(piece) });
    expect(result).toMatchObject({ exitCode: 0, stdout: '', stderr: 'error', outputExceeded: false });
    expect(Buffer.concat(pieces)).toEqual(Buffer.concat([Buffer.from('a\xff', 'latin1'), Buffer.alloc(100_000)]));
  });

  test('arrives while the command runs', async () => {
    await using folder = await temporaryFolder();
    const gate = join(folder.path, 'gate');
    const script = 'echo first; while [ ! -e "$0" ]; do sleep 0.01; done';
    const result = await runCommand('sh', ['-c', script, gate], {
      ...BARE,
      onStdoutLine: (line) => void (line === 'first' && writeFile(gate, '')),
    });
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
  });

  test('ends the command where its receiver throws', async () => {
    const failing = sh('echo one; exec sleep 60', {
      onStdoutLine: () => {
        throw new Error('no more');
      },
    });
    await expect(failing).rejects.toThrow('no more');
  });
});

describe('a command that cannot start', () => {
  test('is not found', async () => {
    expect(await runCommand('no-such-program', [], BARE)).toMatchObject({ failure: 'not_found', exitCode: null });
  });

  test('has no folder to run in', async () => {
    expect(await sh('true', { cwd: '/no/such/folder' })).toMatchObject({ failure: 'not_found' });
  });

  test('is no program', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'text');
    await writeFile(file, 'text');
    await chmod(file, 0o644);
    expect(await runCommand(file, [], BARE)).toMatchObject({ failure: 'not_executable' });
  });

  test('has more arguments than a system takes', async () => {
    expect(await runCommand('true', ['x'.repeat(4_000_000)], BARE)).toMatchObject({ failure: 'failed_to_start' });
  });

  test('is a bug where an argument holds a NUL byte', async () => {
    await expect(runCommand('true', ['\0'], BARE)).rejects.toThrow();
  });
});

describe('limits', () => {
  test.concurrent('a command that takes too long is ended', async () => {
    const result = await sh('echo begun; exec sleep 60', { timeoutMs: 8000 });
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGTERM', stdout: 'begun\n' });
    // Timers count in whole milliseconds, each part for itself.
    expect(result.durationMs).toBeGreaterThan(7950);
    expect(result.durationMs).toBeLessThan(15_000);
  });

  test.concurrent('a command that ignores SIGTERM is ended all the same', async () => {
    const result = await sh('trap "" TERM; while :; do sleep 0.1; done', { timeoutMs: 8000 });
    expect(result).toMatchObject({ timedOut: true, signal: 'SIGKILL' });
    expect(result.durationMs).toBeLessThan(21_000);
  });

  test('a command is not blamed for a machine that stands still for longer than its time', async () => {
    const input = new PassThrough();
    const standStill = (): void => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8500);
      input.end('go on\n');
    };
    const onStdoutLine = (line: string): void => {
      if (line === 'begun') setImmediate(standStill);
    };
    const result = await sh('echo begun; read line; sleep 0.1; echo "$line"', { input, timeoutMs: 8000, onStdoutLine });
    expect(result).toMatchObject({ timedOut: false, exitCode: 0, stdout: 'begun\ngo on\n' });
  });

  test('a flood is cut at the limit', async () => {
    const result = await runCommand('yes', [], { ...BARE, maxOutputBytes: 10_000 });
    expect(result).toMatchObject({ outputExceeded: true, timedOut: false });
    expect(result.stdout).toHaveLength(10_000);
  });

  test('both streams share the limit', async () => {
    const result = await sh('printf 12345; printf 67890 >&2; exec sleep 0.1', { maxOutputBytes: 10 });
    expect(result).toMatchObject({ outputExceeded: false, stdout: '12345', stderr: '67890' });
    expect(await sh('printf 12345; printf 678901 >&2', { maxOutputBytes: 10 })).toMatchObject({ outputExceeded: true });
  });

  test('an abort ends it', async () => {
    const abort = new AbortController();
    const result = await sh('echo begun; exec sleep 60', { signal: abort.signal, onStdoutLine: () => abort.abort() });
    expect(result).toMatchObject({ aborted: true, timedOut: false, signal: 'SIGTERM' });
  });

  test('leaves no listener on a signal that several commands share', async () => {
    const { signal } = new AbortController();
    for (const _round of [1, 2, 3]) {
      const commands = [1, 2, 3].map(() => sh('sleep 0.05', { signal }));
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
      await Promise.all(commands);
    }
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('an abort while it starts ends it', async () => {
    const abort = new AbortController();
    const result = sh('exec sleep 60', { signal: abort.signal, timeoutMs: 30_000 });
    abort.abort();
    expect(await result).toMatchObject({ aborted: true, timedOut: false });
  });

  test('an abort before the start keeps it from starting', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'made');
    expect(await sh(`touch ${file}`, { signal: AbortSignal.abort() })).toMatchObject({ aborted: true });
    await expect(readFile(file)).rejects.toThrow();
  });

  test('an endless time is none that a timer would cut short', async () => {
    expect(await sh('sleep 0.05', { timeoutMs: Number.POSITIVE_INFINITY })).toMatchObject({ timedOut: false });
  });
});

describe('what a command leaves behind', () => {
  test('is ended after it, whether or not it holds the output', async () => {
    for (const redirect of ['', '>/dev/null 2>&1']) {
      const result = await sh(`sleep 60 ${redirect} & echo $!`);
      expect(result).toMatchObject({ exitCode: 0, signal: null });
      expect(await isRunning(Number(result.stdout))).toBe(false);
    }
  });

  test('is ended when it ignores SIGTERM', async () => {
    const result = await sh('(trap "" TERM; while :; do sleep 0.1; done) >/dev/null 2>&1 & echo $!');
    expect(await isRunning(Number(result.stdout))).toBe(false);
  });

  test('is ended with a command that took too long', async () => {
    const result = await sh('sleep 60 & echo $!; wait', { timeoutMs: 8000 });
    expect(await isRunning(Number(result.stdout))).toBe(false);
  });

  test('delays nothing when it escaped into a session of its own', async () => {
    const pipes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
    const before = pipes();
    const result = await sh('setsid sleep 60 & sleep 0.1; echo $!');
    await until(() => pipes() === before);
    const escaped = Number(result.stdout);
    expect(result).toMatchObject({ exitCode: 0, timedOut: false });
    expect(result.durationMs).toBeLessThan(15_000);
    if (await isRunning(escaped)) process.kill(escaped, 'SIGKILL');
  });

  test('is ended after it, wherever it went, where nothing may be left', async () => {
    const escapes = [
      'setsid sleep 60 >/dev/null 2>&1 & echo $!',
      'setsid sleep 60 & echo $!',
      `setsid sh -c 'trap "" TERM; while :; do sleep 0.1; done' >/dev/null 2>&1 & echo $!`,
      `setsid sh -c 'setsid sleep 60 >/dev/null 2>&1 & echo $!'`,
      `cd / && exec setsid sh -c 'echo $$; exec sleep 60'`,
    ];
    for (const script of escapes) {
      const result = await sh(`${script}; sleep 0.05`, { endEscaped: true });
      expect(result).toMatchObject({ timedOut: false, aborted: false });
      expect(result.durationMs).toBeLessThan(15_000);
      expect([script, await isRunning(Number(result.stdout))]).toEqual([script, false]);
    }
  });

  test('is ended at once with a command that nobody wants any more, wherever it went', async () => {
    const tookMs: number[] = [];
    // The fastest of three, so that a machine that stands still once does not count.
    for (const _round of [1, 2, 3]) {
      const abort = new AbortController();
      let escaped = 0;
      let askedAt = 0;
      const onStdoutLine = (line: string): void => {
        escaped = Number(line);
        askedAt = performance.now();
        abort.abort();
      };
      const script = 'setsid sleep 60 & echo $!; wait';
      const result = await sh(script, { endEscaped: true, signal: abort.signal, onStdoutLine });
      tookMs.push(performance.now() - askedAt);
      expect(result.aborted).toBe(true);
      expect(await isRunning(escaped)).toBe(false);
    }
    // Nothing here waits for what escaped.
    expect(Math.min(...tookMs)).toBeLessThan(1500);
  });

  test('is what the command started, and nothing of another command', async () => {
    await using folder = await temporaryFolder();
    const script = 'setsid sleep 60 >/dev/null 2>&1 & echo $! > pid; until [ -e go ]; do sleep 0.01; done; cat pid';
    const pid = join(folder.path, 'pid');
    const other = sh(script, { endEscaped: true, cwd: folder.path });
    await until(() => readFile(pid, 'utf8').then(Boolean, () => false));
    await sh('true', { endEscaped: true });
    expect(await isRunning(Number(await readFile(pid, 'utf8')))).toBe(true);
    await writeFile(join(folder.path, 'go'), '');
    expect(await isRunning(Number((await other).stdout))).toBe(false);
  });

  test.each([
    ['a process of the group', 'echo $$ > pid.new; mv pid.new pid; exec sleep 60', false],
    ['one in a session of its own', 'setsid sleep 60 & echo $! > pid.new; mv pid.new pid; wait', true],
  ])('goes with us when we exit: %s', async (_what, script, endEscaped) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'pid');
    const program = `import { runCommand } from ${JSON.stringify(BUILT)};
      import { existsSync } from 'node:fs';
      void runCommand('sh', ['-c', ${JSON.stringify(script)}],
        { cwd: ${JSON.stringify(folder.path)}, env: ${JSON.stringify(BARE.env)}, timeoutMs: 60000, maxOutputBytes: 10,
          endEscaped: ${endEscaped} });
      setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 10);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], { env: BARE.env });
    const [code] = await once(owner, 'exit');
    expect(code).toBe(0);
    const pid = Number(await readFile(file, 'utf8'));
    await until(async () => !(await isRunning(pid)));
  });

  test.each([
    ['at once', '0', 600_000],
    ['after some of its time', '1', 4000],
  ])('keeps nobody running once it has ended %s', async (_when, seconds, timeoutMs) => {
    const program = `import { runCommand } from ${JSON.stringify(BUILT)};
      const options = { env: ${JSON.stringify(BARE.env)}, timeoutMs: ${timeoutMs}, maxOutputBytes: 10 };
      const { exitCode } = await runCommand('sleep', ['${seconds}'], options);
      console.log(exitCode, process.getActiveResourcesInfo().includes('Timeout'));`;
    const owner = await runCommand(process.execPath, ['--input-type=module', '-e', program], {
      ...BARE,
      timeoutMs: 30_000,
    });
    expect(owner).toMatchObject({ exitCode: 0, stdout: '0 false\n' });
  });
});

/** What memory is collected while a command runs must not matter. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
