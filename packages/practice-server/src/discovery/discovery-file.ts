import { rm } from 'node:fs/promises';
import { type Discovery, decodeJson, discoverySchema } from '@agent-factory/protocol';
import { writeFileAtomic } from '../system/files/atomic-file.js';
import { readOwnFile } from '../system/files/bounded-file.js';

/** A discovery file has some 150 bytes. */
const MAX_DISCOVERY_BYTES = 16 * 1024;

export async function writeDiscovery(path: string, discovery: Discovery): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(discovery, null, 2)}\n`);
}

/** The discovery file; undefined if there is none, or if the file is something else (half written, of another kind). */
export async function readDiscovery(path: string): Promise<Discovery | undefined> {
  const text = await readOwnFile(path, MAX_DISCOVERY_BYTES);
  if (text === undefined) return undefined;
  const outcome = decodeJson(discoverySchema, text);
  return outcome.ok ? outcome.value : undefined;
}

/** Removes the file if it is still this process's own, so that a successor's stays. */
export async function removeDiscovery(path: string, pid: number): Promise<void> {
  const current = await readDiscovery(path);
  if (current?.pid === pid) await rm(path, { force: true });
}
