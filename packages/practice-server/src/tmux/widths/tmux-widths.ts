import { realpath, stat } from 'node:fs/promises';
import { decodeJson, PracticeError, type WidthsResponse, widthsResponseSchema } from '@agent-factory/protocol';
import { findExecutable } from '@agent-factory/subprocess';
import { z } from 'zod';
import { writeFileAtomic } from '../../system/atomic-file.js';
import { readOwnFile } from '../../system/bounded-file.js';
import { askTmux } from './ask-tmux.js';
import { makeQuestions } from './questions.js';
import { readAnswers } from './read-answers.js';

/** What is on the disk. `questions` changes whenever other questions are asked. */
const QUESTIONS_VERSION = 1;
/** An answer has some 20 KB. */
const MAX_CACHE_BYTES = 1024 * 1024;
const cachedSchema = z.object({ program: z.string(), widths: widthsResponseSchema });

export interface TmuxWidthsOptions {
  /** Of sessions: it decides which tmux it is, and its language. */
  readonly environment: Record<string, string>;
  /** File that keeps the answer. */
  readonly path: string;
  /** The daemon closes. */
  readonly signal: AbortSignal;
}

/** How wide tmux draws its characters. Asked once for a tmux, when somebody wants to know, and kept on the disk. */
export class TmuxWidths {
  readonly #options: TmuxWidthsOptions;
  #known: { program: string; widths: Promise<WidthsResponse> } | undefined;

  constructor(options: TmuxWidthsOptions) {
    this.#options = options;
  }

  /** Throws `dependency_missing` or `session_failed`; the next call then asks anew. */
  async current(): Promise<WidthsResponse> {
    const program = await this.#program();
    if (this.#known?.program !== program) {
      const widths = this.#find(program);
      this.#known = { program, widths };
      widths.catch(() => this.#forget(widths));
    }
    return this.#known.widths;
  }

  #forget(widths: Promise<WidthsResponse>): void {
    if (this.#known?.widths === widths) this.#known = undefined;
  }

  /** The tmux that sessions run in, told apart from every other, as after an update. */
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
    const questions = makeQuestions();
    const widths = readAnswers(questions, await askTmux(questions.texts, this.#options));
    await writeFileAtomic(this.#options.path, JSON.stringify({ program, widths }));
    return widths;
  }

  /** What was asked before; a file that is not there, or not whole, is as good as none. */
  async #read(program: string): Promise<WidthsResponse | undefined> {
    const text = (await readOwnFile(this.#options.path, MAX_CACHE_BYTES)) ?? '';
    const cached = decodeJson(cachedSchema, text);
    return cached.ok && cached.value.program === program ? cached.value.widths : undefined;
  }
}
