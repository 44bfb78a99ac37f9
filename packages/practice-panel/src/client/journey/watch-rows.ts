import { decodeJson } from '@agent-factory/protocol';
import { type WatchStreamRow, watchStreamRowSchema } from '@agent-factory/protocol/watch';
import { readLines } from '../server/ndjson.js';
import { type RestOutcome, unexpected, unreachable } from '../server/outcome.js';

/** Passes on the rows of a watch as they arrive. Resolves with the reason why there are no more. */
export async function readWatchRows(
  response: Response,
  onRow: (row: WatchStreamRow) => void,
): Promise<RestOutcome<never>> {
  if (response.body === null) return unexpected('The answer to the watch was empty.');
  try {
    for await (const line of readLines(response.body)) {
      const row = decodeJson<WatchStreamRow>(watchStreamRowSchema, line);
      if (!row.ok) return unexpected(`A row of the watch is invalid: ${row.issues.join('; ')}`);
      if (row.value.type === 'error') return { ok: false, error: row.value.error };
      onRow(row.value);
    }
  } catch {
    // A broken stream means that the daemon is gone, as does one that ends.
  }
  return unreachable();
}
