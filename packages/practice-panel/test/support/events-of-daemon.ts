import type { ServerResponse } from 'node:http';
import type { NewEvent, PracticeEvent } from '@agent-factory/protocol/events';

/** The log of events of a daemon that tests play, with the routes and answers of a real one. */
export class EventsOfDaemon {
  /** Its name; a test that gives it another one has made another log. */
  log = '0123abcd';
  readonly past: PracticeEvent[] = [];
  readonly #readers = new Set<ServerResponse>();
  /** `after` of each stream that goes on, in the order in which they were asked for. */
  readonly asked: (string | null)[] = [];
  /** `after` of each stream that ends with what there is. */
  readonly replayed: (string | null)[] = [];

  /** Pages that read now. */
  get readers(): number {
    return this.#readers.size;
  }

  serve(query: URLSearchParams, response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (query.get('follow') === 'no') this.#replay(query, response);
    else this.#follow(query.get('after'), response);
  }

  #follow(after: string | null, response: ServerResponse): void {
    this.asked.push(after);
    const { from, gap } = this.#placeOf(after);
    send(response, { type: 'stream_opened', cursor: `${this.log}-${from}`, gap });
    for (const event of this.past) if (event.id > from) send(response, event);
    this.#readers.add(response);
    response.on('close', () => this.#readers.delete(response));
  }

  /** Something happens. */
  tell(event: NewEvent): PracticeEvent {
    const told = this.add(event);
    for (const reader of this.#readers) send(reader, told);
    return told;
  }

  /** Something happens, of which those who read now hear nothing. */
  add(event: NewEvent): PracticeEvent {
    const told = { ...event, id: (this.past.at(-1)?.id ?? 0) + 1, at: '2026-01-05T10:00:00.000Z' } as PracticeEvent;
    this.past.push(told);
    return told;
  }

  /** Sends all readers this, whatever it is. */
  say(message: unknown): void {
    for (const reader of this.#readers) send(reader, message);
  }

  /** Breaks off every stream, as a daemon that dies does. */
  drop(): void {
    for (const reader of this.#readers) reader.destroy();
  }

  #replay(query: URLSearchParams, response: ServerResponse): void {
    this.replayed.push(query.get('after'));
    const { from, gap } = this.#placeOf(query.get('after') ?? 'start');
    send(response, { type: 'stream_opened', cursor: `${this.log}-${from}`, gap });
    const exerciseId = query.get('exerciseId');
    const types = query.get('type')?.split(',') ?? [];
    const isWanted = ({ id, type, exerciseId: subject }: PracticeEvent) =>
      id > from && (exerciseId === null || subject === exerciseId) && types.includes(type);
    for (const event of this.past.filter(isWanted)) send(response, event);
    response.end();
  }

  #placeOf(after: string | null): { from: number; gap: boolean } {
    const last = this.past.at(-1)?.id ?? 0;
    const [log, id] = (after ?? '').split('-');
    if (after === 'start') return { from: 0, gap: false };
    if (after === null || after === 'now') return { from: last, gap: false };
    return log === this.log && Number(id) <= last ? { from: Number(id), gap: false } : { from: last, gap: true };
  }
}

function send(response: ServerResponse, message: unknown): void {
  response.write(`data: ${JSON.stringify(message)}\n\n`);
}
