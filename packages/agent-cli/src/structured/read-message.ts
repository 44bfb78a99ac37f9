import { parseLine } from '../json.js';
import type { Driver } from './driver.js';
import type { EventWriter } from './events/event-writer.js';

/** Gives a line of an agent's output to its driver, or keeps it as text if it is no message. Never throws. */
export function readMessage(line: string, isCut: boolean, to: { driver: Driver; writer: EventWriter }): void {
  if (line.trim() === '') return;
  const value = isCut ? undefined : parseLine(line);
  try {
    if (value === undefined) to.writer.raw(line);
    else to.driver.receive(value);
  } catch {
    // Whatever it is that cannot be looked at: as text, it is harmless.
    to.writer.raw(line);
  }
}
