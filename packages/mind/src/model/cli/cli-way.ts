import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, runCommand } from '@agent-factory/subprocess';
import type { Charge } from '../budget/charge.js';
import { unavailable } from '../errors.js';
import type { Failure, Question, Reply, Way } from '../question.js';
import { cliReply } from './cli-answer.js';
import type { CliProgram } from './cli-program.js';

/** Milliseconds for an answer, the start of the program included. */
const ANSWER_MS = 240_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/** The vendor's search in the web, by the name that it has here. Other tools are none of a model's business. */
const TOOLS: Readonly<Record<string, string>> = { web_search: 'WebSearch' };

/**
 * Claude Code in its form for scripts: asked once, in an empty folder of its own, and with nothing of what the student
 * has set up for their projects: no settings, hooks, memories, servers or skills. It keeps no record.
 */
export class CliWay implements Way {
  readonly #program: CliProgram;
  readonly #answerMs: number;

  constructor(program: CliProgram, answerMs: number = ANSWER_MS) {
    this.#program = program;
    this.#answerMs = answerMs;
  }

  async send(question: Question, charge: Charge, signal: AbortSignal): Promise<Reply> {
    // It is paid by the month, whatever is asked.
    await charge.hold(0);
    const folder = await mkdtemp(join(tmpdir(), 'af-mind-'));
    try {
      return cliReply(await this.#run(question, folder, signal));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  failureOf(error: unknown): Failure {
    if (error instanceof Error && error.name === 'PracticeError') return { error, mayHaveCost: false };
    // A full disk, as a rule: the folder cannot be made.
    const { code = '' } = error as NodeJS.ErrnoException;
    const message = `Claude Code could not be started${code && ` (${code})`}. Free some space on the disk and try again.`;
    return { error: unavailable('vendor', message), mayHaveCost: false };
  }

  async #run(question: Question, folder: string, signal: AbortSignal): Promise<CommandResult> {
    // Whoever lists processes sees their arguments; what the student has written goes through a file and a pipe.
    const prompt = join(folder, 'system-prompt.txt');
    const cwd = join(folder, 'empty');
    await mkdir(cwd);
    await writeFile(prompt, question.systemPrompt, { mode: 0o600 });
    return runCommand(this.#program.path, argsOf(question, prompt), {
      cwd,
      env: {
        ...this.#program.env,
        CLAUDE_CODE_SAFE_MODE: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(question.maxTokens),
        CLAUDE_CODE_MAX_RETRIES: '2',
        DISABLE_AUTOUPDATER: '1',
      },
      input: question.userMessage,
      timeoutMs: this.#answerMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      signal,
      endEscaped: true,
    });
  }
}

function argsOf({ model, format, tools }: Question, promptFile: string): string[] {
  const allowed = tools.flatMap(({ name }) => (Object.hasOwn(TOOLS, name) ? [TOOLS[name] ?? ''] : [])).join(',');
  return [
    ...['--print', '--output-format', 'json', '--model', model.id],
    ...['--json-schema', JSON.stringify(format.schema), '--system-prompt-file', promptFile],
    ...['--tools', allowed, ...(allowed === '' ? [] : ['--allowedTools', allowed])],
    ...['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands', '--no-session-persistence'],
  ];
}
