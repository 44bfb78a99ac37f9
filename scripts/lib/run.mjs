import { spawn } from 'node:child_process';
import { platform, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A command failed; its output was already shown. */
export class CommandFailed extends Error {
  constructor(command, args, exitCode) {
    super(`"${[command, ...args].join(' ')}" ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command to its end. Its output is shown as it comes, or with `quiet` only if it fails.
 * Throws CommandFailed.
 */
export async function run(command, args, options = {}) {
  const exitCode = await tryRun(command, args, options);
  if (exitCode !== 0) throw new CommandFailed(command, args, exitCode);
}

/** The same, but resolves to the exit code; 127 if there is no such command. */
export function tryRun(command, args, { cwd = ROOT, env = process.env, quiet = false, stdin = 'ignore' } = {}) {
  return new Promise((resolve) => {
    const stdio = quiet ? [stdin, 'pipe', 'pipe'] : [stdin, 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd, env, stdio, shell: platform === 'win32' });
    const output = [];
    child.stdout?.on('data', (data) => output.push(data));
    child.stderr?.on('data', (data) => output.push(data));
    child.on('error', (error) => {
      stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => {
      if (code !== 0) stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/**
 * Like `tryRun`, and keeps the last lines of what was shown, for where nobody reads along; on a terminal there are
 * none, since there the command has the terminal itself. Resolves to { exitCode, lastLines }.
 */
export async function runAndKeep(command, args, { cwd = ROOT, env = process.env, lines = 60 } = {}) {
  if (stdout.isTTY) return { exitCode: await tryRun(command, args, { cwd, env }), lastLines: [] };
  let kept = '';
  const keep = (data) => {
    stdout.write(data);
    // Some more than is asked for, so that it is not cut anew with each piece.
    kept = (kept + data)
      .split('\n')
      .slice(-2 * lines)
      .join('\n');
  };
  const exitCode = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], shell: platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => {
      keep(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
    // A process it left behind may hold its output open for ever.
    child.on('exit', (code) => setTimeout(resolve, 2000, code ?? 1));
  });
  return { exitCode, lastLines: kept.trimEnd().split('\n').slice(-lines) };
}

/** The path of a program from the project's packages. */
export function bin(name, directory = ROOT) {
  return `${directory}node_modules/.bin/${name}`;
}
