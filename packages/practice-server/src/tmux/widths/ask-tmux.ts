import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PracticeError } from '@agent-factory/protocol';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import { DRAWING, questionSheet, REPLY_BYTES } from './questions.js';

/** It takes 0.7 s on two cores, and half a minute on a machine under heavy load. */
const ASK_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 5000;
const MAX_OUTPUT_BYTES = 64 * 1024;
const REMOVED = { recursive: true, force: true, maxRetries: 3 };

/** The screen holds one text and three lines of drawing. */
const GRID = ['-x', '80', '-y', '24'];

/**
 * Runs inside tmux: prints the questions and at the same time reads what tmux types in reply, because neither
 * side can hold everything. Then draws, and reads the screen back when tmux has drawn it all.
 */
const SCRIPT = `
stty raw -echo
cat questions & head -c "$1" > replies
wait
cat drawing; head -c ${REPLY_BYTES} > drawn
tmux -u capture-pane -p > screen
tmux display-message -p '#{version}' > version
tmux wait-for -S answered`;

/** What tmux answered, verbatim. */
export interface TmuxAnswers {
  readonly version: string;
  /** Cursor reports, one for each question. */
  readonly replies: string;
  /** The drawing as tmux holds it. */
  readonly screen: string;
}

export interface AskOptions {
  readonly environment: Record<string, string>;
  /** A folder of the answers' own, made for asking and removed behind it. What a killed daemon has left there goes first. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the tmux that sessions run in how wide it draws each text. It uses a separate server, which ends with the
 * answer: the student's sessions are not touched. Throws `session_failed` if tmux does not answer, and the signal's
 * reason once that aborts.
 */
export async function askTmux(texts: readonly string[], options: AskOptions): Promise<TmuxAnswers> {
  const { folder } = options;
  await rm(folder, REMOVED);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // As seen from the folder: the whole path may be too long for a socket.
  const server = ['-u', '-S', 'socket', '-f', '/dev/null'];
  try {
    await writeFile(join(folder, 'questions'), questionSheet(texts));
    await writeFile(join(folder, 'drawing'), DRAWING);
    const program = ['sh', '-c', SCRIPT, 'sh', String(texts.length * REPLY_BYTES)];
    const result = await runCommand(
      'tmux',
      [...server, 'new-session', '-d', ...GRID, '--', ...program, ';', 'wait-for', 'answered'],
      { ...limits(options), timeoutMs: ASK_TIMEOUT_MS, signal: options.signal },
    );
    // A client of tmux that is ended says that all is well.
    options.signal.throwIfAborted();
    if (result.exitCode !== 0) throw unanswered(result);
    return await readAnswers(folder);
  } finally {
    await runCommand('tmux', [...server, 'kill-server'], { ...limits(options), timeoutMs: END_TIMEOUT_MS });
    await rm(folder, REMOVED);
  }
}

async function readAnswers(folder: string): Promise<TmuxAnswers> {
  const [version, replies, screen] = await Promise.all(
    ['version', 'replies', 'screen'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  return { version: version?.trim() ?? '', replies: replies ?? '', screen: screen ?? '' };
}

function limits({ environment, folder }: AskOptions) {
  return { cwd: folder, env: environment, maxOutputBytes: MAX_OUTPUT_BYTES };
}

function unanswered({ stderr, exitCode, signal }: CommandResult): PracticeError {
  const detail = stderr.trim() || `tmux ended with ${exitCode ?? signal}`;
  return new PracticeError('session_failed', `tmux did not report how wide its characters are: ${detail}. Try again.`, {
    detail,
  });
}
