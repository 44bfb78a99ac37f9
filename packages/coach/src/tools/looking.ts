import { stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import type { BufferView, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import type { BufferEntry } from '../buffers/buffer-entry.js';
import { projectPath } from '../files/project-path.js';
import { ifPossible } from '../files/system.js';
import { requireShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';

type Looked<Name extends 'paige_get_buffer' | 'paige_get_open_files' | 'paige_get_diff'> = Promise<ToolOutput<Name>>;

export async function getBuffer(
  workplace: Workplace,
  { path }: ToolInput<'paige_get_buffer'>,
): Looked<'paige_get_buffer'> {
  requireShown(workplace.choices.now.visibility, 'buffers');
  return { buffer: await shownBuffer(workplace, projectPath(path)) };
}

export async function getOpenFiles(workplace: Workplace): Looked<'paige_get_open_files'> {
  requireShown(workplace.choices.now.visibility, 'open_files');
  return { files: workplace.open.paths };
}

export async function getDiff(
  { choices, disk }: Workplace,
  { path }: ToolInput<'paige_get_diff'>,
): Looked<'paige_get_diff'> {
  requireShown(choices.now.visibility, 'diffs');
  if (path === undefined) return { diffs: await disk.buffers.diffs() };
  const diff = await disk.buffers.diffOf(path);
  return { diffs: diff === '' ? [] : [{ path: projectPath(path), diff }] };
}

/** A file as far as the student shows it: what is typed, or only what is saved of it. Null if it is not open. */
export async function shownBuffer(workplace: Workplace, path: string): Promise<BufferView | null> {
  const { buffers } = workplace.disk;
  const entry = buffers.get(path);
  if (entry === null) return null;
  if (workplace.choices.now.visibility !== 'everything') return savedView(workplace, path);
  // Where no page is open, nobody watches what other programs write.
  const now = entry.dirty ? entry : await buffers.refresh(path);
  return now && viewOf(path, now);
}

function viewOf(path: string, { content, cursorPosition, dirty, lastUpdated }: BufferEntry): BufferView {
  return { path, content, cursorPosition, dirty, lastUpdated };
}

/**
 * What is on the disk, and nothing of what is typed, or where, or when. A file that was never saved, or cannot be read,
 * has nothing to show.
 */
async function savedView({ disk }: Workplace, path: string): Promise<BufferView | null> {
  try {
    const { content } = await disk.files.readFile(path);
    const { real } = await disk.folder.resolve(path);
    const saved = await ifPossible(stat(real));
    if (saved === undefined) return null;
    return { path, content, dirty: false, lastUpdated: saved.mtime.toISOString() };
  } catch (error) {
    if (error instanceof PracticeError) return null;
    throw error;
  }
}
