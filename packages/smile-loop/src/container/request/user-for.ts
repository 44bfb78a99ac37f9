import type { Engine } from '../engine.js';
import { engineError } from '../engine-errors.js';

/** Numbers of a user and a group of this machine. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** What an engine says of itself; Docker and Podman use the same words. */
interface EngineInfo {
  readonly OperatingSystem?: string;
  readonly SecurityOptions?: readonly string[];
}

/** Root in these engines' containers is not root of this machine, but the one who runs them, or nobody at all. */
const MAPPED = /^name=(rootless|userns)\b/;
/** Its file sharing gives every file to whoever touches it. */
const DESKTOP = /docker desktop/i;

/**
 * The `uid:gid` that a container has to run as so that it can write folders of this user: ours, where the engine is
 * root's and we are not. Without capabilities, root in a container may not write what another owns. Undefined where
 * root will do: for rootless engines, where root in the container is this user; for Docker Desktop; for root.
 * @throws SmileError `engine_lost`
 */
export async function userFor(engine: Engine, identity = ownIdentity()): Promise<string | undefined> {
  if (identity === undefined || identity.uid === 0) return undefined;
  const { OperatingSystem = '', SecurityOptions } = await infoOf(engine);
  const isMapped = (SecurityOptions ?? []).some((option) => MAPPED.test(option));
  return isMapped || DESKTOP.test(OperatingSystem) ? undefined : `${identity.uid}:${identity.gid}`;
}

async function infoOf(engine: Engine): Promise<EngineInfo> {
  const ask = engine.docker.info.bind(engine.docker) as (options: object) => Promise<EngineInfo>;
  try {
    return await engine.call((abortSignal) => ask({ abortSignal }));
  } catch (error) {
    throw engineError(error, 'say what it is');
  }
}

/** Only on Linux do engines share files as they are. */
function ownIdentity(): Identity | undefined {
  const { getuid, getgid, platform } = process;
  return platform === 'linux' && getuid && getgid ? { uid: getuid(), gid: getgid() } : undefined;
}
