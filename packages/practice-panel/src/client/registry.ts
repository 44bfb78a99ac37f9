import { type Registry, registrySchema } from '@agent-factory/protocol';
import { type RestOutcome, unexpected, unreachable } from './outcome.js';
import { readJson } from './read.js';

/** Fetches and checks the site's registry of exercises. Never throws. */
export async function fetchRegistry(url: string): Promise<RestOutcome<Registry>> {
  const response = await fetch(url).catch(() => undefined);
  if (response === undefined) return unreachable('The list of exercises cannot be reached.');
  if (!response.ok) return unexpected(`The list of exercises answered with status ${response.status}.`);
  return readJson(response, registrySchema);
}
