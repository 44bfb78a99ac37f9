import { decodeJson } from '@agent-factory/protocol';
import { type WatchStreamRow, watchStreamRowSchema } from '@agent-factory/protocol/watch';
import { readLines } from '../server/ndjson.js';
import { type RestOutcome, unexpected, unreachable } from '../server/outcome.js';

/** Hands out the rows of a watch as they come. Resolves with why there are no more. */
export async function readWatchRows(
  response: Response,
  onRow: (row: WatchStreamRow) => void,
): Promise<RestOutcome<never>> {
  if (response.body === null) return unexpected('The watch answered nothing.');
  try {
    for await (const line of readLines(response.body)) {
      const row = decodeJson<WatchStreamRow>(watchStreamRowSchema, line);
      if (!row.ok) return unexpected(`A row of the watch is not understood: ${row.issues.join('; ')}`);
      if (row.value.type === 'error') return { ok: false, error: row.value.error };
      onRow(row.value);
    }
  } catch {
    // A stream that breaks is a daemon that went, like one that ends.
  }
  return unreachable();
}
