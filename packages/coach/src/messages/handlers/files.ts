import { PracticeError } from '@agent-factory/protocol';
import { projectPath } from '../../files/project-path.js';
import { contentOf } from '../../workplace/content.js';
import type { Handler } from '../context.js';

/**
 * The content goes to all pages: another window that has the file open brings it up to date. Only the one whose id it
 * has opens it; the others would switch their tabs.
 */
export const openFile: Handler<'file:open'> = async ({ path, reload = false }, { workplace, broadcast }) => {
  const file = await workplace.disk.buffers.open(path);
  workplace.open.add(file.path);
  if (!reload) workplace.session.log('file_open', { path: file.path });
  broadcast('fs:content', contentOf(file));
};

/** Whether it worked is for all pages to know: what they show may have been replaced. */
export const saveFile: Handler<'file:save'> = async ({ path, content, version }, context) => {
  const { workplace, broadcast } = context;
  try {
    const saved = await workplace.disk.buffers.save(path, content, { expectedVersion: version });
    workplace.open.add(saved.path);
    workplace.session.saved(saved.path);
    workplace.session.log('file_save', { path: saved.path, charCount: content.length });
    broadcast('fs:save_ack', { path: saved.path, success: true, timestamp: Date.now(), version: saved.version });
  } catch (error) {
    const known = error instanceof PracticeError ? error : failed(error);
    if (known !== error) workplace.host.logFailure(error, 'A file could not be saved');
    broadcast('fs:save_error', { path, error: known.message, code: known.code, context: { ...known.facts } });
  }
};

export const closeFile: Handler<'file:close'> = async (closed, { workplace }) => {
  const path = projectPath(closed.path);
  workplace.disk.buffers.close(path);
  workplace.open.remove(path);
  workplace.session.closed(path);
  workplace.session.log('file_close', { path });
};

/** The page has to know that nothing was saved, also where the reason is a bug. */
function failed(cause: unknown): PracticeError {
  const message = 'The file was not saved. Your text is still in the editor; try again.';
  return new PracticeError('internal', message, {}, { cause });
}
