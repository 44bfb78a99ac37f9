import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import Docker from 'dockerode';
import { signal } from '../machine/processes.js';

const run = promisify(execFile);

/**
 * The defaults of processes and files are above what a kernel within a container allows; crun wants more of it. All
 * state is in a folder of the engine's own: by default every engine of a machine shares some, whatever its storage.
 */
function containersConf(folder: string): string {
  return `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${join(folder, 'tmp')}"
[network]
network_config_dir = "${join(folder, 'networks')}"
`;
}
const READY_LIMIT_MS = 20_000;

export interface TestEngine extends AsyncDisposable {
  /** For `Engine.open({ env })`. */
  readonly env: Readonly<Record<string, string>>;
  readonly socket: string;
  /** Names of all containers, running or not, asked of the service. Rejects once it was killed. */
  containers(): Promise<string[]>;
  /** The commands that run in a container, with their arguments; none if there is no such container. */
  runningIn(container: string): Promise<string[]>;
  /**
   * Runs podman on the same storage, also without the service; gives what it prints. It takes a tenth of a second to
   * start: not for what is asked again and again.
   */
  podman(...argv: string[]): Promise<string>;
  /** Ends the service at once, as a crash would. What runs in containers goes on. */
  kill(): Promise<void>;
  /** The service hears nothing more until it is killed, or this is called with `false`. */
  freeze(isFrozen?: boolean): void;
}

/**
 * Starts Podman's service on a socket of its own, with its own storage, so that several at once do not meet; all of it
 * is removed at the end. `graph` is an empty folder of the caller's for the storage, such as one on a small disk.
 */
export async function startEngine({ graph }: { readonly graph?: string } = {}): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'smile-engine-'));
  const storage = graph ?? join(folder, 'graph');
  await mkdir(storage, { recursive: true });
  const [containers, stores, socket] = ['containers.conf', 'storage.conf', 'podman.sock'].map((n) =>
    join(folder, n),
  ) as [string, string, string];
  await writeFile(containers, containersConf(folder));
  const places = `graphroot = "${storage}"\nrunroot = "${join(folder, 'run')}"\n`;
  await writeFile(stores, `[storage]\ndriver = "overlay"\n${places}`);
  const settings = { ...process.env, CONTAINERS_CONF: containers, CONTAINERS_STORAGE_CONF: stores, TMPDIR: folder };
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: settings,
    // Its helpers write down there that a container ran out of memory.
    cwd: folder,
    stdio: 'ignore',
  });
  const podman = async (...argv: string[]): Promise<string> => (await run('podman', argv, { env: settings })).stdout;
  const freeze = (isFrozen = true): void => void service.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  const dispose = async (): Promise<void> => {
    await podman('rm', '--all', '--force', '--time', '0').catch(() => '');
    service.kill('SIGCONT');
    await end(service);
    await endMonitors(folder);
    for (const place of [storage, folder]) await unmount(place);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(socket, service);
  } catch (error) {
    await dispose();
    throw error;
  }
  const docker = new Docker({ socketPath: socket });
  return {
    env: { DOCKER_HOST: `unix://${socket}` },
    socket,
    async containers() {
      const all = await docker.listContainers({ all: true });
      return all.flatMap(({ Names }) => Names.map((name) => name.replace(/^\//, '')));
    },
    async runningIn(container) {
      const told = await docker.getContainer(container).top({ ps_args: 'args' }).catch(ignoreGone);
      return ((told?.Processes ?? []) as string[][]).map(([command = '']) => command);
    },
    podman,
    kill: () => end(service, 'SIGKILL'),
    freeze,
    [Symbol.asyncDispose]: dispose,
  };
}

/** What Podman answers of a container that is not there (404), or that does not run (409, 500). */
const GONE = [404, 409, 500];

function ignoreGone(error: { readonly statusCode?: number }): undefined {
  if (!GONE.includes(error.statusCode ?? 0)) throw error;
}

async function waitFor(socket: string, service: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS;
  while (!(await answers(socket))) {
    if (service.exitCode !== null || performance.now() > deadline) throw new Error('Podman does not answer.');
    await delay(50);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function end(service: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill(signal);
  const slow = setTimeout(() => service.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(slow);
}

/** Podman keeps a process for five minutes for each program that was run inside of a container. */
async function endMonitors(folder: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const command = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (/^[^\0]*conmon\0/.test(command) && command.includes(`${folder}/`)) signal(Number(pid), 'SIGKILL');
  }
}

/** What Podman leaves mounted below a folder would keep it from being removed. */
async function unmount(folder: string): Promise<void> {
  const { stdout } = await run('findmnt', ['--raw', '--noheadings', '--output', 'TARGET']).catch(() => ({
    stdout: '',
  }));
  const mounts = stdout.split('\n').filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounts.reverse()) await run('umount', ['--lazy', path]).catch(() => undefined);
}
