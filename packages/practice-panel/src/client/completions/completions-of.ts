import type { PracticeClient } from '../practice-client.js';
import { Completions } from './completions.js';

const kept = new WeakMap<PracticeClient, Completions>();

/** The one outbox of a page; undefined where the site has nobody to tell. */
export function completionsOf(client: PracticeClient): Completions | undefined {
  const { gamification } = client.options;
  if (gamification === undefined) return undefined;
  const completions = kept.get(client) ?? new Completions({ server: client.server, gamification });
  kept.set(client, completions);
  return completions;
}
