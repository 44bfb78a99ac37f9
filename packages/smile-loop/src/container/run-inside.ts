import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { Container } from 'dockerode';
import type { Engine } from './engine.js';
import { engineError } from './engine-errors.js';
import { EXEC_KILL_LIMIT_MS, EXEC_OUTPUT_BYTES } from './limits.js';
import { Demux } from './output/demux.js';
import { KeptOutput } from './output/kept-output.js';

export interface InsideOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it can read. Its input does not end then; without it, there is none. */
  readonly input?: string;
}

export interface InsideResult {
  /** Null where it was ended. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Whether it printed more than is kept. */
  readonly isCut: boolean;
}

const MARK = 'SMILE_INSIDE';
/** Ends every process with the mark in its environment: engines cannot end what they started inside. */
const KILL_MARKED = `const fs = require('node:fs');
for (const id of fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== String(process.pid))) {
  try { if (fs.readFileSync('/proc/' + id + '/environ').includes(process.argv[1])) process.kill(Number(id), 'SIGKILL'); } catch {}
}`;

/**
 * Runs a program in a container that runs already. Its processes are ended with its time.
 * @throws SmileError if the engine failed. A program that is not there ends with 126 or 127.
 */
export async function runInside(
  engine: Engine,
  container: Container,
  argv: readonly string[],
  { timeout, folder, env = {}, input }: InsideOptions,
): Promise<InsideResult> {
  const mark = `${MARK}=${randomUUID()}`;
  const variables = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), mark];
  const place = folder === undefined ? {} : { WorkingDir: folder };
  try {
    return await execute({ engine, container }, { Cmd: [...argv], Env: variables, ...place }, { timeout, mark, input });
  } catch (error) {
    throw engineError(error, 'run a command in the container');
  }
}

interface Place {
  readonly engine: Engine;
  readonly container: Container;
}

async function execute(
  { engine, container }: Place,
  command: { readonly Cmd: string[]; readonly Env: string[]; readonly WorkingDir?: string },
  { timeout, mark, input }: { readonly timeout: number; readonly mark?: string; readonly input?: string | undefined },
): Promise<InsideResult> {
  const stdin = input !== undefined;
  const asked = { ...command, AttachStdin: stdin, AttachStdout: true, AttachStderr: true, Tty: false };
  const exec = await engine.call((abortSignal) => container.exec({ ...asked, abortSignal }));
  const attached = await engine.call((abortSignal) => exec.start({ hijack: true, stdin, abortSignal }));
  const [stdout, stderr] = [new KeptOutput(EXEC_OUTPUT_BYTES, 'start'), new KeptOutput(EXEC_OUTPUT_BYTES, 'start')];
  const output = attached.pipe(new Demux((chunk) => stderr.add(chunk)));
  attached.on('error', (error) => output.destroy(error));
  if (stdin) attached.write(input);
  attached.on('close', () => output.end());
  output.on('data', (chunk: Buffer) => stdout.add(chunk));
  const timedOut = await endsLate(finished(output, { writable: false }), timeout);
  if (timedOut && mark !== undefined) await killMarked({ engine, container }, mark);
  attached.destroy();
  const { ExitCode } = await engine.call((abortSignal) => exec.inspect({ abortSignal }));
  return {
    exitCode: timedOut ? null : (ExitCode ?? null),
    stdout: stdout.text,
    stderr: stderr.text,
    timedOut,
    isCut: stdout.isCut || stderr.isCut,
  };
}

async function endsLate(end: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), limitMs);
  });
  // An error after the time is up is of no interest: the output was given up.
  end.catch(() => undefined);
  return Promise.race([end.then(() => false), late]).finally(() => clearTimeout(timer));
}

async function killMarked(place: Place, mark: string): Promise<void> {
  await execute(place, { Cmd: ['node', '-e', KILL_MARKED, mark], Env: [] }, { timeout: EXEC_KILL_LIMIT_MS });
}
