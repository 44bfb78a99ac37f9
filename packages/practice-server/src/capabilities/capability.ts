import type { CapabilityHealth } from '@agent-factory/protocol';
import type { FolderSight } from '../access/folders-seen.js';
import type { ServedRoute } from '../http/served-route.js';
import type { SessionHooks } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import type { ServedSocket } from '../sockets/served-socket.js';
import type { TableSet } from '../store/schema/table-set.js';

/**
 * Something the daemon can do besides its core. It lives in its own folder or package, which knows nothing of HTTP;
 * this joins the two. To add or remove one, add or remove its files and its line in `list.ts`.
 */
export interface Capability {
  /** Lower-case letters; it names the capability's part of `/health` and the record of its migrations. */
  readonly name: string;
  /** Its own tables. They stay in the database when it is removed, and serve it again when it comes back. */
  readonly tables?: Omit<TableSet, 'name'>;
  /** Builds it. What costs time or memory waits until it is first asked for. */
  open(host: CapabilityHost): OpenCapability;
}

/** What a capability may use. */
export type CapabilityHost = SessionAccess;

/** What a capability gives the daemon. All of it is optional. */
export interface OpenCapability {
  readonly routes?: readonly ServedRoute[];
  readonly sockets?: readonly ServedSocket[];
  readonly hooks?: SessionHooks;
  /** Its part of `/health`, from what is known already: it waits for nothing, and tells of folders only who may know. */
  health?(sight: FolderSight): CapabilityHealth;
  /** Ends what it has started, after the last request and before the store closes. */
  close?(): Promise<void>;
}
