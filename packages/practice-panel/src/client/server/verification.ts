import {
  type Criterion,
  decodeJson,
  NDJSON,
  type VerificationResult,
  type VerifyStreamRow,
  verificationResultSchema,
  verifyStreamRowSchema,
} from '@agent-factory/protocol';
import { readLines } from './ndjson.js';
import { type RestOutcome, unexpected, unreachable } from './outcome.js';
import { readJson } from './read.js';

/** Reads a check's answer: rows as they arrive if the daemon streams, otherwise the one result. */
export async function readVerification(
  response: Response,
  onCriterion: (row: Criterion) => void,
): Promise<RestOutcome<VerificationResult>> {
  const streamed = response.headers.get('content-type')?.includes(NDJSON) ?? false;
  if (!streamed || response.body === null) return readJson(response, verificationResultSchema);
  try {
    return await readRows(readLines(response.body), onCriterion);
  } catch {
    return unreachable('The practice server went away while it was checking.');
  }
}

async function readRows(
  lines: AsyncIterable<string>,
  onCriterion: (row: Criterion) => void,
): Promise<RestOutcome<VerificationResult>> {
  for await (const line of lines) {
    const row = decodeJson<VerifyStreamRow>(verifyStreamRowSchema, line);
    if (!row.ok) return unexpected(`A row of the check is invalid: ${row.issues.join('; ')}`);
    if (row.value.type === 'result') return { ok: true, value: row.value.result };
    if (row.value.type === 'error') return { ok: false, error: row.value.error };
    onCriterion(row.value.criterion);
  }
  return unreachable('The practice server went away while it was checking.');
}
