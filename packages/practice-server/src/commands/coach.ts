import type { AgentId, Discovery } from '@agent-factory/protocol';
import open from 'open';
import { openProject, startProject } from '../coach/daemon-client.js';
import type { Config } from '../config.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { findRunningDaemon } from '../discovery/running-daemon.js';
import type { Refusal } from '../listen.js';
import { createLog, type Logger } from '../system/log.js';
import { exchangeLastPort } from './last-port.js';
import { eitherAborts, keepWell, stopSignal } from './serve.js';

/** What to open. */
export interface CoachWish {
  /** Absolute path of the project. */
  readonly project: string;
  /** The agent that was asked for by name; it is started at once. Without it, the page starts the usual one. */
  readonly agent?: AgentId | undefined;
  /** What the agent of this project signs in with. */
  readonly agentKey?: string | undefined;
  /** The only port that will do, if one was named. A daemon that runs already stays where it is. */
  readonly port?: number | undefined;
}

/**
 * `practice-server coach`: opens a folder in the Workbench, and returns the exit code. With a daemon that runs already, it
 * returns at once; otherwise it is the daemon until it is told to stop.
 */
export async function coach(config: Config, wish: CoachWish): Promise<number> {
  const log = createLog({ level: config.logLevel, json: config.logJson, directory: config.paths.logs });
  const stopping = stopSignal();
  const result = await startDaemon(config, log);
  if (result.kind === 'no_port') return sayNoPort(config, result.refusedPorts);
  if (result.kind === 'already_running') {
    const { discovery } = result.running;
    const words = `The practice server is already running on ${addressOf(discovery)}`;
    return show({ config, log, wish, discovery, words: `${words}${otherPort(wish, discovery)}` });
  }
  const { daemon } = result;
  keepWell(daemon);
  return serveProject({ config, log, wish, daemon, stopping });
}

/** 0 is any port. */
function otherPort({ port }: CoachWish, running: Discovery): string {
  if (!port || port === running.port) return '';
  return `, and not on ${port}: to change that, end it with "practice-server stop", and start again`;
}

interface Serving {
  readonly config: Config;
  readonly log: Logger;
  readonly wish: CoachWish;
  readonly daemon: Daemon;
  readonly stopping: AbortSignal;
}

async function serveProject({ config, log, wish, daemon, stopping }: Serving): Promise<number> {
  try {
    const code = stopping.aborted ? 0 : await showOwn({ config, log, wish });
    if (code !== 0) return code;
    await eitherAborts(stopping, daemon.stopRequested);
    log.info('Stopping. The agents keep running; start the server again to return to them.');
    return 0;
  } finally {
    await daemon.close();
    log.info('Stopped');
  }
}

/** It asks itself as any program of its owner would, so that both ways to a project are one. */
async function showOwn(showing: Omit<Showing, 'discovery' | 'words'>): Promise<number> {
  const self = await findRunningDaemon(showing.config.paths.discovery);
  if (self === undefined) return complain(['The practice server does not answer itself. Start it again.']);
  const { discovery } = self;
  return show({ ...showing, discovery, words: `Practice server ready on ${addressOf(discovery)}` });
}

interface Showing {
  readonly config: Config;
  readonly log: Logger;
  readonly wish: CoachWish;
  readonly discovery: Discovery;
  readonly words: string;
}

/** Opens the project and says where it is to be seen; 1 if it cannot be opened. */
async function show({ config, log, wish, discovery, words }: Showing): Promise<number> {
  const opened = await openProject(discovery, { path: wish.project, agentKey: wish.agentKey });
  if (!opened.ok) return complain(opened.issues);
  const { project, url } = opened.value;
  const before = await lastPort({ config, log, discovery });
  process.stdout.write(`${words}\nProject: ${project.path}\nWorkbench (opens once): ${url}\n${before}`);
  if (wish.agent !== undefined) {
    const started = await startProject(discovery, project.id, wish.agent);
    // The page can still be used, and says the same with what to do.
    complain(started.ok ? started.value.notices.map(({ message }) => message) : started.issues);
  }
  if (config.open) await open(url).catch((error: unknown) => log.debug({ err: error }, 'No browser could be opened'));
  return 0;
}

/** The Workbench does its work also where this cannot be kept. */
async function lastPort({ config, log, discovery }: Pick<Showing, 'config' | 'log' | 'discovery'>): Promise<string> {
  try {
    const before = await exchangeLastPort(config.paths.lastPort, discovery.port);
    if (before === undefined) return '';
    return `It was on port ${before} before: what was not saved there is shown again with --port ${before}\n`;
  } catch (error) {
    log.warn({ err: error }, 'The port could not be kept');
    return '';
  }
}

function sayNoPort({ ports }: Config, refused: ReadonlyMap<number, Refusal>): number {
  const [first = 0] = ports;
  const whole = ports.length > 1 ? `Port ${first} and the ports up to ${ports.at(-1)} are` : `Port ${first} is`;
  const what =
    refused.get(first) === 'denied'
      ? `Port ${first} needs more rights than you have`
      : `${whole} in use by another program`;
  return complain([`${what}. Free it, or choose another with --port or PORT.`]);
}

function complain(issues: readonly string[]): 1 {
  for (const issue of issues) process.stderr.write(`${issue}\n`);
  return 1;
}

function addressOf({ port }: Discovery): string {
  return `http://localhost:${port}`;
}
