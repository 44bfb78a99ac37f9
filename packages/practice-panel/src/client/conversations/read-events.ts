import { decodeJson } from '@agent-factory/protocol';
import { CAUGHT_UP, type LoggedEvent, loggedEventSchema } from '@agent-factory/protocol/conversations';
import type { RestOutcome } from '../server/outcome.js';
import { readStream } from '../streams/read-stream.js';
import type { ServerSent } from '../streams/server-sent.js';

/** Who takes what a stream of events says. */
export interface EventSink {
  onEvent(event: LoggedEvent): void;
  /** All that was stored has been passed on; what follows happens now. */
  onCaughtUp(): void;
  /** Anything has arrived, if only a sign of life. */
  onAlive(): void;
}

/** Passes on the events of a conversation as they arrive. Resolves with the reason why there are no more. */
export function readEvents(response: Response, sink: EventSink): Promise<RestOutcome<never>> {
  return readStream(response, { onAlive: () => sink.onAlive(), take: (sent) => take(sent, sink) });
}

/** Returns what is wrong with it, if anything is. */
function take(sent: ServerSent, sink: EventSink): string | undefined {
  if (sent.kind === 'comment') {
    if (sent.line === CAUGHT_UP) sink.onCaughtUp();
    return undefined;
  }
  const event = decodeJson<LoggedEvent>(loggedEventSchema, sent.data);
  if (!event.ok) return `An event of the conversation is invalid: ${event.issues.join('; ')}`;
  sink.onEvent(event.value);
  return undefined;
}
