import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { waitUntil } from '../machine/wait-until.js';

const doorSchema = z.object({ port: z.number(), token: z.string() });

export interface WatchableRun {
  /** Of the run. */
  readonly folder: string;
  /** Where it is watched, and by which token. */
  readonly door: z.infer<typeof doorSchema>;
}

/** The first run of an author's folder, as soon as it is written down where it is watched. */
export function watchableRun(author: string): Promise<WatchableRun> {
  const runs = join(author, 'smile-results', 'runs');
  return waitUntil(
    async () => {
      const [name] = await readdir(runs).catch(() => []);
      if (name === undefined) return undefined;
      const folder = join(runs, name);
      const text = await readFile(join(folder, 'observer.json'), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : { folder, door: doorSchema.parse(JSON.parse(text)) };
    },
    () => 'no run can be watched',
  );
}
