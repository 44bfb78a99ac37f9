import type { FileEdit, ToolCallDetail } from '@agent-factory/protocol/conversations';
import { asList, asNumber, asObject, asText, defined, entryOf, type Json } from '../json.js';

type Describe = (item: Json) => Partial<ToolCallDetail>;

/** Codex' items that are tools to us, by their type. Others, such as its messages, are none. */
const TOOLS: Readonly<Record<string, Describe>> = {
  commandExecution: (item) => {
    const command = commandOf(item);
    const output = asText(item.aggregatedOutput);
    return { kind: 'execute', title: command, command, output, exitCode: asNumber(item.exitCode) } as ToolCallDetail;
  },
  fileChange: (item) => {
    const edits = asList(item.changes).map(asObject).map(editOf);
    const paths = edits.map(({ path }) => path);
    return { kind: 'edit', title: paths.join(', '), edits, paths };
  },
  mcpToolCall: (item) => ({ kind: 'other', title: `${String(item.server)}: ${String(item.tool)}` }),
  dynamicToolCall: (item) => ({ kind: 'other', title: String(item.tool) }),
  webSearch: (item) => ({ kind: 'fetch', title: asText(item.query) ?? 'Search the web' }),
  imageView: (item) => ({ kind: 'read', title: asText(item.path) ?? 'Look at a picture' }),
  collabAgentToolCall: (item) => ({ kind: 'think', title: String(item.tool) }),
};

const STATUSES: Readonly<Record<string, ToolCallDetail['status']>> = {
  inProgress: 'running',
  completed: 'completed',
  failed: 'failed',
  declined: 'refused',
};

export function isCodexTool(item: Json): boolean {
  return entryOf(TOOLS, item.type) !== undefined;
}

/** What a tool of Codex' does, or has done. */
export function codexToolDetail(item: Json): ToolCallDetail {
  const detail = entryOf(TOOLS, item.type)?.(item) ?? {};
  const status = entryOf(STATUSES, item.status);
  return defined<ToolCallDetail>({ toolCallId: asText(item.id) ?? '', ...detail, status });
}

/** The result of a tool as text. */
export function codexResultText(item: Json): string {
  const { aggregatedOutput, result, error, contentItems } = item;
  const text = asText(aggregatedOutput) ?? asText(asObject(error).message);
  if (text !== undefined) return text;
  const value = result ?? contentItems;
  return value == null ? '' : JSON.stringify(value);
}

/** Codex starts a shell for every command; what the student wants to see is inside. */
function commandOf(item: Json): string {
  const [action] = asList(item.commandActions).map(asObject);
  return asText(action?.command) ?? asText(item.command) ?? '';
}

function editOf(change: Json): FileEdit {
  const path = asText(change.path) ?? '';
  const diff = asText(change.diff) ?? '';
  const { type } = asObject(change.kind);
  // For a new file and one that is removed, the text itself comes in place of a diff.
  if (type === 'add') return { path, oldText: null, newText: diff };
  if (type === 'delete') return { path, oldText: diff, newText: '' };
  return { path, patch: diff };
}
