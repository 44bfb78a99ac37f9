import { PassThrough } from 'node:stream';
import type { CommandResult } from '@agent-factory/subprocess';
import { type ControlEvents, ControlStream } from './control-stream.js';

/** An answer comes within milliseconds; a tmux that takes longer than this hangs. */
const REPLY_TIMEOUT_MS = 5000;

/** Runs the client until it ends. */
export type RunControl = (io: {
  readonly input: PassThrough;
  readonly onStdout: (piece: Buffer) => void;
  readonly signal: AbortSignal;
}) => Promise<CommandResult>;

/** The lines that each command printed; undefined if tmux refused one of them, or is gone. */
export type Answers = readonly (readonly Buffer[])[] | undefined;

/** Commands on their way, with the answers so far. After one that fails, tmux runs no more of the same line. */
interface Question {
  readonly commands: number;
  readonly answers: (readonly Buffer[])[];
  readonly take: (answers: Answers) => void;
}

/**
 * A tmux client in control mode: it hears what the programs of its session print, as they print it, and asks
 * questions in between. It draws nothing, and its size does not count.
 *
 * It is read as fast as tmux writes. As long as a page shows the session, tmux waits for no such client; otherwise a
 * client that did not read would hold the program back.
 */
export class ControlClient {
  readonly #input = new PassThrough();
  readonly #abort = new AbortController();
  readonly #questions: Question[] = [];
  #isOver = false;
  /** Resolves when the client has ended: tmux is gone, the session is over, or it was closed. */
  readonly ended: Promise<void>;

  constructor(run: RunControl, events: Omit<ControlEvents, 'onReply'>) {
    const stream = new ControlStream({ ...events, onReply: (lines) => this.#handleReply(lines) });
    // The client may end without having read everything; its end says so.
    this.#input.on('error', () => {});
    const running = run({ input: this.#input, onStdout: (piece) => stream.add(piece), signal: this.#abort.signal });
    this.ended = running.then(
      () => this.#handleEnd(),
      () => this.#handleEnd(),
    );
  }

  /**
   * Runs commands that belong together: nothing is printed in between. `take` gets what each of them printed, before
   * anything is heard that was printed afterwards; a promise would be too late for that.
   */
  ask(commands: readonly string[], take: (answers: Answers) => void): void {
    if (this.#isOver) {
      take(undefined);
      return;
    }
    const late = setTimeout(() => this.#abort.abort(), REPLY_TIMEOUT_MS);
    const handle = (answers: Answers) => {
      clearTimeout(late);
      take(answers);
    };
    this.#questions.push({ commands: commands.length, answers: [], take: handle });
    this.#input.write(`${commands.join(' ; ')}\n`);
  }

  /** Resolves when everything was heard that has happened so far. */
  async catchUp(): Promise<void> {
    await new Promise((resolve) => this.ask(['display-message -p done'], resolve));
  }

  /** Leaves the session, once everything was heard that has happened so far. Safe to call twice. */
  async close(): Promise<void> {
    await this.catchUp();
    this.#input.end();
    await this.ended;
  }

  #handleReply(lines: readonly Buffer[] | undefined): void {
    const [question] = this.#questions;
    if (question === undefined) return;
    if (lines !== undefined) question.answers.push(lines);
    if (lines !== undefined && question.answers.length < question.commands) return;
    this.#questions.shift();
    question.take(lines && question.answers);
  }

  #handleEnd(): void {
    this.#isOver = true;
    this.#input.destroy();
    for (const { take } of this.#questions.splice(0)) take(undefined);
  }
}
