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

/** The path of a program from the project's packages. */
export function bin(name, directory = ROOT) {
  return `${directory}node_modules/.bin/${name}`;
}
