import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Home } from '../../fixtures/machine/home.js';
import { waitUntil } from '../../fixtures/wait-until.js';

const BUNDLE = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

export interface CoachCliOptions {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
  /** Lines of a shell that run it, as its arguments. */
  readonly within?: string | undefined;
}

/** `practice-server coach` as a process of its own, in a folder. */
export class CoachCli implements AsyncDisposable {
  readonly process: ChildProcess;
  readonly startedAt = performance.now();
  stdout = '';
  stderr = '';
  readonly #exit: Promise<{ code: number | null; signal: string | null }>;

  constructor(home: Home, { cwd, args, env, within }: CoachCliOptions) {
    const command = [process.execPath, BUNDLE, 'coach', ...args];
    const [program = '', ...rest] = within === undefined ? command : ['/bin/sh', '-c', within, 'sh', ...command];
    this.process = spawn(program, rest, {
      cwd,
      env: { ...home.environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stdout?.on('data', (data) => (this.stdout += data));
    this.process.stderr?.on('data', (data) => (this.stderr += data));
    this.#exit = once(this.process, 'close').then(([code, signal]) => ({ code, signal }));
  }

  /** What it says about where it runs, once it does. */
  async ready(): Promise<{ port: number; project: string; url: string; afterMs: number }> {
    const [, port = '', project = '', url = ''] = await waitUntil('the coach is ready', () => {
      const said = READY.exec(this.stdout);
      if (said === null && this.process.exitCode !== null)
        throw new Error(`it ended before: ${this.stdout}${this.stderr}`);
      return said ?? undefined;
    });
    return { port: Number(port), project, url, afterMs: performance.now() - this.startedAt };
  }

  exited(): Promise<{ code: number | null; signal: string | null }> {
    return this.#exit;
  }

  async end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: string | null }> {
    this.process.kill(signal);
    return this.#exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end('SIGKILL');
  }
}

const READY = /http:\/\/localhost:(\d+)[^\n]*\nProject: ([^\n]*)\nWorkbench \(opens once\): (\S+)\n/;

/** A browser under the name by which the system opens one: it writes down what it was to open. */
export async function installBrowser(home: Home): Promise<() => Promise<string>> {
  const seen = home.in('browser.txt');
  await mkdir(home.bin, { recursive: true });
  await writeFile(join(home.bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${seen}'\n`, { mode: 0o755 });
  return () => waitUntil('a browser was opened', () => readFile(seen, 'utf8').catch(() => undefined));
}
