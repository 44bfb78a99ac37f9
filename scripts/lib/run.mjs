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

/**
 * The same, but resolves to the exit code; 127 if there is no such command. With `onOutput` its output is not shown
 * but passed on as it comes.
 */
export function tryRun(
  command,
  args,
  { cwd = ROOT, env = process.env, quiet = false, onOutput, stdin = 'ignore' } = {},
) {
  return new Promise((resolve) => {
    const output = [];
    const take = onOutput ?? (quiet ? (data) => output.push(data) : undefined);
    const stdio = take === undefined ? [stdin, 'inherit', 'inherit'] : [stdin, 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, shell: platform === 'win32' });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', take);
    child.on('error', (error) => {
      const complaint = `${command}: ${error.message}\n`;
      if (onOutput === undefined) stderr.write(complaint);
      else onOutput(Buffer.from(complaint));
      resolve(127);
    });
    const end = (code) => {
      if (code !== 0) stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    };
    child.on('close', end);
    if (onOutput === undefined) return;
    // A process it left behind may hold the pipes open for ever.
    child.on('exit', (code) => {
      const late = setTimeout(end, 2000, code);
      child.once('close', () => clearTimeout(late));
    });
  });
}

/** Of what a command has shown, this much is kept, in bytes and in lines. */
const KEPT_BYTES = 64 * 1024;
const KEPT_LINES = 60;

/**
 * Like `tryRun`, and keeps the last lines of what was shown, for where nobody reads along; on a terminal there are
 * none, since there the command has the terminal itself. Resolves to { exitCode, lastLines }.
 */
export async function runAndKeep(command, args, options) {
  if (stdout.isTTY) return { exitCode: await tryRun(command, args, options), lastLines: [] };
  let kept = Buffer.alloc(0);
  const onOutput = (data) => {
    stdout.write(data);
    kept = Buffer.concat([kept, data]).subarray(-KEPT_BYTES);
  };
  const exitCode = await tryRun(command, args, { ...options, onOutput });
  return { exitCode, lastLines: kept.toString().trimEnd().split('\n').slice(-KEPT_LINES) };
}

/** The path of a program from the project's packages. */
export function bin(name, directory = ROOT) {
  return `${directory}node_modules/.bin/${name}`;
}
