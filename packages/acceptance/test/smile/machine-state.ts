import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { descendants, isRunning } from '@agent-factory/acceptance';

const run = promisify(execFile);

/** The most that there has been, until a program ends: processes below another, and its own memory. */
export async function watchUse(pid: number, root: number): Promise<{ processes: number; megabytes: number }> {
  let [processes, megabytes] = [0, 0];
  while (await isRunning(pid)) {
    processes = Math.max(processes, (await descendants(root)).length);
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    megabytes = Math.max(megabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }
  return { processes, megabytes };
}

/** Makes this folder, on a disk of eight megabytes. */
export async function smallDisk(path: string): Promise<AsyncDisposable> {
  await mkdir(path);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]);
  return { [Symbol.asyncDispose]: async () => void (await run('umount', ['--lazy', path])) };
}

/** A port of this machine at which something else listens. */
export async function takenPort(): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, free };
}
