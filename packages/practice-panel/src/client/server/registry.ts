import { decodeRegistry, type Registry } from '@agent-factory/protocol';
import { type RestOutcome, unexpected, unreachable } from './outcome.js';

/** Fetches the site's registry of exercises. A broken exercise is listed as unavailable. Never throws. */
export async function fetchRegistry(url: string): Promise<RestOutcome<Registry>> {
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined) return unreachable('The list of exercises cannot be reached.');
  if (!response.ok) return unexpected(`The list of exercises answered with status ${response.status}.`);
  const text = await response.text().catch(() => undefined);
  if (text === undefined) return unreachable('The list of exercises was cut off.');
  const outcome = decodeRegistry(text);
  if (outcome.ok) return { ok: true, value: outcome.value.registry };
  return unexpected(`The list of exercises is invalid: ${outcome.issues.join('; ')}`);
}
