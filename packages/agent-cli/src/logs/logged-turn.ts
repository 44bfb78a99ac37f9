import type { Usage } from '@agent-factory/protocol/conversations';
import type { EventWriter, RunOutcome } from '../structured/events/event-writer.js';
import { RecentIds } from './log-lines.js';

/** How a turn has ended, without what it has used. */
export type TurnEnd =
  | { readonly kind: 'done' | 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string };

/** The turn that a log tells of, as a run. */
export class LoggedTurn {
  readonly #writer: EventWriter;
  /** By what was counted: a log may tell of the same answer several times, and knows more each time. */
  readonly #usages = new Map<string, Usage>();
  readonly #runs = new RecentIds();

  constructor(writer: EventWriter) {
    this.#writer = writer;
  }

  get isOpen(): boolean {
    return this.#writer.runId !== undefined;
  }

  /** The student has said something. A turn of which no end was told is over by then. `id` is the log's own. */
  begin(id: string): void {
    this.end({ kind: 'done' });
    let runId = `turn-${id}`;
    // Somebody has ended the run, and the turn goes on.
    for (let part = 2; !this.#runs.add(runId); part += 1) runId = `turn-${id}~${part}`;
    this.#writer.startRun(runId);
  }

  /** A turn need not begin with a question, and reading may begin in the middle of one. */
  ensure(id: string): void {
    if (!this.isOpen) this.begin(id);
  }

  /** What was used for `key`, all in all. */
  use(key: string, usage: Usage): void {
    this.#usages.set(key, usage);
  }

  end(end: TurnEnd): void {
    const usage = sum([...this.#usages.values()]);
    this.#usages.clear();
    const facts = Object.keys(usage).length > 0 ? { facts: { usage } } : {};
    if (this.isOpen) this.#writer.endRun({ ...end, ...facts } as RunOutcome);
  }
}

function sum(usages: readonly Usage[]): Usage {
  const total: Usage = {};
  for (const usage of usages) {
    for (const [name, value] of Object.entries(usage) as [keyof Usage, number | undefined][])
      if (value !== undefined) total[name] = (total[name] ?? 0) + value;
  }
  return total;
}
