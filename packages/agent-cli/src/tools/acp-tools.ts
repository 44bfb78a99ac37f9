import type {
  FileEdit,
  PermissionAsked,
  PermissionKind,
  ToolCallDetail,
  ToolKind,
} from '@agent-factory/protocol/conversations';
import { asList, asNumber, asObject, asText, defined, entryOf, type Json } from '../json.js';

const KINDS = new Set<string>(['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'other']);
const PERMISSIONS = new Set<string>(['allow_once', 'allow_always', 'reject_once', 'reject_always']);
const STATUSES: Readonly<Record<string, ToolCallDetail['status']>> = {
  pending: 'running',
  in_progress: 'running',
  completed: 'completed',
  failed: 'failed',
};

/** What an ACP tool call tells of itself; its updates tell only what is new. */
export function acpToolDetail(call: Json): ToolCallDetail {
  const kind = asText(call.kind);
  const title = asText(call.title);
  const content = asList(call.content).map(asObject);
  const edits = content.filter(({ type }) => type === 'diff').map(editOf);
  const paths = asList(call.locations).flatMap((place) => asText(asObject(place).path) ?? []);
  const isCommand = kind === 'execute';
  const output = acpText(content);
  return defined<ToolCallDetail>({
    toolCallId: asText(call.toolCallId) ?? '',
    kind: kind === undefined ? undefined : ((KINDS.has(kind) ? kind : 'other') as ToolKind),
    title,
    command: isCommand ? (asText(asObject(call.rawInput).command) ?? title) : undefined,
    edits: edits.length > 0 ? edits : undefined,
    paths: paths.length > 0 ? paths : undefined,
    output: output === '' || call.status === 'pending' ? undefined : output,
    exitCode: asNumber(asObject(call.rawOutput).exitCode),
    status: entryOf(STATUSES, call.status),
  });
}

/** The text of a tool call's content. */
export function acpText(content: readonly Json[]): string {
  return content
    .filter(({ type }) => type === 'content')
    .map((part) => asText(asObject(part.content).text) ?? `[${asText(asObject(part.content).type) ?? 'something'}]`)
    .join('\n');
}

/** A question of an ACP agent's, in its own words. */
export function acpAsked(id: string, params: Json): PermissionAsked {
  const call = asObject(params.toolCall);
  const options = asList(params.options).map(asObject);
  const reason = acpText(asList(call.content).map(asObject));
  return defined<PermissionAsked>({
    id,
    toolCallId: asText(call.toolCallId),
    title: asText(call.title) ?? 'The agent asks for permission.',
    reason: reason === '' ? undefined : reason,
    options: options.flatMap(({ optionId, name, kind }) => {
      const option = asText(optionId);
      if (option === undefined) return [];
      const known = PERMISSIONS.has(asText(kind) ?? '') ? (kind as PermissionKind) : 'reject_once';
      return [{ id: option, label: asText(name) ?? option, kind: known }];
    }),
  });
}

function editOf(diff: Json): FileEdit {
  const path = asText(diff.path) ?? '';
  const oldText = asText(diff.oldText) ?? null;
  // Some agents say that a file is new with an empty text.
  const isNew = oldText === null || asObject(diff._meta).kind === 'add';
  return { path, oldText: isNew ? null : oldText, newText: asText(diff.newText) ?? '' };
}
