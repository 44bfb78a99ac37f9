import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Discovery, decodeJson, discoverySchema } from '@agent-factory/protocol';

const POLL_MS = 50;

/** How to reach the practice server of this home; undefined while none says so. */
export async function readDiscovery(home: string): Promise<Discovery | undefined> {
  const text = await readFile(join(home, '.af-practice-server.json'), 'utf8').catch(() => '');
  const discovery = decodeJson(discoverySchema, text);
  return discovery.ok ? discovery.value : undefined;
}

/** The port of this home's practice server, once it listens; undefined when the signal comes first. */
export async function untilListening(home: string, signal: AbortSignal): Promise<number | undefined> {
  while (!signal.aborted) {
    const discovery = await readDiscovery(home);
    if (discovery !== undefined) return discovery.port;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
  return undefined;
}
