import { type Discovery, decode, type Outcome, parseJson } from '@agent-factory/protocol';
import type * as z from 'zod';
import { type DaemonAtPort, lookForDaemon, type RunningDaemon, unprovenWords } from '../discovery/running-daemon.js';
import { HttpGetError, httpRequest } from '../fetch/http-get.js';
import type { Paths } from '../home/paths.js';

/** The list has 300 bytes for each session. If a tmux is suspended, the answer waits for two looks of some seconds. */
const LIMITS = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/** The running daemon; if there is none, prints that and how to start it. */
export async function requireDaemon(paths: Paths): Promise<RunningDaemon | undefined> {
  const found = await lookForDaemon(paths.discovery);
  if (found.kind === 'running') return found.running;
  process.stderr.write(`${notRunning(found)}\n`);
  return undefined;
}

/** What to say if no daemon can be asked. */
export function notRunning(found: Exclude<DaemonAtPort, { kind: 'running' }>): string {
  if (found.kind === 'unproven') return unprovenWords(found.discovery);
  return 'The practice server is not running. Start it with: npx @agent-factory/practice-server';
}

/**
 * Asks the daemon as its owner, with the token of the discovery file. Prints a sentence and returns undefined
 * if the daemon does not answer, refuses, or answers with something other than JSON.
 */
export async function ask({ discovery }: RunningDaemon, method: 'GET' | 'POST', path: string): Promise<unknown> {
  const outcome = await send(discovery, method, path);
  if (outcome.ok) return outcome.value;
  const who = `The practice server on port ${discovery.port} (process ${discovery.pid})`;
  process.stderr.write(`${who} does not answer as it should: ${outcome.issues.join('; ')}. Restart it.\n`);
  return undefined;
}

interface AskedRoute<T> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly response: z.ZodType<T>;
}

/** What a route answers. Prints a sentence and returns undefined as `ask` does, and for what this version does not know. */
export async function askRoute<T>(
  daemon: RunningDaemon,
  { method, path, response }: AskedRoute<T>,
): Promise<T | undefined> {
  const answer = await ask(daemon, method, path);
  if (answer === undefined) return undefined;
  const outcome = decode(response, answer);
  if (outcome.ok) return outcome.value;
  process.stderr.write('The practice server answered in a way this version does not understand. Restart it.\n');
  return undefined;
}

async function send({ port, token }: Discovery, method: 'GET' | 'POST', path: string): Promise<Outcome<unknown>> {
  const headers = { Authorization: `Bearer ${token}` };
  try {
    const answer = await httpRequest(`http://127.0.0.1:${port}${path}`, { ...LIMITS, method, headers });
    if (answer.status !== 200) return { ok: false, issues: [`status ${answer.status}`] };
    return parseJson(answer.body.toString());
  } catch (error) {
    if (error instanceof HttpGetError) return { ok: false, issues: [error.message] };
    throw error;
  }
}
