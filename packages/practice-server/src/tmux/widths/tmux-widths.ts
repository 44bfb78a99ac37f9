import { realpath, stat } from 'node:fs/promises';
import { decodeJson, PracticeError, type WidthsResponse, widthsResponseSchema } from '@agent-factory/protocol';
import { findExecutable } from '@agent-factory/subprocess';
import * as z from 'zod';
import { writeFileAtomic } from '../../system/files/atomic-file.js';
import { readOwnFile } from '../../system/files/bounded-file.js';
import { askTmux } from './ask-tmux.js';
import { makeQuestions } from './questions.js';
import { readAnswers } from './read-answers.js';

/** Increase it whenever other questions are asked, so that a cached answer is not used. */
const QUESTIONS_VERSION = 1;
/** An answer takes some 20 KB. */
const MAX_CACHE_BYTES = 1024 * 1024;
const cachedSchema = z.object({ program: z.string(), widths: widthsResponseSchema });

export interface TmuxWidthsOptions {
  /** The environment of sessions: it decides which tmux runs, and its locale. */
  readonly environment: Record<string, string>;
  /** The file that keeps the answer. tmux is asked in a folder beside it, `<path>.asked`. */
  readonly path: string;
  /** Aborts when the daemon closes. */
  readonly signal: AbortSignal;
}

/** How wide tmux draws its characters. Each tmux is asked once, when needed, and the answer is kept on disk. */
export class TmuxWidths {
  readonly #options: TmuxWidthsOptions;
  #ahead: Promise<unknown> | undefined;
  #known: { program: string; widths: Promise<WidthsResponse> } | undefined;

  constructor(options: TmuxWidthsOptions) {
    this.#options = options;
  }

  /** Throws `dependency_missing`, `session_failed`, or what the signal says; the next call then asks again. */
  async current(): Promise<WidthsResponse> {
    const program = await this.#program();
    if (this.#known?.program !== program) {
      const widths = this.#find(program);
      this.#known = { program, widths };
      widths.catch(() => this.#forget(widths));
    }
    return this.#known.widths;
  }

  /** Asks before anybody needs the answer. Where there is none, whoever needs it asks again, and learns why. */
  askAhead(): void {
    this.#ahead ??= Promise.allSettled([this.current()]).finally(() => {
      this.#ahead = undefined;
    });
  }

  /** Resolves when no tmux is asked any more: the signal ends that. */
  async close(): Promise<void> {
    await this.#ahead;
    await Promise.allSettled([this.#known?.widths]);
  }

  #forget(widths: Promise<WidthsResponse>): void {
    if (this.#known?.widths === widths) this.#known = undefined;
  }

  /** Identifies the tmux that sessions run in; it changes with an update, for example. */
  async #program(): Promise<string> {
    const found = await findExecutable('tmux', this.#options.environment);
    if (found === undefined) throw new PracticeError('dependency_missing', 'tmux is missing.', { missing: 'tmux' });
    const path = await realpath(found);
    const { mtimeMs, size } = await stat(path);
    return [QUESTIONS_VERSION, path, mtimeMs, size].join(' ');
  }

  async #find(program: string): Promise<WidthsResponse> {
    return (await this.#read(program)) ?? this.#ask(program);
  }

  async #ask(program: string): Promise<WidthsResponse> {
    const { path } = this.#options;
    const questions = makeQuestions();
    const widths = readAnswers(
      questions,
      await askTmux(questions.texts, { ...this.#options, folder: `${path}.asked` }),
    );
    await writeFileAtomic(path, JSON.stringify({ program, widths }));
    return widths;
  }

  /** The answer from the disk; undefined if the file is missing, damaged, or about another tmux. */
  async #read(program: string): Promise<WidthsResponse | undefined> {
    const text = (await readOwnFile(this.#options.path, MAX_CACHE_BYTES)) ?? '';
    const cached = decodeJson(cachedSchema, text);
    return cached.ok && cached.value.program === program ? cached.value.widths : undefined;
  }
}
