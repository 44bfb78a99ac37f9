import type { Transport } from '@agent-factory/protocol/agents';
import type { ChatAbilities } from '@agent-factory/protocol/conversations';
import type { InstructionPlace } from '../instructions/instruction-place.js';
import type { DriverFactory } from './driver.js';

/** How a CLI is started as a conversation. */
export interface ChatForm {
  readonly transport: Transport;
  /** `sessionId` is a UUID of ours for a new conversation; with `resume`, the CLI's own id of one to go on with. */
  args(options: { sessionId: string; resume: string | undefined }): readonly string[];
  readonly abilities: ChatAbilities;
  /**
   * Whether it reads its instruction file in this folder by itself, for certain. Left out for a CLI that does so
   * wherever it is started.
   */
  readonly readsInstructions?: (place: InstructionPlace) => Promise<boolean>;
  /** Whether it may change nothing, whichever mode is chosen. */
  readonly readOnly?: boolean;
  /** Whether the place where it runs is its sandbox: it asks nobody, and confines nothing by itself. */
  readonly isUnconfined?: boolean;
}

/** Drivers are loaded when a conversation begins: most students only practise in a terminal. */
const DRIVERS: Readonly<Record<Transport, () => Promise<DriverFactory>>> = {
  acp: async () => {
    const { AcpDriver } = await import('./acp/acp-driver.js');
    return (host) => new AcpDriver(host);
  },
  'stream-json': async () => {
    const { ClaudeDriver } = await import('./stream-json/claude-driver.js');
    return (host) => new ClaudeDriver(host);
  },
  'app-server': async () => {
    const { CodexDriver } = await import('./app-server/codex-driver.js');
    return (host) => new CodexDriver(host);
  },
};

export function loadDriver(transport: Transport): Promise<DriverFactory> {
  return DRIVERS[transport]();
}
