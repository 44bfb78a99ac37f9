import type { Health } from '@agent-factory/protocol';
import type { FolderSight } from './access/folders-seen.js';
import { Peers } from './access/peers/peers.js';
import { newSecret } from './access/secrets.js';
import type { Capability } from './capabilities/capability.js';
import { CAPABILITIES } from './capabilities/list.js';
import { openCapabilities } from './capabilities/open-capabilities.js';
import { tablesOf } from './capabilities/tables-of.js';
import { closeAll } from './close.js';
import type { Config } from './config.js';
import { writeDiscovery } from './discovery/discovery-file.js';
import { holdHome } from './discovery/hold-home.js';
import { findRunningDaemon, type RunningDaemon } from './discovery/running-daemon.js';
import { openDoor } from './door.js';
import { prepareHome } from './home/prepare-home.js';
import { seesPage } from './http/first-page.js';
import { currentHealth } from './http/health.js';
import { type Listening, listen, type Refusal } from './listen.js';
import { createContext } from './sessions/create-context.js';
import { Sessions } from './sessions/sessions.js';
import type { HomeLock } from './store/home-lock.js';
import { openStore, type Store } from './store/open.js';
import { CannotStart } from './system/cannot-start.js';
import { Faults } from './system/faults.js';
import type { Logger } from './system/log.js';

export interface Daemon {
  readonly port: number;
  readonly foundSessions: number;
  /** Why each port that was tried before was refused. */
  readonly refusedPorts: ReadonlyMap<number, Refusal>;
  /** Aborts when `practice-server stop` asks for it. */
  readonly stopRequested: AbortSignal;
  health(): Promise<Health>;
  /** Whether a page talks to us within this many milliseconds. */
  seesPage(timeoutMs: number): Promise<boolean>;
  /** Handles what nobody has caught, so that it ends one connection and not all. */
  handleUncaught(error: unknown): void;
  /** Lets pages and clients go; the sessions live on. Safe to call twice. */
  close(): Promise<void>;
}

export type StartResult =
  | { kind: 'started'; daemon: Daemon }
  | { kind: 'already_running'; running: RunningDaemon }
  | { kind: 'no_port'; refusedPorts: ReadonlyMap<number, Refusal> };

/** Builds everything, listens, and only then writes into the discovery file where it listens. */
export async function startDaemon(
  config: Config,
  log: Logger,
  capabilities: readonly Capability[] = CAPABILITIES,
): Promise<StartResult> {
  const running = await findRunningDaemon(config.paths.discovery);
  if (running !== undefined) return { kind: 'already_running', running };
  await prepareHome(config.paths, log);
  const lock = await holdHome(config.paths, log);
  if ('discovery' in lock) return { kind: 'already_running', running: lock };
  try {
    const store = await openStore(config.paths.database, log, tablesOf(capabilities));
    return await serveOrClose({ config, log, store, lock, capabilities });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serveOrClose(parts: Parts): Promise<StartResult> {
  try {
    return await serve(parts);
  } catch (error) {
    await parts.store.destroy();
    throw error;
  }
}

/** What the daemon is made of. */
interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly store: Store;
  readonly lock: HomeLock;
  readonly capabilities: readonly Capability[];
}

async function serve(parts: Parts): Promise<StartResult> {
  const { config, lock } = parts;
  const core = assemble(parts);
  await Promise.all([core.context.tmux.prepare(), core.context.dependencies.current()]);
  const foundSessions = await core.sessions.open();
  const refusedPorts = new Map<number, Refusal>();
  const listening = await listenOnOne(core, refusedPorts);
  const close = once(() => closeAll({ ...core, listening, lock }));
  if (listening === undefined) {
    await close();
    return nowhereToListen(config, refusedPorts);
  }
  if (!lock.holds()) {
    await close();
    throw new CannotStart('in_use', 'The lock on this home directory was lost. Start the practice server again.');
  }
  const { port, servers } = listening;
  await writeDiscovery(config.paths.discovery, { port, pid: process.pid, ...core.identity });
  const { health, stop, context } = core;
  return {
    kind: 'started',
    daemon: {
      port,
      foundSessions,
      refusedPorts,
      stopRequested: stop.signal,
      health: () => health({ withFolders: true }),
      seesPage: (timeoutMs) => seesPage(servers, timeoutMs),
      handleUncaught: (error) => context.faults.handle(error),
      close,
    },
  };
}

/** Everything but the ports. */
function assemble({ config, log, store, capabilities: chosen }: Parts) {
  const identity = { startedAt: new Date().toISOString(), token: newSecret() };
  const place = { port: 0 };
  const closing = new AbortController();
  const stop = new AbortController();
  const faults = new Faults(log);
  const context = createContext({ config, log, faults, store, port: () => place.port, closing: closing.signal });
  const sessions = new Sessions(context);
  const capabilities = openCapabilities(chosen, { ...context, sessions });
  for (const hooks of capabilities.hooks) context.hooks.add(hooks);
  context.terminals.onClientExit = (sessionId, exitCode) => sessions.handleClientExit(sessionId, exitCode);
  const health = (sight: FolderSight) =>
    currentHealth(context, { startedAt: identity.startedAt, capabilities: capabilities.health(sight), ...sight });
  return { identity, place, closing, stop, context, sessions, capabilities, health, peers: new Peers({ log }) };
}

type Core = ReturnType<typeof assemble>;

/** Listens on the first port that it can get; `refused` receives the reasons why it could not get the others. */
function listenOnOne(core: Core, refused: Map<number, Refusal>): Promise<Listening | undefined> {
  const { context, identity, place, stop } = core;
  return listen({
    ports: context.config.ports,
    open(port) {
      place.port = port;
      return openDoor({ ...core, port, token: identity.token, shutDown: () => stop.abort() });
    },
    onRefused: async (port, why) => {
      refused.set(port, why);
      return why === 'taken' && (await isOurs(context.config, port)) ? 'stop' : 'next';
    },
  });
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

function once(task: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined;
  return () => (result ??= task());
}
