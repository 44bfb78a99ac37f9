import {
  type EventsQuery,
  type NewEvent,
  type PracticeEvent,
  practiceEventSchema,
} from '@agent-factory/protocol/events';
import { EventLog, type EventLogOptions } from '../../src/events/event-log.js';
import { openStore, type Store } from '../../src/store/open.js';
import { createLog } from '../../src/system/log.js';
import { Home } from '../fixtures/machine/home.js';

/** An event log in a database of its own, without a daemon around it. */
export class LogFile implements AsyncDisposable {
  readonly home: Home;
  readonly store: Store;
  readonly log: EventLog;
  /** What the log was made of: another one can read the same file. */
  readonly options: EventLogOptions;
  readonly #closing = new AbortController();

  private constructor(home: Home, store: Store, options: Partial<EventLogOptions>) {
    this.home = home;
    this.store = store;
    const log = createLog({ level: 'silent', json: true, directory: home.in('logs') });
    this.options = { store, log, closing: this.#closing.signal, ...options };
    this.log = new EventLog(this.options);
  }

  /** @param options what the log gets in the place of what a daemon gives it */
  static async open(options: Partial<EventLogOptions> = {}, home?: Home): Promise<LogFile> {
    const place = home ?? (await Home.make());
    const log = createLog({ level: 'silent', json: true, directory: place.in('logs') });
    return new LogFile(place, await openStore(place.in('state.db'), log, []), options);
  }

  get path(): string {
    return this.home.in('state.db');
  }

  /** Something happens so many times, told apart by `rung`. */
  hints(count: number, first = 1, hint = 'Look.'): void {
    for (let rung = first; rung < first + count; rung += 1) this.log.append(hintShown(rung, hint));
  }

  /** The rungs of all hints that match, in their order. */
  async rungs(query: Partial<EventsQuery> = {}): Promise<number[]> {
    return (await this.events(query)).flatMap(({ type, data }) => (type === 'hint_shown' ? [data.rung] : []));
  }

  async events(query: Partial<EventsQuery> = {}): Promise<PracticeEvent[]> {
    const events: PracticeEvent[] = [];
    for await (const told of this.log.read({ after: 'start', ...query, follow: 'no' }, new AbortController().signal)) {
      if (told.kind === 'events') events.push(...eventsIn(told.page.messages));
    }
    return events;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.log.close();
    await this.store.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.home[Symbol.asyncDispose]();
  }
}

/** The events that messages hold, which have to be well-formed and stand beside their places. */
export function eventsIn(messages: string): PracticeEvent[] {
  return messages
    .split('\n\n')
    .slice(0, -1)
    .map((message) => {
      const [, place = '', json = ''] = /^id: [0-9a-f]{8}-(\d+)\ndata: ([^\n]*)$/.exec(message) ?? [];
      const event = practiceEventSchema.parse(JSON.parse(json));
      if (String(event.id) !== place) throw new Error(`Event ${event.id} stands beside ${place}`);
      return event;
    });
}

export function hintShown(rung: number, hint = 'Look.', exerciseId = 'first-steps'): NewEvent {
  return { exerciseId, type: 'hint_shown', data: { criterion: 'It greets', rung, hint } };
}
