import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discoverySchema } from '@agent-factory/protocol';
import { expect, test } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { progressDocument } from '../fixtures/progress-document.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { send } from '../fixtures/wire/http.js';

/** A mount that only its own processes see, and that goes with them; Linux gives it to every user where it is not forbidden. */
const CAN_MOUNT = spawnSync('unshare', ['-rm', 'true'], { env: { PATH: '/usr/bin:/bin' } }).status === 0;
const BUNDLE = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const DISK = 'mount -t tmpfs -o size=4m,mode=700 tmpfs "$1" && shift && exec "$@"';

const document = JSON.stringify(progressDocument('exercise', 300, 60));

/** A daemon whose state is on a small disk of its own. */
class OnSmallDisk {
  readonly home: Home;
  readonly process: ChildProcess;
  stderr = '';

  constructor(home: Home) {
    this.home = home;
    mkdirSync(home.in('.af-practice'));
    const daemon = [process.execPath, BUNDLE, '--port', '0', '--no-open', '--agent', 'shell', '--log-level', 'debug'];
    const env = { ...home.environment, PATH: `${dirname(process.execPath)}:/usr/bin:/bin:/usr/sbin:/sbin` };
    const args = ['-rm', 'sh', '-c', DISK, 'sh', home.in('.af-practice'), ...daemon];
    this.process = spawn('unshare', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.process.stderr?.on('data', (data) => (this.stderr += data));
  }

  /** A file on that disk, as seen from here. */
  on(name: string): string {
    return `/proc/${this.process.pid}/root${this.home.in('.af-practice', name)}`;
  }

  fill(): void {
    const { bavail, bsize } = statfsSync(this.on(''));
    writeFileSync(this.on('filler'), Buffer.alloc(Math.max(bavail * bsize - 64 * 1024, 0)));
  }

  async ask(path: string, body?: string) {
    const { port } = await waitUntil('the discovery file', async () => {
      if (this.process.exitCode !== null) throw new Error(this.stderr);
      const text = await this.home.read('.af-practice-server.json').catch(() => '{}');
      return discoverySchema.safeParse(JSON.parse(text)).data;
    });
    const headers = { Origin: 'http://localhost:3000', 'Content-Type': 'application/json' };
    return send(`http://127.0.0.1:${port}${path}`, { method: body ? 'POST' : 'GET', headers, ...(body && { body }) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.process, 'close');
    this.process.kill('SIGKILL');
    await ended;
  }
}

test.skipIf(!CAN_MOUNT)(
  'an import on a full disk says so, keeps nothing of it, and is taken once there is space; the daemon goes on',
  async () => {
    await using home = await Home.make();
    await using daemon = new OnSmallDisk(home);
    expect((await daemon.ask('/progress')).json.exercises).toEqual([]);
    daemon.fill();
    const { status, json } = await daemon.ask('/progress/import', document);
    expect([status, json.error, json.path]).toEqual([507, 'storage_full', home.in('.af-practice', 'state.db')]);
    expect((await daemon.ask('/progress')).json.exercises).toEqual([]);
    // The log is on that disk too.
    for (let index = 0; index < 20; index += 1) expect((await daemon.ask('/nothing')).status).toBe(404);
    rmSync(daemon.on('filler'));
    expect((await daemon.ask('/progress/import', document)).json).toMatchObject({ added: 300 });
    expect((await daemon.ask('/progress')).json.exercises).toHaveLength(300);
  },
);
