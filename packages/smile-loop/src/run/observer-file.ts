import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isMissing } from '../loop/store/disk.js';
import { replaceFile } from '../loop/store/replace-file.js';

/** How a run that goes on is watched from another terminal; only its user may read it. */
const FILE = 'observer.json';
const schema = z.object({ port: z.number().int(), token: z.string(), pid: z.number().int() });
export type ObserverFile = z.infer<typeof schema>;

/** @throws SmileError `disk_full` */
export function writeObserverFile(folder: string, file: ObserverFile): Promise<void> {
  return replaceFile(join(folder, FILE), JSON.stringify(file));
}

export async function removeObserverFile(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true });
}

/** Undefined where the run has none, or only half of one. */
export async function readObserverFile(folder: string): Promise<ObserverFile | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** The address of the page. The token becomes a cookie when it is opened. */
export function pageAddress(port: number, token: string): string {
  return `http://127.0.0.1:${port}/?token=${token}`;
}
