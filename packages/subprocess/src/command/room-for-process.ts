import { closeSync, openSync } from 'node:fs';

/** Two for each of the three streams, and two by which the system tells that the program could not be started. */
const DESCRIPTORS = 8;

/**
 * Throws EMFILE or ENFILE where there are too few descriptors to start a program. Node, which finds that out
 * half way, would leave those open for good that it has opened by then, so that there were fewer and fewer.
 */
export function requireRoomForProcess(): void {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync('/dev/null', 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
