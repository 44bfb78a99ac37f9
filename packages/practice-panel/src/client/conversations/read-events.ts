import { decodeJson } from '@agent-factory/protocol';
import { CAUGHT_UP, type LoggedEvent, loggedEventSchema } from '@agent-factory/protocol/conversations';
import { readText } from '../server/ndjson.js';
import { type RestOutcome, unexpected, unreachable } from '../server/outcome.js';
import { type ServerSent, ServerSentParser } from './server-sent.js';
import { Turns } from './turns.js';

/** Who takes what a stream of events says. */
export interface EventSink {
  onEvent(event: LoggedEvent): void;
  /** All that was stored has been passed on; what follows happens now. */
  onCaughtUp(): void;
  /** Anything has arrived, if only a sign of life. */
  onAlive(): void;
}

/** Passes on the events of a conversation as they arrive. Resolves with the reason why there are no more. */
export async function readEvents(response: Response, sink: EventSink): Promise<RestOutcome<never>> {
  if (response.body === null) return unexpected('The answer to the conversation’s events was empty.');
  const parser = new ServerSentParser();
  const turns = new Turns();
  try {
    for await (const text of readText(response.body)) {
      sink.onAlive();
      for (const sent of parser.push(text)) {
        const issue = take(sent, sink);
        if (issue !== undefined) return unexpected(`An event of the conversation is invalid: ${issue}`);
        await turns.next();
      }
    }
  } catch {
    // A broken stream means that the daemon is gone, as does one that ends.
  }
  return unreachable();
}

/** Returns what is wrong with it, if anything is. */
function take(sent: ServerSent, sink: EventSink): string | undefined {
  if (sent.kind === 'comment') {
    if (sent.line === CAUGHT_UP) sink.onCaughtUp();
    return undefined;
  }
  const event = decodeJson<LoggedEvent>(loggedEventSchema, sent.data);
  if (!event.ok) return event.issues.join('; ');
  sink.onEvent(event.value);
  return undefined;
}
