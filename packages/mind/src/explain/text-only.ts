import type { ProjectDisk } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import type { ExplainRequest } from '@agent-factory/protocol/mind';

/** Refusals of a file whose text can be explained all the same: it is not saved yet, or too large for our editor. */
const EXPLAINABLE = ['file_not_found', 'too_large', 'not_utf8', 'unreadable'];

/**
 * The language of the file, where it is marked in an editor and the file is there. Throws `file_unsuitable` for what is
 * no text, by its content or by the file (spec EC-75), and `path_outside`.
 */
export async function requireText(
  { source, path, selectedText, surroundingContext }: ExplainRequest,
  disk: ProjectDisk | undefined,
): Promise<string | undefined> {
  if (selectedText.includes('\0') || surroundingContext.includes('\0')) throw binary(path);
  if (source !== 'editor' || disk === undefined) return undefined;
  try {
    return (await disk.files.readFile(path)).language;
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
    const reason = String(error.facts.reason ?? error.code);
    if (reason === 'binary') throw binary(path);
    if (EXPLAINABLE.includes(reason)) return undefined;
    throw error;
  }
}

function binary(path: string): PracticeError {
  return new PracticeError('file_unsuitable', 'Cannot explain binary files', { path, reason: 'binary' });
}
