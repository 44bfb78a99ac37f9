import { decode, decodeRegistry, type Health, healthSchema, type Registry } from '@agent-factory/protocol';
import { type RestOutcome, unexpected } from './outcome.js';

// What reads the daemon's answers and the registry. All schemas, and so zod, come with it: several times what a
// lesson's page needs besides. Only `load-wire.ts` may import it into that page.

export { createRest } from './rest.js';

/** The answer to `GET /health`; undefined if another program gave it. */
export function readHealth(answer: unknown): Health | undefined {
  const outcome = decode(healthSchema, answer);
  return outcome.ok ? outcome.value : undefined;
}

/** A registry from its text. A broken exercise is listed as unavailable. */
export function readRegistry(text: string): RestOutcome<Registry> {
  const outcome = decodeRegistry(text);
  if (outcome.ok) return { ok: true, value: outcome.value.registry };
  return unexpected(`The list of exercises is invalid: ${outcome.issues.join('; ')}`);
}
