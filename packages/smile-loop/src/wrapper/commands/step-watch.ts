import type { ConversationEvent, ToolCallDetail } from '@agent-factory/protocol/conversations';
import type { Command } from '../../contract/agents.js';
import { MAX_LIST, MAX_OUTPUT_CHARS, MAX_TEXT } from '../../contract/limits.js';
import { commandFacts } from './command-facts.js';

export interface StepWatchOptions {
  /** Milliseconds that one command may take. */
  readonly stepMs: number;
  /** Whether a command that the CLI calls done has ended with 0. */
  readonly tellsFailure: boolean;
  readonly onStart: (command: string) => void;
  readonly onEnd: (command: Command) => void;
  /** It has taken too long, and goes on. */
  readonly onLate: (command: string) => void;
  readonly now?: () => number;
}

interface Step {
  detail: Partial<ToolCallDetail>;
  readonly startedAt: number;
  readonly timer: NodeJS.Timeout;
  isLate: boolean;
}

/** Every command that an agent runs, as its CLI tells of it: when, for how long, with which end. */
export class StepWatch {
  readonly #options: StepWatchOptions;
  readonly #now: () => number;
  readonly #began: number;
  readonly #open = new Map<string, Step>();
  readonly #commands: Command[] = [];

  constructor(options: StepWatchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#began = this.#now();
  }

  /** Those that have ended, the first first; of very many, the last. */
  get commands(): readonly Command[] {
    return this.#commands;
  }

  heard(event: ConversationEvent): void {
    if (event.type === 'CUSTOM' && event.name === 'tool_call_detail') this.#detail(event.value);
    if (event.type === 'TOOL_CALL_RESULT') this.#end(event.toolCallId, textOf(event.content));
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') this.close();
  }

  /** Ends what is still open, with no exit code. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.#end(id, '');
  }

  #detail(detail: ToolCallDetail): void {
    const step = this.#open.get(detail.toolCallId);
    if (step !== undefined) Object.assign(step.detail, detail);
    else if (detail.command !== undefined && detail.status !== 'refused') this.#begin(detail);
  }

  #begin(detail: ToolCallDetail): void {
    const command = detail.command ?? '';
    const step: Step = {
      detail: { ...detail },
      startedAt: this.#now(),
      isLate: false,
      timer: setTimeout(() => {
        step.isLate = true;
        this.#options.onLate(command);
      }, this.#options.stepMs),
    };
    this.#open.set(detail.toolCallId, step);
    this.#options.onStart(command);
  }

  #end(id: string, result: string): void {
    const step = this.#open.get(id);
    if (step === undefined) return;
    this.#open.delete(id);
    clearTimeout(step.timer);
    if (step.detail.status === 'refused') return;
    const command = this.#commandOf(step, result);
    this.#commands.push(command);
    if (this.#commands.length > MAX_LIST) this.#commands.shift();
    this.#options.onEnd(command);
  }

  #commandOf({ detail, startedAt, isLate }: Step, result: string): Command {
    const { exitCode, output } = commandFacts(detail, result, this.#options.tellsFailure);
    return {
      command: (detail.command ?? '').slice(0, MAX_TEXT),
      exitCode: isLate ? null : exitCode,
      output: output.slice(-MAX_OUTPUT_CHARS),
      startedAtMs: Math.round(startedAt - this.#began),
      durationMs: Math.round(this.#now() - startedAt),
      timedOut: isLate,
    };
  }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? '');
}
