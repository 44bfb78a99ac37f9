import { EventSchemas } from '@ag-ui/core/schemas';
import { type ConversationEvent, type Thread, ThreadBuilder } from '@agent-factory/protocol/conversations';
import { EventWriter } from '../../src/structured/events/event-writer.js';
import { EventChecker } from './check-events.js';

export const CWD = '/home/student/work';

/** Events as they are written, each checked as it comes. */
export class Recording {
  readonly events: ConversationEvent[] = [];
  readonly #checker = new EventChecker();
  readonly #thread = new ThreadBuilder();
  #failure: Error | undefined;
  readonly writer = new EventWriter({ threadId: 't', source: 'test', cwd: CWD, emit: (event) => this.add(event) });

  add(event: ConversationEvent): void {
    this.#check(event);
    this.events.push(event);
    this.#thread.add({ id: this.events.length, at: new Date(this.events.length).toISOString(), event });
  }

  /** Nothing is open, and every event is one of AG-UI's. */
  finish(): Thread {
    if (this.#failure !== undefined) throw this.#failure;
    this.#checker.finish();
    for (const event of this.events) EventSchemas.parse(event);
    return this.thread;
  }

  /** Thrown at the end: whoever writes events must not fail when they are read. */
  #check(event: ConversationEvent): void {
    if (this.#failure !== undefined) return;
    try {
      this.#checker.add(event);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  get thread(): Thread {
    return this.#thread.snapshot();
  }

  get raw(): unknown[] {
    return this.events.flatMap((event) => (event.type === 'RAW' ? [event.event] : []));
  }

  names(): string[] {
    return this.events.map((event) => (event.type === 'CUSTOM' ? event.name : event.type));
  }
}

/** A thread in a few words for each item, as a person would tell it. */
export function told({ items }: Thread): string[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'question':
      case 'answer':
      case 'reasoning':
        return `${item.kind}: ${item.text.trim()}`;
      case 'tool':
        return `${item.detail.kind} ${item.detail.status}: ${item.detail.title}`;
      case 'run_end':
        return item.message === undefined ? item.outcome : `${item.outcome}: ${item.message}`;
      default:
        return item.kind;
    }
  });
}
