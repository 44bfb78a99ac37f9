import { mkdir } from 'node:fs/promises';
import { type Health, PracticeError } from '@agent-factory/protocol';
import { Guard } from './access/guard.js';
import { allowedOrigins } from './access/origins.js';
import { newSecret } from './access/secrets.js';
import type { Config } from './config.js';
import { createApp } from './http/app.js';
import { seesPage } from './http/first-page.js';
import { currentHealth } from './http/health.js';
import { type Door, type Listening, listen } from './listen.js';
import { Progress } from './progress/progress.js';
import type { SessionContext } from './sessions/context.js';
import { createContext } from './sessions/create-context.js';
import { Sessions } from './sessions/sessions.js';
import { type HomeLock, lockHome } from './store/home-lock.js';
import { openStore, type Store } from './store/open.js';
import { CannotStart } from './system/cannot-start.js';
import { removeDiscovery, writeDiscovery } from './system/discovery-file.js';
import type { Logger } from './system/log.js';
import { fetchHealth, findRunningDaemon, type RunningDaemon } from './system/running-daemon.js';
import { createTerminalEntrance } from './terminal/upgrade.js';

/** Requests in flight get this long to end before their connections are cut, in milliseconds. */
const CLOSE_GRACE_MS = 2000;
/** A daemon that holds the database listens within this long, or does not work. */
const OTHER_DAEMON_MS = 3000;
const LOOK_EVERY_MS = 50;

export interface Daemon {
  readonly port: number;
  readonly foundSessions: number;
  /** Asked for from outside: `practice-server stop`. */
  readonly stopRequested: AbortSignal;
  health(): Promise<Health>;
  /** Whether a page talks to us within this many milliseconds. */
  seesPage(timeoutMs: number): Promise<boolean>;
  /** Lets pages and clients go; the sessions live on. Safe to call twice. */
  close(): Promise<void>;
}

export type StartResult =
  | { kind: 'started'; daemon: Daemon }
  | { kind: 'already_running'; running: RunningDaemon }
  | { kind: 'no_port' };

/** Builds everything, listens, and only then says in the discovery file where. */
export async function startDaemon(config: Config, log: Logger): Promise<StartResult> {
  const running = await findRunningDaemon(config.paths.discovery);
  if (running !== undefined) return { kind: 'already_running', running };
  await Promise.all(
    [config.paths.state, config.paths.workspaces].map((path) => mkdir(path, { recursive: true, mode: 0o700 })),
  );
  const lock = await lockOrFindOther(config);
  if ('discovery' in lock) return { kind: 'already_running', running: lock };
  try {
    const store = await openStore(config.paths.database, log);
    return await serveOrClose({ config, log, store, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serveOrClose(foundation: Foundation): Promise<StartResult> {
  try {
    return await serve(foundation);
  } catch (error) {
    await foundation.store.destroy();
    throw error;
  }
}

interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly lock: HomeLock;
}

/** Another daemon of this home may have got there first, and only now be ready to say where. */
async function lockOrFindOther(config: Config): Promise<HomeLock | RunningDaemon> {
  try {
    return lockHome(config.paths.lock);
  } catch (error) {
    const winner = error instanceof CannotStart ? await waitForDaemon(config) : undefined;
    if (winner === undefined) throw error;
    return winner;
  }
}

async function waitForDaemon({ paths }: Config): Promise<RunningDaemon | undefined> {
  const deadline = performance.now() + OTHER_DAEMON_MS;
  while (performance.now() < deadline) {
    const running = await findRunningDaemon(paths.discovery);
    if (running !== undefined) return running;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return undefined;
}

async function serve({ config, log, store, lock }: Foundation): Promise<StartResult> {
  const identity = { startedAt: new Date().toISOString(), token: newSecret() };
  const place = { port: 0 };
  const closing = new AbortController();
  const stop = new AbortController();
  const context = createContext({ config, log, store, port: () => place.port, closing: closing.signal });
  const progress = new Progress(context);
  const sessions = new Sessions(context, progress);
  context.terminals.onClientExit = (sessionId, exitCode) => sessions.handleClientExit(sessionId, exitCode);
  const health = () => currentHealth(context, identity.startedAt);

  await Promise.all([context.tmux.prepare(), context.dependencies.current()]);
  const foundSessions = await sessions.open();
  const listening = await listen({
    ports: config.ports,
    open(port) {
      place.port = port;
      return openDoor({
        context,
        sessions,
        progress,
        health,
        port,
        token: identity.token,
        shutDown: () => stop.abort(),
      });
    },
    onTaken: async (port) => ((await isOurs(config, port)) ? 'stop' : 'next'),
  });
  const close = once(() => closeAll({ context, sessions, progress, closing, listening, lock }));
  if (listening === undefined) {
    await close();
    return nowhereToListen(config);
  }
  const { port, servers } = listening;
  await writeDiscovery(config.paths.discovery, { port, pid: process.pid, ...identity });
  return {
    kind: 'started',
    daemon: {
      port,
      foundSessions,
      stopRequested: stop.signal,
      health,
      seesPage: (timeoutMs) => seesPage(servers, timeoutMs),
      close,
    },
  };
}

interface DoorOptions {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly progress: Progress;
  readonly health: () => Promise<Health>;
  readonly port: number;
  readonly token: string;
  readonly shutDown: () => void;
}

/** Everything that can come in on a port, behind one guard. */
function openDoor({ context, sessions, progress, health, port, token, shutDown }: DoorOptions): Door {
  const { config, terminals, widths, log } = context;
  const origins = allowedOrigins({ port, content: config.content, extra: config.allowedOrigins });
  const guard = new Guard({ port, token, origins });
  const entrance = createTerminalEntrance({ guard, terminals, ticketOf: (sessionId) => sessions.ticketOf(sessionId) });
  return { ...entrance, request: createApp({ guard, sessions, progress, health, widths, log, shutDown }) };
}

async function nowhereToListen(config: Config): Promise<StartResult> {
  const running = await findRunningDaemon(config.paths.discovery);
  return running === undefined ? { kind: 'no_port' } : { kind: 'already_running', running };
}

/** Whether the program on a taken port is a daemon of this home directory that has just started too. */
async function isOurs(config: Config, port: number): Promise<boolean> {
  if ((await fetchHealth(port)) === undefined) return false;
  const running = await findRunningDaemon(config.paths.discovery);
  return running?.health.port === port;
}

interface Closing {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly progress: Progress;
  /** Ends what requests still wait for. */
  readonly closing: AbortController;
  readonly listening: Listening | undefined;
  readonly lock: HomeLock;
}

/** In the order in which data flows: nobody new comes in, who is there is let go, then what they used. */
async function closeAll({ context, sessions, progress, closing, listening, lock }: Closing): Promise<void> {
  await removeDiscovery(context.config.paths.discovery, process.pid);
  context.terminals.close();
  closing.abort(
    new PracticeError('shutting_down', 'The practice server is closing. Start it again and try once more.'),
  );
  if (listening !== undefined) await stopListening(listening);
  await sessions.close();
  await progress.close();
  await context.store.destroy();
  lock.release();
}

async function stopListening({ servers, door }: Listening): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  door.close();
  for (const server of servers) server.closeIdleConnections();
  const cut = setTimeout(() => {
    door.cut();
    for (const server of servers) server.closeAllConnections();
  }, CLOSE_GRACE_MS);
  await Promise.all(closed);
  clearTimeout(cut);
}

function once(task: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= task());
}
