import type { Registry } from '@agent-factory/protocol';
import type { PracticeOptions } from './options.js';
import type { RestOutcome } from './server/outcome.js';
import { fetchRegistry } from './server/registry.js';
import { PracticeServer } from './server/server.js';

/** Everything a page knows about practice, independent of any framework. One client serves a whole site. */
export interface PracticeClient {
  readonly options: PracticeOptions;
  readonly server: PracticeServer;
  /** The site's exercises: fetched once; a failure is forgotten, so that the next call tries again. */
  registry(): Promise<RestOutcome<Registry>>;
}

export function createPracticeClient(options: PracticeOptions): PracticeClient {
  const server = new PracticeServer(options);
  let registry: Promise<RestOutcome<Registry>> | undefined;

  const loadRegistry = async () => {
    const outcome = await fetchRegistry(options.registryUrl, options.registryDigest);
    if (!outcome.ok) registry = undefined;
    return outcome;
  };

  return {
    options,
    server,
    registry: () => {
      registry ??= loadRegistry();
      return registry;
    },
  };
}
