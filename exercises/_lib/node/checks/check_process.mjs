// The process with the student's code for one criterion: limits on its time and output, and why it says no more.
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { env, execPath, kill } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Judge } from './check_judge.mjs';
import { uncaught } from './check_verdict.mjs';
import { Lines } from './check_wire.mjs';

// Most bytes a run may print. An exercise prints a few hundred; an endless loop exceeds this at once.
const MAX_OUTPUT_BYTES = 1_000_000;
// Characters. The longest message that is read; what a check looks at has a few thousand.
const MAX_MESSAGE_LENGTH = 8_000_000;
// Megabytes. Enough for any exercise; a list that grows without end stops here rather than in swap.
const MAX_MEMORY_MB = 512;
const CHILD = fileURLToPath(new URL('check_child.mjs', import.meta.url));
const CHECKS = new URL('.', import.meta.url).href;
/** By the second, whoever runs this finds what the student's code has left running. */
const KEPT = ['PATH', 'AF_PRACTICE_RUN'];

/** The runs whose process has not been killed yet. */
const ALIVE = new Set();

/** Kills the processes of all runs at once. */
export function killAll() {
  for (const run of ALIVE) run.kill();
}

export class Run {
  printed = 0;

  /** Starts a process in a folder with the student's files. It waits until it is asked something. */
  constructor(folder) {
    this.folder = folder;
    const args = [`--max-old-space-size=${MAX_MEMORY_MB}`, CHILD, CHECKS];
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'];
    this.child = spawn(execPath, args, { cwd: folder, env: environment(folder), detached: true, stdio });
    /** Resolves to a row's verdict if the process can say no more. */
    this.gone = new Promise((resolve) => {
      this.giveUp = resolve;
    });
    this.closed = new Promise((resolve) => {
      this.child.on('close', resolve);
    });
    ALIVE.add(this);
    this.watch();
  }

  watch() {
    const [, stdout, stderr, questions, answers] = this.child.stdio;
    for (const stream of [stdout, stderr]) stream.on('data', (data) => this.count(data));
    for (const stream of [questions, answers]) stream.on('error', () => {}); // It may have exited before it read.
    const tell = (stream) => (message) => stream.write(`${JSON.stringify(message)}\n`);
    this.judge = new Judge({ tell: tell(questions), reply: tell(answers) });
    this.lines = new Lines(MAX_MESSAGE_LENGTH);
    answers.setEncoding('utf8').on('data', (text) => this.listen(text));
    questions.resume(); // Nobody listens there: whatever is said on it is dropped.
    this.child.on('error', () => this.giveUp(NOT_STARTED));
    this.child.on('exit', (code) => {
      // What it said before it ended comes first; a process the student started may hold a pipe open.
      const why = this.timer ? endedEarly(code) : ENDED_BEFORE;
      setImmediate(() => setImmediate(() => this.giveUp(why)));
      this.kill();
    });
  }

  /** From now on, it has so many seconds. */
  begin(seconds) {
    this.timer = setTimeout(() => this.giveUp(tooLate(seconds)), seconds * 1000);
  }

  count(data) {
    this.printed += data.length;
    if (this.printed > MAX_OUTPUT_BYTES) this.giveUp(FLOODED);
  }

  listen(text) {
    try {
      for (const line of this.lines.push(text)) this.hear(JSON.parse(line));
    } catch (problem) {
      this.giveUp(problem instanceof RangeError ? TOO_LARGE : GARBLED);
    }
  }

  hear(message) {
    if ('uncaught' in message) this.giveUp(uncaught(this.judge.read(message.uncaught)));
    else if (!('idle' in message)) this.judge.hear(message);
    else if (this.judge.isHopeless(message.idle)) this.giveUp(NEVER_SETTLED);
  }

  /** Ends the process and whatever it started. To end a second time does nothing. */
  async end() {
    clearTimeout(this.timer);
    this.kill();
    await this.closed;
  }

  kill() {
    ALIVE.delete(this);
    try {
      kill(-this.child.pid, 'SIGKILL');
    } catch {
      // The whole group has exited already.
    }
  }
}

const FLOODED = failed(
  'Your program printed more than 1 MB and was stopped.',
  'Is there a print in a loop that never ends?',
);
const TOO_LARGE = failed(
  'Your program handed out a value that is too large to be looked at.',
  'Does a list or a text grow without end?',
);
const GARBLED = failed(
  'Your program wrote something of its own where the check listens to what its functions return.',
  'Does it write to a file or a descriptor which it has not opened?',
);
const NEVER_SETTLED = failed(
  'Your program awaits something that never comes: nothing was left to do, and it was not done.',
  'Which promise is never resolved or rejected?',
);
const NOT_STARTED = failed(
  'This criterion could not be tried: no process could be started for it.',
  'What has your program left behind in the criteria before: does it start processes, or remove what it did not make?',
);
const ENDED_BEFORE = failed(
  'This criterion could not be tried: the process that waited for it had been ended.',
  'Does your program end processes that it did not start?',
);

function tooLate(seconds) {
  const message = `Your program did not finish within ${seconds.toFixed(1)} seconds and was stopped.`;
  return failed(message, 'Follow the loop by hand: what has to happen for it to end, and does it?');
}

function endedEarly(code) {
  const how = code === null ? 'it was killed, perhaps for using too much memory' : `exit code ${code}`;
  return failed(
    `Your program ended the whole process before the check was done (${how}).`,
    'Return from functions instead of ending the process, and catch what a promise throws.',
  );
}

function failed(message, hint) {
  return { passed: false, message, hint };
}

/** Nothing of the caller's but KEPT: no settings, no secrets; home is the copy. */
function environment(folder) {
  const kept = KEPT.filter((name) => name in env).map((name) => [name, env[name]]);
  return {
    PATH: ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    ...Object.fromEntries(kept),
    HOME: folder,
    TMPDIR: folder,
    LANG: 'C.UTF-8',
  };
}
