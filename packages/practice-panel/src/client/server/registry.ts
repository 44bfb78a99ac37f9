import type { Registry } from '@agent-factory/protocol';
import { loadWire } from './load-wire.js';
import { incomplete, type RestOutcome, unexpected, unreachable } from './outcome.js';

/**
 * Fetches the site's registry of exercises. A broken exercise is listed as unavailable. Never throws.
 * @param digest that of a text which the schemas have accepted as it is; it is not read with them again
 */
export async function fetchRegistry(url: string, digest?: string): Promise<RestOutcome<Registry>> {
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined) return unreachable('The list of exercises cannot be reached.');
  if (!response.ok) return unexpected(`The list of exercises answered with status ${response.status}.`);
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return unreachable('The list of exercises was cut off.');
  if (digest !== undefined && (await digestOf(text)) === digest) return { ok: true, value: JSON.parse(text) };
  const wire = await loadWire().catch(() => undefined);
  return wire === undefined ? incomplete() : wire.readRegistry(text);
}

/** SHA-256 in hexadecimal; undefined where the browser computes none, as on a page without HTTPS. */
async function digestOf(text: string): Promise<string | undefined> {
  const hash = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(text));
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
