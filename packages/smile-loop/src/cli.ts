#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PracticeError } from '@agent-factory/protocol';
import { CommanderError } from 'commander';
import * as z from 'zod';
import type { Context } from './commands/context.js';
import { createProgram } from './commands/program.js';
import { EXIT_CODES, SmileError } from './contract/errors.js';
import { withoutControls } from './report/shorten.js';

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(beside('../package.json'), 'utf8')));

/** The first signal stops the run, which cleans up and reports; the second ends the program at once. */
function stopped(): AbortController {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT_CODES.stopped);
      controller.abort();
    });
  }
  return controller;
}

/** Whoever has read enough closes the pipe: that ends the run as a stop does. */
function endWithReader(stop: AbortController): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      stop.abort();
    });
  }
}

async function main(): Promise<void> {
  // Without it, Node would end with 1, which says that a tutorial has gaps.
  process.on('uncaughtException', (error) => {
    process.exitCode = tell(error);
    process.exit();
  });
  const stop = stopped();
  endWithReader(stop);
  const context: Context = {
    cwd: process.cwd(),
    env: process.env,
    installed: { inside: beside('./inside'), page: beside('./page'), version },
    stdout: process.stdout,
    stderr: process.stderr,
    stop,
  };
  const program = createProgram(context, (code) => {
    process.exitCode = code;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = tell(error);
  }
}

/** Says what went wrong, in a sentence where it was to be expected. Returns the exit code. */
function tell(error: unknown): number {
  // It has said so itself; the help and the version are no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_CODES.usage;
  const isExpected = error instanceof SmileError || error instanceof PracticeError;
  const words = isExpected || !(error instanceof Error) ? String((error as Error).message) : error.stack;
  process.stderr.write(`${withoutControls(words ?? '')}\n`);
  if (error instanceof SmileError) return error.exitCode;
  return isExpected ? EXIT_CODES.usage : EXIT_CODES.harness_error;
}

await main();
