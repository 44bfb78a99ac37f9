import type { ContainerCreateOptions } from 'dockerode';
import type { Role } from '../../contract/agents.js';
import type { EngineKind } from '../engine.js';
import { LABELS } from '../labels.js';
import type { Owner } from '../owner.js';
import { FIND_GUARDED_NODE } from './guarded-node.js';

export interface Mount {
  /** A folder or file of this machine (or of the engine's, where that is another). It has to exist. */
  readonly source: string;
  readonly target: string;
  readonly readOnly: boolean;
}

interface Limits {
  /** Bytes; there is no swap beyond it. */
  readonly memoryBytes: number;
  /** Cores; parts of one are allowed. */
  readonly cpus: number;
  /** Processes and threads at a time: what ends a fork without end. */
  readonly pids: number;
}

export interface ContainerRequest {
  readonly image: string;
  readonly role: Role | 'judge';
  readonly runId: string;
  readonly mounts: readonly Mount[];
  readonly limits: Limits;
  /** `none`: nothing but loopback. `default`: the engine's usual network as well; never the host's own. */
  readonly network: 'none' | 'default';
  /** Further labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What Node is given: the file inside the container, and its arguments. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Never swept, whatever becomes of this process. */
  readonly keep?: boolean;
  /** The root cannot be written; these folders are in memory, of so many bytes. */
  readonly readOnlyRoot?: { readonly tmpfs: Readonly<Record<string, number>> };
  /** `uid:gid`; the image's own without it. Without capabilities, root may only write what root owns. */
  readonly user?: string;
}

/** Runs Node on its arguments and stays: as process 1, a shell collects orphans, which Node does not. */
const entrypoint = (find: string) => ['/bin/sh', '-c', `${find}\n"$node" "$@"; exit $?`, 'sh'];
/** One name for all, so that nothing in a recording depends on a random one. */
const HOSTNAME = 'smile';
const NANO = 1e9;

/** What an engine is asked for: no capabilities, no new ones, no network, limits, and one stream in and out. */
export function containerOptions(request: ContainerRequest, owner: Owner, kind: EngineKind): ContainerCreateOptions {
  const { image, command, env = {}, user } = request;
  return {
    Image: image,
    // Only beside a student's commands is there anybody from whom it has to be guarded.
    Entrypoint: entrypoint(request.role === 'student' ? FIND_GUARDED_NODE : 'node=node'),
    Cmd: [...command],
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    Hostname: HOSTNAME,
    WorkingDir: '/workspace',
    ...(user === undefined ? {} : { User: user }),
    Tty: false,
    OpenStdin: true,
    // The program's input ends with our process: that is what ends a container whose owner was killed.
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Labels: labelsOf(request, owner),
    HostConfig: { ...confinement(request, kind), ...rootOptions(request), ...limitsOf(request.limits) },
  };
}

function labelsOf({ labels, runId, role, keep }: ContainerRequest, owner: Owner): Record<string, string> {
  return {
    ...labels,
    [LABELS.run]: runId,
    [LABELS.role]: role,
    [LABELS.ownerPid]: String(owner.pid),
    [LABELS.ownerStart]: owner.start,
    [LABELS.ownerHost]: owner.host,
    ...(keep === true ? { [LABELS.keep]: 'yes' } : {}),
  };
}

function confinement({ network, mounts }: ContainerRequest, kind: EngineKind): Record<string, unknown> {
  return {
    NetworkMode: network,
    // The tunnel listens there; nothing outside is meant.
    ExtraHosts: ['host.docker.internal:127.0.0.1'],
    CapDrop: ['ALL'],
    // Where SELinux rules, Podman's containers could not read a mount else; relabelling would change the author's files.
    SecurityOpt: ['no-new-privileges', ...(kind === 'podman' ? ['label=disable'] : [])],
    Privileged: false,
    // What it prints goes to the attached stream only: a gigabyte of it must not fill the engine's disk.
    LogConfig: { Type: 'none', Config: {} },
    Mounts: mounts.map(({ source, target, readOnly }) => ({
      Type: 'bind',
      Source: source,
      Target: target,
      ReadOnly: readOnly,
    })),
  };
}

function rootOptions({ readOnlyRoot }: ContainerRequest): Record<string, unknown> {
  if (readOnlyRoot === undefined) return {};
  const folders = Object.entries(readOnlyRoot.tmpfs).map(([path, bytes]) => [path, `rw,mode=1777,size=${bytes}`]);
  return { ReadonlyRootfs: true, Tmpfs: Object.fromEntries(folders) };
}

function limitsOf({ memoryBytes, cpus, pids }: Limits): Record<string, number> {
  return { Memory: memoryBytes, MemorySwap: memoryBytes, NanoCpus: Math.round(cpus * NANO), PidsLimit: pids };
}
