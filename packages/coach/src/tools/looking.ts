import { PracticeError } from '@agent-factory/protocol';
import type { BufferView, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import type { BufferEntry } from '../buffers/buffer-entry.js';
import { projectPath } from '../files/project-path.js';
import { asShown, requireShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';

type Looked<Name extends 'paige_get_buffer' | 'paige_get_open_files' | 'paige_get_diff'> = Promise<ToolOutput<Name>>;

export function getBuffer(workplace: Workplace, { path }: ToolInput<'paige_get_buffer'>): Looked<'paige_get_buffer'> {
  return asShown(workplace.choices, async (visibility) => {
    requireShown(visibility, 'buffers');
    return { buffer: await shownBuffer(workplace, projectPath(path)) };
  });
}

export async function getOpenFiles(workplace: Workplace): Looked<'paige_get_open_files'> {
  requireShown(workplace.choices.now.visibility, 'open_files');
  return { files: workplace.open.paths };
}

export function getDiff({ choices, disk }: Workplace, { path }: ToolInput<'paige_get_diff'>): Looked<'paige_get_diff'> {
  return asShown(choices, async (visibility) => {
    requireShown(visibility, 'diffs');
    if (path === undefined) return { diffs: await disk.buffers.diffs() };
    const diff = await disk.buffers.diffOf(path);
    return { diffs: diff === '' ? [] : [{ path: projectPath(path), diff }] };
  });
}

/** A file as far as the student shows it: what is typed, or only what is saved of it. Null if it is not open. */
export async function shownBuffer(workplace: Workplace, path: string): Promise<BufferView | null> {
  const { buffers } = workplace.disk;
  const entry = buffers.get(path);
  if (entry === null) return null;
  if (workplace.choices.now.visibility !== 'everything') return savedView(workplace, path, entry);
  // Where no page is open, nobody watches what other programs write.
  const now = entry.dirty ? entry : await buffers.refresh(path);
  return now && viewOf(path, now);
}

function viewOf(path: string, { content, cursorPosition, dirty, lastUpdated }: BufferEntry): BufferView {
  return { path, content, cursorPosition, dirty, lastUpdated };
}

/** A file that was never saved, or cannot be read, has nothing to show. */
async function savedView(workplace: Workplace, path: string, entry: BufferEntry): Promise<BufferView | null> {
  try {
    const { content } = await workplace.disk.files.readFile(path);
    return { ...viewOf(path, entry), content, dirty: false };
  } catch (error) {
    if (error instanceof PracticeError) return null;
    throw error;
  }
}
