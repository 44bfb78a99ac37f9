/// <reference path="../../node-pty.d.ts" />
import headless from '@xterm/headless';
import { spawn } from 'node-pty';
import { GRID } from '../lines/line.js';

const TIMEOUT_MS = 30_000;

export interface OwnStartOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** How the line begins that shows that it is ready. */
  readonly prompt: RegExp;
}

/** Milliseconds that a program by itself, in a PTY without tmux, needs until its screen has a line like its prompt. */
export async function ownStart({ argv: [file = '', ...args], cwd, env, prompt }: OwnStartOptions): Promise<number> {
  const terminal = new headless.Terminal({ ...GRID, allowProposedApi: true });
  const startedAt = performance.now();
  const child = spawn(file, args, { name: 'xterm-256color', ...GRID, cwd, env: { ...env } });
  const exited = new Promise<void>((resolve) => child.onExit(() => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${file} never showed ${prompt}`)), TIMEOUT_MS);
      terminal.onData((answer) => child.write(answer));
      child.onData((data) =>
        terminal.write(data, () => {
          if (!shows(terminal, prompt)) return;
          clearTimeout(timer);
          resolve();
        }),
      );
    });
    return performance.now() - startedAt;
  } finally {
    child.kill('SIGKILL');
    await exited;
    terminal.dispose();
  }
}

function shows({ buffer: { active }, rows }: InstanceType<typeof headless.Terminal>, prompt: RegExp): boolean {
  return Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true)).some(
    (line) => prompt.test(line ?? ''),
  );
}
