import { isObject, type Json, parseLine } from '../json.js';
import type { EventWriter } from '../structured/events/event-writer.js';

/** Most ids that are remembered. What is told twice is told within the same turn, or at most some turns later. */
const MAX_IDS = 10_000;

/** Has the object of a line handled. What is no object is kept as text: neighbouring lines of it become one event. */
export function handleLine(line: string, writer: EventWriter, handle: (entry: Json) => void): void {
  const entry = parseLine(line);
  if (line.trim() === '') return;
  try {
    if (isObject(entry)) handle(entry);
    else writer.raw(line);
  } catch {
    // Whatever it is that cannot be looked at: as text, it is harmless.
    writer.raw(line);
  }
}

/** Remembers ids, the latest of them. */
export class RecentIds {
  readonly #ids = new Set<string>();

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** False if it was there. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > MAX_IDS) this.#ids.delete(this.#ids.values().next().value as string);
    return true;
  }
}
