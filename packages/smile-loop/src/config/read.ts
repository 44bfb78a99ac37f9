import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { SmileError } from '../contract/errors.js';
import { systemReason } from './system-reason.js';

/** Bytes of smile.json at most: a megabyte is a hundred times what every field with long lists has. */
const MAX_CONFIG_BYTES = 1024 * 1024;

/**
 * Text of a configuration file without its byte order mark; undefined if there is none.
 *
 * @throws SmileError `config_unreadable` for a folder, a pipe, too much, no permission, or bytes that are no UTF-8
 */
export async function readConfigText(file: string): Promise<string | undefined> {
  const bytes = await readBytes(file);
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(file, 'it is not UTF-8 text. Save it as UTF-8.');
  }
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  try {
    // Opened without waiting: a pipe that nobody writes to would otherwise hold the program for ever.
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const found = await handle.stat();
    if (!found.isFile()) throw unreadable(file, 'it is not a file. Name a JSON file, or the folder it is in.');
    if (found.size > MAX_CONFIG_BYTES) throw unreadable(file, 'it is larger than 1 MB. Take out what is no setting.');
    return await handle.readFile();
  } catch (error) {
    const { reason, missing } = systemReason(error);
    if (missing) return undefined;
    throw unreadable(file, `${reason}.`);
  }
}

function unreadable(file: string, why: string): SmileError {
  return new SmileError('config_unreadable', `${file} cannot be read: ${why}`, { file });
}
