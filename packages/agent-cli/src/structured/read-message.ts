import type { Driver } from './driver.js';
import type { EventWriter } from './events/event-writer.js';

/** Gives a line of an agent's output to its driver, or keeps it as text if it is no message. Never throws. */
export function readMessage(line: string, isCut: boolean, to: { driver: Driver; writer: EventWriter }): void {
  if (line.trim() === '') return;
  const value = isCut ? undefined : parse(line);
  try {
    if (value === undefined) to.writer.raw(line);
    else to.driver.receive(value);
  } catch {
    // Nested so deeply that looking at it fails: as text, it is harmless.
    to.writer.raw(line);
  }
}

/** How JSON begins. To find out that a line is none by parsing it takes a hundred times as long. */
const START = /^\s*["[{\d\-tfn]/;

function parse(line: string): unknown {
  if (!line.startsWith('{') && !START.test(line)) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
