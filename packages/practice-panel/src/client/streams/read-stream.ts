import { readText } from '../server/ndjson.js';
import { type RestOutcome, unexpected, unreachable } from '../server/outcome.js';
import { type ServerSent, ServerSentParser } from './server-sent.js';
import { Turns } from './turns.js';

/** Who takes what a stream of server-sent events says. */
export interface StreamSink {
  /** Anything has arrived, if only a sign of life. */
  onAlive(): void;
  /** Returns what is wrong with it, if anything is: the stream then ends. */
  take(sent: ServerSent): string | undefined;
}

/** Passes on what a stream of server-sent events says as it arrives. Resolves with the reason why there is no more. */
export async function readStream(response: Response, sink: StreamSink): Promise<RestOutcome<never>> {
  if (response.body === null) return unexpected('The answer, which should have been a stream, was empty.');
  const parser = new ServerSentParser();
  const turns = new Turns();
  try {
    for await (const text of readText(response.body)) {
      sink.onAlive();
      for (const sent of parser.push(text)) {
        const issue = sink.take(sent);
        if (issue !== undefined) return unexpected(issue);
        await turns.next();
      }
    }
  } catch {
    // A broken stream means that the daemon is gone, as does one that ends.
  }
  return unreachable();
}
