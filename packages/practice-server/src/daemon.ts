import type { IncomingMessage } from 'node:http';
import { type Health, PracticeError, type SessionId } from '@agent-factory/protocol';
import { Guard } from './access/guard.js';
import { allowedOrigins } from './access/origins.js';
import { Peers } from './access/peers/peers.js';
import { newSecret } from './access/secrets.js';
import type { Config } from './config.js';
import { removeDiscovery, writeDiscovery } from './discovery/discovery-file.js';
import { holdHome } from './discovery/hold-home.js';
import { findRunningDaemon, type RunningDaemon } from './discovery/running-daemon.js';
import { prepareHome } from './home/prepare-home.js';
import { createApp } from './http/app.js';
import { seesPage } from './http/first-page.js';
import { currentHealth } from './http/health.js';
import { type Door, type Listening, listen, type Refusal } from './listen.js';
import { Progress } from './progress/progress.js';
import type { SessionContext } from './sessions/context.js';
import { createContext } from './sessions/create-context.js';
import { Sessions } from './sessions/sessions.js';
import type { HomeLock } from './store/home-lock.js';
import { openStore, type Store } from './store/open.js';
import { CannotStart } from './system/cannot-start.js';
import { Faults } from './system/faults.js';
import type { Logger } from './system/log.js';
import { createTerminalEntrance } from './terminal/upgrade.js';

/** Requests in flight get this long to end before their connections are cut, in milliseconds. */
const CLOSE_GRACE_MS = 2000;

export interface Daemon {
  readonly port: number;
  readonly foundSessions: number;
  /** Why each port that was tried before was not to be had. */
  readonly refusedPorts: ReadonlyMap<number, Refusal>;
  /** Asked for from outside: `practice-server stop`. */
  readonly stopRequested: AbortSignal;
  health(): Promise<Health>;
  /** Whether a page talks to us within this many milliseconds. */
  seesPage(timeoutMs: number): Promise<boolean>;
  /** Takes what nobody has caught, so that it ends one connection and not all. */
  handleUncaught(error: unknown): void;
  /** Lets pages and clients go; the sessions live on. Safe to call twice. */
  close(): Promise<void>;
}

export type StartResult =
  | { kind: 'started'; daemon: Daemon }
  | { kind: 'already_running'; running: RunningDaemon }
  | { kind: 'no_port'; refusedPorts: ReadonlyMap<number, Refusal> };

/** Builds everything, listens, and only then says in the discovery file where. */
export async function startDaemon(config: Config, log: Logger): Promise<StartResult> {
  const running = await findRunningDaemon(config.paths.discovery);
  if (running !== undefined) return { kind: 'already_running', running };
  await prepareHome(config.paths, log);
  const lock = await holdHome(config.paths);
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

async function serve({ config, log, store, lock }: Foundation): Promise<StartResult> {
  const identity = { startedAt: new Date().toISOString(), token: newSecret() };
  const place = { port: 0 };
  const refusedPorts = new Map<number, Refusal>();
  const closing = new AbortController();
  const stop = new AbortController();
  const faults = new Faults(log);
  const context = createContext({ config, log, faults, store, port: () => place.port, closing: closing.signal });
  const peers = new Peers({ log });
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
        peers,
        shutDown: () => stop.abort(),
      });
    },
    onRefused: async (port, why) => {
      refusedPorts.set(port, why);
      return why === 'taken' && (await isOurs(config, port)) ? 'stop' : 'next';
    },
  });
  const close = once(() => closeAll({ context, sessions, progress, closing, listening, lock, peers }));
  if (listening === undefined) {
    await close();
    return nowhereToListen(config, refusedPorts);
  }
  if (!lock.holds()) {
    await close();
    throw new CannotStart('in_use', 'The lock of this home directory was taken away. Start the practice server again.');
  }
  const { port, servers } = listening;
  await writeDiscovery(config.paths.discovery, { port, pid: process.pid, ...identity });
  return {
    kind: 'started',
    daemon: {
      port,
      foundSessions,
      refusedPorts,
      stopRequested: stop.signal,
      health,
      seesPage: (timeoutMs) => seesPage(servers, timeoutMs),
      handleUncaught: (error) => faults.handle(error),
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
  readonly peers: Peers;
  readonly shutDown: () => void;
}

/** Everything that can come in on a port, behind one guard. */
function openDoor({ context, sessions, progress, health, port, token, peers, shutDown }: DoorOptions): Door {
  const { config, terminals, faults, widths, log } = context;
  const origins = allowedOrigins({ port, content: config.content, extra: config.allowedOrigins });
  const guard = new Guard({ port, token, origins, peers });
  const admits = (sessionId: SessionId, ticket: string) => sessions.admits(sessionId, ticket);
  const entrance = createTerminalEntrance({ guard, terminals, faults, admits });
  const app = createApp({ guard, sessions, progress, health, token, widths, log, shutDown });
  const request: Door['request'] = (incoming, response) =>
    faults.run({ name: pathOf(incoming), end: () => response.destroy() }, () => app(incoming, response));
  return { ...entrance, request };
}

/** Without what is asked for behind it: that may be a ticket, and the name is logged. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

async function nowhereToListen(config: Config, refusedPorts: ReadonlyMap<number, Refusal>): Promise<StartResult> {
  const running = await findRunningDaemon(config.paths.discovery);
  return running === undefined ? { kind: 'no_port', refusedPorts } : { kind: 'already_running', running };
}

/** Whether the program on a taken port is a daemon of this home directory that has just started too. */
async function isOurs(config: Config, port: number): Promise<boolean> {
  const running = await findRunningDaemon(config.paths.discovery);
  return running?.discovery.port === port;
}

interface Closing {
  readonly context: SessionContext;
  readonly sessions: Sessions;
  readonly progress: Progress;
  /** Ends what requests still wait for. */
  readonly closing: AbortController;
  readonly listening: Listening | undefined;
  readonly lock: HomeLock;
  readonly peers: Peers;
}

/** In the order in which data flows: nobody new comes in, who is there is let go, then what they used. */
async function closeAll({ context, sessions, progress, closing, listening, lock, peers }: Closing): Promise<void> {
  await removeDiscovery(context.config.paths.discovery, process.pid);
  context.terminals.close();
  closing.abort(
    new PracticeError('shutting_down', 'The practice server is closing. Start it again and try once more.'),
  );
  if (listening !== undefined) await stopListening(listening);
  peers.close();
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
