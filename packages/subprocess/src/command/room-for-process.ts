import { closeSync, openSync } from 'node:fs';

/** Two for each of the three streams, and two through which the system reports that the program could not start. */
const DESCRIPTORS = 8;

/**
 * Throws EMFILE or ENFILE if there are too few descriptors to start a program. Node finds that out halfway, and
 * never closes those that it has opened by then, so that there would be fewer and fewer.
 */
export function requireRoomForProcess(): void {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync('/dev/null', 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
