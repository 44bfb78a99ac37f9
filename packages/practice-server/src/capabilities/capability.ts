import type { CapabilityHealth } from '@agent-factory/protocol';
import type { Foundation } from '../foundation.js';
import type { ServedRoute } from '../http/served-route.js';
import type { SessionHooks } from '../sessions/hooks.js';
import type { Sessions } from '../sessions/sessions.js';
import type { ServedSocket } from '../sockets/served-socket.js';
import type { TableSet } from '../store/schema/table-set.js';

/**
 * Something the daemon can do beside its core. It lives in a room or package of its own that knows nothing of HTTP;
 * this is what joins the two. Adding one is its files and its line in `list.ts`, and so is removing it.
 */
export interface Capability {
  /** Lower-case letters; it names the share of `/health` and the record of the migrations. */
  readonly name: string;
  /** Its own tables. They are kept where it is removed, and are there again when it comes back. */
  readonly tables?: Omit<TableSet, 'name'>;
  /** Builds it. What costs time or memory waits until it is first asked for. */
  open(host: CapabilityHost): OpenCapability;
}

/** What a capability may use. */
export interface CapabilityHost extends Foundation {
  readonly sessions: Pick<Sessions, 'check' | 'noteActivity'>;
}

/** What the daemon gets from one. All of it may be left out. */
export interface OpenCapability {
  readonly routes?: readonly ServedRoute[];
  readonly sockets?: readonly ServedSocket[];
  readonly hooks?: SessionHooks;
  /** Its share of `/health`, from what is known already: it waits for nothing. */
  health?(): CapabilityHealth;
  /** Ends what it has begun, after the last request and before the store is closed. */
  close?(): Promise<void>;
}
