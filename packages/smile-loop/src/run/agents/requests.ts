import { join } from 'node:path';
import type { ContainerRequest, Mount } from '../../container/request/container-options.js';
import { PLACES } from '../../contract/judge-task.js';
import type { Installed } from '../installed.js';
import type { Checks, Plan } from '../plan.js';

const MEGABYTE = 1024 * 1024;
/** What a mentor may write, in memory: its CLI's own state. */
const MENTOR_HOME_BYTES = 256 * MEGABYTE;
const MENTOR_HOME = '/home/mentor';

/**
 * The port at which a container reaches the loop as host.docker.internal. Fixed, so that prompts and recordings do not
 * depend on it; below the range from which systems take free ports, and in no list of well-known ones.
 */
export const CONTAINER_PORT = 24_613;

/** What all containers of a run have in common. */
export interface RunFacts {
  readonly plan: Plan;
  readonly runId: string;
  /** The run's folder. */
  readonly folder: string;
  readonly installed: Installed;
  /** Whether there are files of the repository for the mentor. */
  readonly hasRepository: boolean;
  /** `uid:gid`, where the engine's root is not this user. */
  readonly user: string | undefined;
}

export function studentRequest(facts: RunFacts): ContainerRequest {
  const { config } = facts.plan;
  return {
    ...common(facts, [
      ...shared(facts),
      bind(join(facts.folder, 'work'), PLACES.work, false),
      bind(join(facts.folder, 'logs'), PLACES.logs, false),
    ]),
    role: 'student',
    network: config.allowNetwork ? 'default' : 'none',
    command: [`${PLACES.inside}/wrapper.mjs`, String(CONTAINER_PORT)],
  };
}

/** It sees everything, and can write nothing of it. */
export function mentorRequest(facts: RunFacts): ContainerRequest {
  const { folder, hasRepository } = facts;
  const repository = hasRepository ? [bind(join(folder, 'repository'), PLACES.repository, true)] : [];
  const tmpfs = { '/tmp': MENTOR_HOME_BYTES, [MENTOR_HOME]: MENTOR_HOME_BYTES };
  return {
    ...common(facts, [...shared(facts), bind(join(folder, 'work'), PLACES.work, true), ...repository]),
    role: 'mentor',
    network: 'none',
    command: [`${PLACES.inside}/wrapper.mjs`, String(CONTAINER_PORT)],
    env: { HOME: MENTOR_HOME },
    readOnlyRoot: { tmpfs },
  };
}

/** Nothing of the student's machine is in it but the work folder; it idles until it is told what to run. */
export function judgeRequest(facts: RunFacts, checks: Pick<Checks, 'source' | 'target'>): ContainerRequest {
  const { config } = facts.plan;
  return {
    ...common(facts, [
      ...shared(facts),
      bind(join(facts.folder, 'work'), PLACES.work, false),
      bind(checks.source, checks.target, true),
    ]),
    role: 'judge',
    network: config.allowNetwork ? 'default' : 'none',
    command: ['-e', 'process.stdin.resume()'],
  };
}

function common({ plan, runId, user }: RunFacts, mounts: readonly Mount[]) {
  const { container, containerImage } = plan.config;
  const { memoryMegabytes, cpus, pids } = container;
  return {
    image: containerImage,
    runId,
    mounts: [...mounts, ...container.mounts.map(({ source, target }) => bind(source, target, true))],
    limits: { memoryBytes: memoryMegabytes * MEGABYTE, cpus, pids },
    ...(user !== undefined && { user }),
  };
}

function shared({ folder, installed }: RunFacts): Mount[] {
  return [bind(join(folder, 'tutorial'), PLACES.tutorial, true), bind(installed.inside, PLACES.inside, true)];
}

function bind(source: string, target: string, readOnly: boolean): Mount {
  return { source, target, readOnly };
}
