import type {
  FileEdit,
  PermissionAsked,
  PermissionKind,
  PermissionOption,
  ToolCallDetail,
  ToolKind,
} from '@agent-factory/protocol/conversations';
import { asList, asNumber, asObject, asText, defined, entryOf, type Json } from '../json.js';
import { ALLOW_ONCE, inOrder, permissionTitle, REFUSE } from './permission-words.js';

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

/** A question of an ACP agent's about one of its tools. */
export function acpAsked(id: string, params: Json, { agent, cwd }: { agent: string; cwd: string }): PermissionAsked {
  const call = asObject(params.toolCall);
  const reason = acpText(asList(call.content).map(asObject));
  const title = asText(call.title);
  const otherwise = title === undefined ? 'go on' : `do this: ${title}`;
  return defined<PermissionAsked>({
    id,
    toolCallId: asText(call.toolCallId),
    title: permissionTitle(acpToolDetail(call), { agent, cwd, otherwise }),
    reason: reason === '' ? undefined : reason,
    options: optionsOf(asList(params.options).map(asObject)),
  });
}

/** Words for what can be done once: these kinds say it all. How long "always" is, only the agent's own words tell. */
const KNOWN_LABELS: Readonly<Partial<Record<PermissionKind, string>>> = {
  allow_once: ALLOW_ONCE,
  reject_once: REFUSE,
};

function optionsOf(options: readonly Json[]): PermissionOption[] {
  const known = options.flatMap(({ optionId, name, kind }) => {
    const id = asText(optionId);
    if (id === undefined) return [];
    // What nobody knows is not to be taken for a permission.
    const isKnown = PERMISSIONS.has(asText(kind) ?? '');
    return [{ id, label: asText(name) ?? id, kind: isKnown ? (kind as PermissionKind) : 'reject_once', isKnown }];
  });
  const isOnly = (kind: string) => known.filter((option) => option.kind === kind).length === 1;
  return inOrder(
    known.map(({ id, label, kind, isKnown }) => {
      const ours = isKnown && isOnly(kind) ? KNOWN_LABELS[kind as PermissionKind] : undefined;
      return { id, label: ours ?? label, kind: kind as PermissionKind };
    }),
  );
}

function editOf(diff: Json): FileEdit {
  const path = asText(diff.path) ?? '';
  const oldText = asText(diff.oldText) ?? null;
  // Some agents say that a file is new with an empty text.
  const isNew = oldText === null || asObject(diff._meta).kind === 'add';
  return { path, oldText: isNew ? null : oldText, newText: asText(diff.newText) ?? '' };
}
