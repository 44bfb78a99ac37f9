import type { FileContent } from '@agent-factory/protocol/coach';
import type { ProjectFile } from '../files/project-files.js';

/** A file as pages are sent it. */
export function contentOf(file: ProjectFile): FileContent {
  const { path, content, language, lineCount, version, readOnly } = file;
  return { path, content, language, lineCount, version, ...(readOnly && { readOnly }) };
}
