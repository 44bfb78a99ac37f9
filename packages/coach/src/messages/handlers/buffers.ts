import type { ClientPayload } from '@agent-factory/protocol/coach';
import type { BufferCache } from '../../buffers/buffer-cache.js';
import type { BufferEntry } from '../../buffers/buffer-entry.js';
import { projectPath } from '../../files/project-path.js';
import type { Handler } from '../context.js';

/**
 * Keeps what is typed; there is no answer. What does not fit the text that is known is answered by
 * `buffer_out_of_step`, on which the page sends the whole text.
 */
export const updateBuffer: Handler<'buffer:update'> = async (update, { workplace }) => {
  const { buffers } = workplace.disk;
  const path = projectPath(update.path);
  const before = buffers.get(path);
  const entry = apply(buffers, { ...update, path });
  if (entry === null) return;
  workplace.open.add(path);
  if (entry.content === before?.content) return;
  // Nobody knows how long a text was that was not known: it counts as having been this one.
  const previousCharCount = (before ?? entry).content.length;
  workplace.session.typed({ path, charCount: entry.content.length, previousCharCount, dirty: entry.dirty });
  workplace.mind.tell((mind) => mind.onTyped(workplace, path));
};

function apply(buffers: BufferCache, update: ClientPayload<'buffer:update'>): BufferEntry | null {
  const { path, content, changes = [], length = 0, cursorPosition } = update;
  if (content !== undefined) return buffers.update(path, content, cursorPosition);
  return buffers.applyChanges(path, changes, { baseLength: length, cursorPosition });
}
