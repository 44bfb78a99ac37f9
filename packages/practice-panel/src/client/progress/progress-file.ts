import { decodeJson, MAX_IMPORT_BYTES } from '@agent-factory/protocol';
import { type ProgressDocument, progressDocumentSchema } from '@agent-factory/protocol/progress';

/** Reads an exported file, or says why it is not one. */
export async function readProgressFile(
  file: Blob,
): Promise<{ ok: true; value: ProgressDocument } | { ok: false; why: string }> {
  if (file.size > MAX_IMPORT_BYTES) {
    return { ok: false, why: `It is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB; no export is that large.` };
  }
  const outcome = decodeJson<ProgressDocument>(progressDocumentSchema, await file.text());
  if (outcome.ok) return outcome;
  const [first, ...others] = outcome.issues;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return { ok: false, why: `It is not an export of progress (${first}${more}).` };
}

/** The name under which an export is saved. */
export function progressFileName({ exportedAt }: ProgressDocument): string {
  return `practice-progress-${exportedAt.slice(0, 10)}.json`;
}

export function progressFile(document: ProgressDocument): Blob {
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
}
