import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { findExecutable, runCommand } from '@agent-factory/subprocess';

/** The program that the library's checks run. */
const PYTHON = 'python3';
const TELL = 'import sys; print(sys.executable)';
/** A version manager may look for updates first. */
const TELL_TIMEOUT_MS = 20_000;
const MAX_TOLD_BYTES = 10_000;

/**
 * The folder of the Python that a version manager chooses, or undefined if the one on the PATH is not a
 * shim. A shim is a script that looks for the real Python at each start, and takes longer than a check.
 * Asked outside any project, where attempts run too: a shim may choose by the current folder.
 */
export async function pythonBehindShim(env: Record<string, string>): Promise<string | undefined> {
  const found = await findExecutable(PYTHON, env);
  if (found === undefined || !(await isScript(found))) return undefined;
  const options = { env, cwd: tmpdir(), timeoutMs: TELL_TIMEOUT_MS, maxOutputBytes: MAX_TOLD_BYTES };
  const { exitCode, stdout } = await runCommand(found, ['-I', '-c', TELL], options);
  const path = stdout.trim();
  return exitCode === 0 && isAbsolute(path) ? dirname(path) : undefined;
}

async function isScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await file.close();
  }
}
