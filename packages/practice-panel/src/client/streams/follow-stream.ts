import { type ClientError, isTemporary, type RestOutcome } from '../server/outcome.js';
import { pause } from '../server/pause.js';
import type { PracticeServer } from '../server/server.js';
import { reconnectStep } from '../terminal/reconnect.js';

export interface StreamToFollow {
  readonly server: PracticeServer;
  /** Aborts when nobody follows any more. */
  readonly signal: AbortSignal;
  /** Asks for the stream and reads it to its end; calls back when it says anything. */
  ask(onAlive: () => void): Promise<RestOutcome<never>>;
  /** The stream is over, and is asked for again in a moment. */
  onDrop?(): void;
}

/**
 * Follows a stream of the daemon's across its restarts, by the policy by which terminals reconnect. Resolves with the
 * reason why it was given up; undefined if it was aborted.
 */
export async function followStream({ server, signal, ask, onDrop }: StreamToFollow): Promise<ClientError | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const outcome = await ask(() => {
      failures = 0;
    });
    if (signal.aborted || outcome.ok) return undefined;
    const step = reconnectStep(failures);
    if (step.kind === 'give_up' || !isTemporary(outcome.error)) return outcome.error;
    onDrop?.();
    await pause(step.delayMs, signal);
    if (!signal.aborted) await server.connect();
  }
  return undefined;
}
