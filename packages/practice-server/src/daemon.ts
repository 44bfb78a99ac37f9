import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { type Health, PracticeError } from '@agent-factory/protocol';
import { Guard } from './access/guard.js';
import { allowedOrigins } from './access/origins.js';
import { newSecret } from './access/secrets.js';
import { Catalog } from './catalog/catalog.js';
import type { Config } from './config.js';
import { createApp } from './http/app.js';
import { currentHealth, type HealthOptions } from './http/health.js';
import { listen } from './listen.js';
import { AgentWatch } from './sessions/agent-watch.js';
import type { SessionContext } from './sessions/context.js';
import { LiveSessions } from './sessions/live-sessions.js';
import { Sessions } from './sessions/sessions.js';
import { openStore, type Store } from './store/open.js';
import { checkEnvironment, sessionEnvironment } from './system/child-environment.js';
import { Dependencies } from './system/dependencies.js';
import { removeDiscovery, writeDiscovery } from './system/discovery-file.js';
import type { Logger } from './system/log.js';
import { fetchHealth, findRunningDaemon, type RunningDaemon } from './system/running-daemon.js';
import { Terminals } from './terminal/terminals.js';
import { createUpgradeHandler } from './terminal/upgrade.js';
import { socketNameFor, Tmux } from './tmux/tmux.js';

/** Requests in flight get this long to end before their connections are cut, in milliseconds. */
const CLOSE_GRACE_MS = 2000;

export interface Daemon {
  readonly port: number;
  readonly foundSessions: number;
  /** Asked for from outside: `practice-server stop`. */
  readonly stopRequested: AbortSignal;
  health(): Promise<Health>;
  /** Whether a page talks to us within this many milliseconds. */
  seenPage(timeoutMs: number): Promise<boolean>;
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
  const store = await openStore(config.paths.database, log);
  try {
    return await serve(config, log, store);
  } catch (error) {
    await store.destroy();
    throw error;
  }
}

async function serve(config: Config, log: Logger, store: Store): Promise<StartResult> {
  const startedAt = new Date().toISOString();
  const token = newSecret();
  const stop = new AbortController();
  const closing = new AbortController();
  const place: { port: number; guard: Guard | undefined } = { port: 0, guard: undefined };
  const guard = (): Guard => place.guard ?? notListening();
  const context = createContext({ config, log, store, port: () => place.port, closing: closing.signal });
  const sessions = new Sessions(context);
  const { dependencies, terminals, live } = context;
  terminals.onClientExit = (sessionId, exitCode) => sessions.handleClientExit(sessionId, exitCode);
  const health = { config, dependencies, startedAt, port: () => place.port, activeSessions: () => live.count };
  const app = createApp({ guard, sessions, health, log, shutDown: () => stop.abort() });
  const upgrade = createUpgradeHandler({
    guard,
    terminals,
    ticketOf: (sessionId) => sessions.ticketOf(sessionId),
    greetingOf: (sessionId) => context.watch.exitOf(sessionId),
  });

  await Promise.all([context.tmux.prepare(), dependencies.current()]);
  const foundSessions = await sessions.open();
  const listening = await listen(config.ports, app, async (port) => ((await isOurs(config, port)) ? 'stop' : 'next'));
  if (listening === undefined) {
    await sessions.close();
    await store.destroy();
    const running = await findRunningDaemon(config.paths.discovery);
    return running === undefined ? { kind: 'no_port' } : { kind: 'already_running', running };
  }
  const { port, servers } = listening;
  place.port = port;
  place.guard = new Guard({
    port,
    token,
    origins: allowedOrigins({ port, content: config.content, extra: config.allowedOrigins }),
  });
  for (const server of servers) upgrade(server);
  await writeDiscovery(config.paths.discovery, { port, pid: process.pid, startedAt, token });
  const close = once(() => closeAll({ config, servers, sessions, terminals, store, closing }));
  return {
    kind: 'started',
    daemon: { port, foundSessions, stopRequested: stop.signal, close, ...outlook(health, servers) },
  };
}

function createContext(
  basis: Pick<SessionContext, 'config' | 'log' | 'store' | 'port' | 'closing'>,
): SessionContext & { terminals: Terminals } {
  const { config, log } = basis;
  const session = sessionEnvironment(config.environment);
  const tmux = new Tmux({
    socket: socketNameFor(config.paths.home),
    configPath: config.paths.tmuxConfig,
    environment: session,
  });
  const terminals = new Terminals({ tmux, cwd: config.paths.workspaces, log });
  return {
    ...basis,
    tmux,
    terminals,
    live: new LiveSessions(tmux),
    watch: new AgentWatch(tmux, (sessionId, frame) => terminals.broadcast(sessionId, frame)),
    catalog: new Catalog(config.content, config.paths.cache),
    dependencies: new Dependencies({ environment: session, agent: config.agent }),
    environments: { session, check: checkEnvironment(config.environment) },
  };
}

/** Whether the program on a taken port is a daemon of this home directory that has just started too. */
async function isOurs(config: Config, port: number): Promise<boolean> {
  if ((await fetchHealth(port)) === undefined) return false;
  const running = await findRunningDaemon(config.paths.discovery);
  return running?.health.port === port;
}

/** What the command line wants to know of a running daemon. */
function outlook(health: HealthOptions, servers: readonly Server[]): Pick<Daemon, 'health' | 'seenPage'> {
  return {
    health: () => currentHealth(health),
    seenPage: (timeoutMs) => firstPage(servers, timeoutMs),
  };
}

function firstPage(servers: readonly Server[], timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(false), timeoutMs);
    const handleRequest = (request: IncomingMessage): void => {
      if (request.headers.origin !== undefined) settle(true);
    };
    const settle = (seen: boolean): void => {
      clearTimeout(timer);
      for (const server of servers) server.off('request', handleRequest);
      resolve(seen);
    };
    for (const server of servers) server.on('request', handleRequest);
  });
}

interface Closing {
  readonly config: Config;
  readonly servers: readonly Server[];
  readonly sessions: Sessions;
  readonly terminals: Terminals;
  readonly store: Store;
  /** Ends what requests still wait for. */
  readonly closing: AbortController;
}

/** In the order in which data flows: nobody new comes in, who is there is let go, then what they used. */
async function closeAll({ config, servers, sessions, terminals, store, closing }: Closing): Promise<void> {
  await removeDiscovery(config.paths.discovery, process.pid);
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  terminals.close();
  closing.abort(
    new PracticeError('shutting_down', 'The practice server is closing. Start it again and try once more.'),
  );
  for (const server of servers) server.closeIdleConnections();
  const cut = setTimeout(() => servers.forEach((server) => void server.closeAllConnections()), CLOSE_GRACE_MS);
  await Promise.all(closed);
  clearTimeout(cut);
  await sessions.close();
  await store.destroy();
}

function once(task: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= task());
}

function notListening(): never {
  throw new Error('a request arrived before the daemon listened');
}
