import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, processesWith } from '../../machine/processes.js';
import { type TmuxServer, tmux } from '../../machine/tmux.js';

/** A tmux server of one home, found by what the system knows of it and not by where its socket should be. */
export interface FoundServer {
  readonly pid: number;
  readonly server: TmuxServer;
}

/** How long a tmux server may take to say which session it has, in milliseconds. */
const ANSWER_MS = 5000;

/** For asking tmux from outside: nothing of the student's, so that no question is taken for a leftover. */
const OUTSIDE: Readonly<Record<string, string>> = { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8' };

/** The only place that knows how the tmux servers of a home are found. */
export async function tmuxServers(home: string): Promise<FoundServer[]> {
  const pids = await processesWith(`HOME=${home}`);
  const listeners = await listeningSockets();
  const found = await Promise.all(
    pids.map(async (pid): Promise<FoundServer | undefined> => {
      if (!(await isTmuxServer(pid))) return undefined;
      const socket = await socketOf(pid, listeners);
      return socket === undefined ? undefined : { pid, server: { socket, env: OUTSIDE } };
    }),
  );
  return found.filter((server) => server !== undefined);
}

/** The session of a server, or undefined if it does not answer. */
export async function sessionOf({ server }: FoundServer): Promise<string | undefined> {
  const asked = tmux(server, 'list-sessions', '-F', '#{session_name}').then(
    (names) => names.trim().split('\n')[0],
    () => undefined,
  );
  return Promise.race([asked, pause(ANSWER_MS, undefined, { ref: false })]);
}

/** The server of one session. */
export async function serverOf(home: string, sessionId: string): Promise<FoundServer | undefined> {
  for (const found of await tmuxServers(home)) if ((await sessionOf(found)) === sessionId) return found;
  return undefined;
}

async function isTmuxServer(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.startsWith('tmux: server') && (await isRunning(pid));
}

/** Paths of all sockets that somebody listens on, by their numbers. The flag 00010000 is "accepts connections". */
async function listeningSockets(): Promise<Map<string, string>> {
  const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  return new Map(
    lines.flatMap(([, , , flags, , , inode = '', path = '']) => (flags === '00010000' ? [[inode, path]] : [])),
  );
}

async function socketOf(pid: number, listeners: ReadonlyMap<string, string>): Promise<string | undefined> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
  return inodes.map((inode) => listeners.get(inode)).find((path) => path !== undefined && path !== '');
}
