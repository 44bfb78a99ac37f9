import { FIRST_PORT, LAST_PORT } from '@agent-factory/protocol';
import type { Config } from '../config.js';
import { type Daemon, startDaemon } from '../daemon.js';
import type { RunningDaemon } from '../discovery/running-daemon.js';
import type { Refusal } from '../listen.js';
import { createLog, type Logger } from '../system/log.js';
import { compileSooner } from '../system/v8/compile-sooner.js';
import { collectWhenIdle } from '../system/v8/idle-collection.js';
import { VERSION } from '../system/version.js';
import { openLessons } from './open-lessons.js';

/** `practice-server`: runs until it is told to stop, and returns the exit code. */
export async function serve(config: Config): Promise<number> {
  const log = createLog({ level: config.logLevel, json: config.logJson, directory: config.paths.logs });
  const stopping = stopSignal();
  const result = await startDaemon(config, log);
  if (result.kind === 'already_running') return sayWhereItRuns(result.running, config);
  if (result.kind === 'no_port') return sayNoPort(config, result.refusedPorts);
  const { daemon } = result;
  keepWell(daemon);
  await announce(config, daemon, log);
  await eitherAborts(stopping, daemon.stopRequested);
  log.info('Stopping. Your exercises keep running; start the server again to return to them.');
  await daemon.close();
  return 0;
}

/** From here on there is something to lose. Rejections that nobody handled come this way too. */
export function keepWell(daemon: Daemon): void {
  process.on('uncaughtException', (error) => daemon.handleUncaught(error));
  collectWhenIdle();
  compileSooner();
}

async function announce(config: Config, daemon: Daemon, log: Logger): Promise<void> {
  const [wanted] = config.ports;
  if (wanted !== undefined && wanted !== 0 && wanted !== daemon.port)
    log.warn(`${refusalWords(wanted, daemon.refusedPorts)}; ${daemon.port} is free.`);
  log.info(
    { port: daemon.port, version: VERSION, content: config.content },
    `Practice server ready on http://localhost:${daemon.port}`,
  );
  if (daemon.foundSessions > 0) log.info(`${daemon.foundSessions} exercise(s) from before are still running.`);
  const { next } = await daemon.health();
  if (next !== undefined) log.warn(`${next.message} ${next.commands.join(' && ')}`.trim());
  if (config.open) void openLessons(config, daemon, log);
}

function sayWhereItRuns({ discovery, health }: RunningDaemon, { content }: Config): number {
  const where = `http://localhost:${discovery.port} (process ${discovery.pid})`;
  process.stdout.write(`The practice server (${health.version}) is already running on ${where}.\n`);
  if (!sameContent(health.content, content)) {
    process.stdout.write(
      `It has the exercises of ${health.content}. For those of ${content}, run "practice-server stop" first; nothing is lost.\n`,
    );
  }
  return 0;
}

function sameContent(running: string, wanted: string): boolean {
  const plain = (address: string) => address.replace(/\/+$/, '').replace('//127.0.0.1', '//localhost');
  return plain(running) === plain(wanted);
}

function refusalWords(port: number, refused: ReadonlyMap<number, Refusal>): string {
  return refused.get(port) === 'denied'
    ? `Port ${port} needs more rights than you have`
    : `Another program uses port ${port}`;
}

function sayNoPort(config: Config, refused: ReadonlyMap<number, Refusal>): number {
  const [first = 0] = config.ports;
  const advice = 'Free one of them, or choose another with --port.';
  process.stderr.write(
    refused.get(first) === 'denied'
      ? `${refusalWords(first, refused)}, and ${FIRST_PORT} to ${LAST_PORT} are all in use. ${advice}\n`
      : `Port ${first} and the ports up to ${LAST_PORT} are all in use. ${advice}\n`,
  );
  return 1;
}

/** Ctrl+C, `kill`, a closed terminal window. A second Ctrl+C ends the process at once, as Node does by default. */
export function stopSignal(): AbortSignal {
  const abort = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => abort.abort());
  return abort.signal;
}

export function eitherAborts(...signals: AbortSignal[]): Promise<void> {
  const any = AbortSignal.any(signals);
  return new Promise((resolve) => {
    if (any.aborted) resolve();
    else any.addEventListener('abort', () => resolve(), { once: true });
  });
}
