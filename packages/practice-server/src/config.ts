import { type AgentId, DEFAULT_CONTENT_URL, FIRST_PORT, LAST_PORT } from '@agent-factory/protocol';
import { DEFAULT_MAX_SESSIONS } from '@agent-factory/protocol/conversations';
import { NUDGE_AFTER_MS } from '@agent-factory/protocol/nudges';
import { withoutCredentials } from './access/origins.js';
import { type Paths, pathsFor, practiceHome } from './home/paths.js';
import type { LogLevel } from './system/log.js';

/** Spec §1.2: a session nobody has used for four hours ends. */
const DEFAULT_IDLE_TIMEOUT_MS = 4 * 60 * 60 * 1000;

/** What the command line says; everything is optional there. */
export interface Flags {
  readonly port?: number;
  readonly content?: string;
  readonly allowOrigin?: readonly string[];
  readonly agent?: AgentId;
  /** Milliseconds; 0 never ends a session. */
  readonly idleTimeout?: number;
  readonly maxSessions?: number;
  /** Milliseconds; 0 for no nudges. */
  readonly nudgeAfter?: number;
  readonly open?: boolean;
  readonly logLevel?: LogLevel;
  readonly logJson?: boolean;
}

export interface Config {
  /** Ports to try, in this order; `[0]` lets the system choose. */
  readonly ports: readonly number[];
  /** The address of the lesson site, without any password in it, or a folder. */
  readonly content: string;
  /** The same as it was given, to fetch from. Never shown. */
  readonly contentSource: string;
  readonly allowedOrigins: readonly string[];
  readonly agent: AgentId;
  readonly idleTimeoutMs: number;
  /** Agents that may run at once, in terminals and conversations together. */
  readonly maxSessions: number;
  /** How long a student has to be still before the tutor offers a hand. 0: it never does. */
  readonly nudgeAfterMs: number;
  readonly open: boolean;
  readonly logLevel: LogLevel;
  readonly logJson: boolean;
  readonly paths: Paths;
  /** The environment the daemon was started in; sessions get a safelisted part of it. */
  readonly environment: NodeJS.ProcessEnv;
}

export function createConfig(flags: Flags, environment: NodeJS.ProcessEnv): Config {
  const contentSource = flags.content ?? DEFAULT_CONTENT_URL;
  return Object.freeze({
    ports: portsToTry(flags.port ?? FIRST_PORT),
    content: withoutCredentials(contentSource),
    contentSource,
    allowedOrigins: flags.allowOrigin ?? [],
    agent: flags.agent ?? 'claude',
    idleTimeoutMs: flags.idleTimeout ?? DEFAULT_IDLE_TIMEOUT_MS,
    maxSessions: flags.maxSessions ?? DEFAULT_MAX_SESSIONS,
    nudgeAfterMs: flags.nudgeAfter ?? NUDGE_AFTER_MS,
    open: flags.open ?? true,
    logLevel: flags.logLevel ?? 'info',
    logJson: flags.logJson ?? false,
    paths: pathsFor(practiceHome(environment)),
    environment,
  });
}

function portsToTry(port: number): number[] {
  if (port === 0) return [0];
  const range = Array.from({ length: LAST_PORT - FIRST_PORT + 1 }, (_, index) => FIRST_PORT + index);
  return [port, ...range.filter((other) => other !== port)];
}
