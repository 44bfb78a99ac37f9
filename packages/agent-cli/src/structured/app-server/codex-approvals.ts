import type { PermissionAsked, PermissionOption } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, type Json } from '../../json.js';
import { ALLOW_IN_CONVERSATION, ALLOW_ONCE, REFUSE } from '../../tools/permission-words.js';

const OPTIONS: readonly PermissionOption[] = [
  { id: 'accept', label: ALLOW_ONCE, kind: 'allow_once' },
  { id: 'acceptForSession', label: ALLOW_IN_CONVERSATION, kind: 'allow_always' },
  { id: 'decline', label: REFUSE, kind: 'reject_once' },
];

/** The requests of Codex' that a student answers. */
export const APPROVALS = new Set(['item/commandExecution/requestApproval', 'item/fileChange/requestApproval']);

/** `decline` is always understood, even where Codex lists only `cancel`, which would end the turn. */
export function codexAsked(id: string, method: string, params: Json): PermissionAsked {
  const decisions = asList(params.availableDecisions);
  const offered = ({ id: option }: PermissionOption) =>
    decisions.length === 0 || option === 'decline' || decisions.includes(option);
  const [action] = asList(params.commandActions).map(asObject);
  const command = asText(action?.command) ?? asText(params.command);
  return defined<PermissionAsked>({
    id,
    toolCallId: asText(params.itemId),
    title: `May Codex ${method.includes('fileChange') ? 'edit files' : running(command)}?`,
    reason: asText(params.reason),
    options: OPTIONS.filter(offered),
  });
}

function running(command: string | undefined): string {
  return command === undefined ? 'run a command' : `run \`${command}\``;
}
