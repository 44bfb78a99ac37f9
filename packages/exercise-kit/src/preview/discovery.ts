import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Discovery, decodeJson, discoverySchema } from '@agent-factory/protocol';

/** How to reach the practice server of this home; undefined as long as there is no discovery file. */
export async function readDiscovery(home: string): Promise<Discovery | undefined> {
  const text = await readFile(join(home, '.af-practice-server.json'), 'utf8').catch(() => '');
  const discovery = decodeJson(discoverySchema, text);
  return discovery.ok ? discovery.value : undefined;
}
