import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { decodeJson, discoverySchema, healthSchema } from '@agent-factory/protocol';

/** How often to look for the discovery file: finer than what is measured. */
const LOOK_EVERY_MS = 2;
const TIMEOUT_MS = 15_000;

export interface DaemonCommand {
  /** Program and the arguments that come before ours. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Starts the daemon, returns the milliseconds until it says that it is healthy, and stops it. */
export async function timeToHealthy({ argv, env, home }: DaemonCommand): Promise<number> {
  const [file = '', ...args] = argv;
  const flags = ['--port', '0', '--no-open', '--agent', 'shell', '--content', home, '--log-level', 'silent'];
  const startedAt = performance.now();
  const child = spawn(file, [...args, ...flags], { env: { ...env, AF_PRACTICE_HOME: home }, stdio: 'ignore' });
  try {
    await untilHealthy(child, join(home, '.af-practice-server.json'));
    return performance.now() - startedAt;
  } finally {
    await end(child);
  }
}

async function untilHealthy(child: ChildProcess, discoveryPath: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isHealthy(discoveryPath))) {
    if (child.exitCode !== null) throw new Error(`The daemon ended with ${child.exitCode}`);
    if (performance.now() > deadline) throw new Error('The daemon never became healthy');
    await pause(LOOK_EVERY_MS);
  }
}

async function isHealthy(discoveryPath: string): Promise<boolean> {
  const discovery = decodeJson(discoverySchema, await readFile(discoveryPath, 'utf8').catch(() => ''));
  if (!discovery.ok) return false;
  const response = await fetch(`http://127.0.0.1:${discovery.value.port}/health`);
  const health = decodeJson(healthSchema, await response.text());
  return health.ok && health.value.healthy;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
