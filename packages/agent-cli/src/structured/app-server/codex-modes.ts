import type { AgentChoice } from '@agent-factory/protocol/conversations';
import type { Json } from '../../json.js';
import type { DriverHost } from '../driver.js';

interface CodexMode extends AgentChoice {
  readonly approvalPolicy: string;
  /** As `thread/start` names it, and as `turn/start` describes it. */
  readonly sandbox: string;
  readonly sandboxPolicy: Json;
}

/** What can be chosen from; at first it is the first. */
export type CodexModes = readonly [CodexMode, ...CodexMode[]];

const WRITE = {
  type: 'workspaceWrite',
  writableRoots: [],
  networkAccess: false,
  excludeTmpdirEnvVar: false,
  excludeSlashTmp: false,
};

/** For an agent that may change nothing: nobody is asked, and the answer is no. */
const CODEX_READ_ONLY: CodexModes = [
  {
    id: 'read',
    name: 'Read only',
    description: 'Reads and explains, and changes nothing.',
    approvalPolicy: 'never',
    sandbox: 'read-only',
    sandboxPolicy: { type: 'readOnly', networkAccess: false },
  },
];

/** For an agent in a sandbox of its own: bubblewrap, by which Codex confines, cannot run in a container. */
const CODEX_UNCONFINED: CodexModes = [
  {
    id: 'free',
    name: 'Unconfined',
    description: 'Does whatever it likes, in a place that is its sandbox.',
    approvalPolicy: 'never',
    sandbox: 'danger-full-access',
    sandboxPolicy: { type: 'dangerFullAccess' },
  },
];

/** `untrusted` asks before everything but a few commands that only read; `on-request` only when the sandbox is in the way. */
const CODEX_MODES: CodexModes = [
  {
    id: 'ask',
    name: 'Ask first',
    description: 'Asks before it edits files or runs commands.',
    approvalPolicy: 'untrusted',
    sandbox: 'workspace-write',
    sandboxPolicy: WRITE,
  },
  {
    id: 'edit',
    name: 'Edit freely',
    description: 'Works in this folder without asking, and asks before anything beyond it.',
    approvalPolicy: 'on-request',
    sandbox: 'workspace-write',
    sandboxPolicy: WRITE,
  },
  {
    id: 'read',
    name: 'Read only',
    description: 'Reads and explains, and asks before it changes anything.',
    approvalPolicy: 'untrusted',
    sandbox: 'read-only',
    sandboxPolicy: { type: 'readOnly', networkAccess: false },
  },
];

export function codexModes({ readOnly, isUnconfined }: Pick<DriverHost, 'readOnly' | 'isUnconfined'>): CodexModes {
  if (readOnly === true) return CODEX_READ_ONLY;
  return isUnconfined === true ? CODEX_UNCONFINED : CODEX_MODES;
}
