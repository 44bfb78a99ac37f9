import type { CapabilityHealth } from '@agent-factory/protocol';
import type { FolderSight } from '../access/folders-seen.js';
import type { ServedRoute } from '../http/served-route.js';
import type { SessionHooks } from '../sessions/hooks.js';
import type { ServedSocket } from '../sockets/served-socket.js';
import type { Capability, CapabilityHost } from './capability.js';
import { refuseClashes } from './clashes.js';

/** The capabilities of a running daemon, as one. */
export interface OpenCapabilities {
  readonly routes: readonly ServedRoute[];
  readonly sockets: readonly ServedSocket[];
  readonly hooks: readonly SessionHooks[];
  /** The part of each capability, by its name. */
  health(sight: FolderSight): Record<string, CapabilityHealth>;
  /** Closes all of them, the last one first; one that fails does not keep the others open. */
  close(): Promise<void>;
}

/** Opens each. Throws if two of them clash. */
export function openCapabilities(capabilities: readonly Capability[], host: CapabilityHost): OpenCapabilities {
  const opened = capabilities.map((capability) => ({ name: capability.name, parts: capability.open(host) }));
  refuseClashes(
    capabilities.map(({ name }) => name),
    opened.map(({ parts }) => parts),
  );
  return {
    routes: opened.flatMap(({ parts }) => parts.routes ?? []),
    sockets: opened.flatMap(({ parts }) => parts.sockets ?? []),
    hooks: opened.flatMap(({ parts }) => parts.hooks ?? []),
    health: (sight) => Object.fromEntries(opened.map(({ name, parts }) => [name, parts.health?.(sight) ?? {}])),
    async close() {
      for (const { name, parts } of opened.toReversed()) {
        try {
          await parts.close?.();
        } catch (error) {
          host.log.error({ err: error, capability: name }, 'A capability did not close');
        }
      }
    },
  };
}
