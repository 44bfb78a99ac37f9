import { rm } from 'node:fs/promises';
import { type Discovery, decodeJson, discoverySchema } from '@agent-factory/protocol';
import { writeFileAtomic } from '../system/atomic-file.js';
import { readOwnFile } from '../system/bounded-file.js';

/** A discovery file has some 150 bytes. */
const MAX_DISCOVERY_BYTES = 16 * 1024;

export async function writeDiscovery(path: string, discovery: Discovery): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(discovery, null, 2)}\n`);
}

/** The discovery file, or undefined where there is none or it is no discovery file (half written, of another kind). */
export async function readDiscovery(path: string): Promise<Discovery | undefined> {
  const text = await readOwnFile(path, MAX_DISCOVERY_BYTES);
  if (text === undefined) return undefined;
  const outcome = decodeJson(discoverySchema, text);
  return outcome.ok ? outcome.value : undefined;
}

/** Removes the file where it is still the one of this process, so that a successor's stays. */
export async function removeDiscovery(path: string, pid: number): Promise<void> {
  const current = await readDiscovery(path);
  if (current?.pid === pid) await rm(path, { force: true });
}
