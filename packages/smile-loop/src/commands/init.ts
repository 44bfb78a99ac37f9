import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE } from '../config/load.js';
import { systemReason } from '../config/system-reason.js';
import { template } from '../config/template.js';
import { SmileError } from '../contract/errors.js';
import { type Context, say } from './context.js';

/** Writes a smile.json with every field explained. One that is there is not overwritten unasked. */
export async function initCommand(context: Context, { force = false }: { force?: boolean }): Promise<number> {
  const path = join(context.cwd, CONFIG_FILE);
  try {
    await writeFile(path, template(), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new SmileError('config_exists', `${path} is there already. Use --force to write it anew.`, { path });
    }
    throw new SmileError('config_unreadable', `${path} cannot be written: ${systemReason(error).reason}.`, { path });
  }
  say(context, `Wrote ${path}`);
  return 0;
}
