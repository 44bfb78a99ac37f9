import { setTimeout as pause } from 'node:timers/promises';
import type { Line } from '../lines/line.js';

const TIMEOUT_MS = 20_000;

/**
 * Resolves with the time (`performance.now()`) at which output with this text arrived; empty text is
 * any output. Chunks may cut the text. Rejects after 20 s.
 */
export function untilOutput(line: Line, wanted: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let tail = '';
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`${line.name} never showed ${JSON.stringify(wanted)}`));
    }, TIMEOUT_MS);
    const stop = line.onOutput((chunk) => {
      const text = tail + chunk.toString('latin1');
      if (!text.includes(wanted)) {
        tail = text.slice(-wanted.length);
        return;
      }
      clearTimeout(timer);
      stop();
      resolve(performance.now());
    });
  });
}

/** Resolves once nothing has been printed for this long. */
export async function untilQuiet(line: Line, quietMs: number): Promise<void> {
  let lastAt = performance.now();
  const stop = line.onOutput(() => {
    lastAt = performance.now();
  });
  const deadline = lastAt + TIMEOUT_MS;
  for (let left = quietMs; left > 0; left = lastAt + quietMs - performance.now()) {
    if (performance.now() > deadline) break;
    await pause(left);
  }
  stop();
  if (performance.now() > deadline) throw new Error(`${line.name} never fell silent`);
}
