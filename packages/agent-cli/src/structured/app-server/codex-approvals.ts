import type { PermissionAsked, PermissionOption } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, type Json } from '../../json.js';

const OPTIONS: readonly PermissionOption[] = [
  { id: 'accept', label: 'Yes', kind: 'allow_once' },
  { id: 'acceptForSession', label: 'Yes, and do not ask about this again in this conversation', kind: 'allow_always' },
  { id: 'decline', label: 'No', kind: 'reject_once' },
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
    title: method.includes('fileChange') ? 'Edit files?' : `Run ${command ?? 'a command'}?`,
    reason: asText(params.reason),
    options: OPTIONS.filter(offered),
  });
}
