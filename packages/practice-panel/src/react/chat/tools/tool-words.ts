import type { ToolItem, ToolKind } from '@agent-factory/protocol/conversations';
import type { IconName } from '../../parts/icons.js';
import type { ChatIconName } from '../chat-icons.js';

type Drawing = { readonly icon: ChatIconName } | { readonly sharedIcon: IconName };
type KindWords = Drawing & { readonly plan: string; readonly doing: string; readonly done: string };

/** What each kind of work is called before, while and after it goes on. */
const KINDS: Readonly<Record<ToolKind, KindWords>> = {
  read: { sharedIcon: 'eye', plan: 'Read', doing: 'Reading', done: 'Read' },
  edit: { icon: 'pencil', plan: 'Edit', doing: 'Editing', done: 'Edited' },
  delete: { icon: 'trash', plan: 'Delete', doing: 'Deleting', done: 'Deleted' },
  move: { icon: 'folder', plan: 'Move', doing: 'Moving', done: 'Moved' },
  search: { icon: 'search', plan: 'Search', doing: 'Searching', done: 'Searched' },
  execute: { sharedIcon: 'terminal', plan: 'Run', doing: 'Running', done: 'Ran' },
  think: { icon: 'idea', plan: 'Think', doing: 'Thinking', done: 'Thought' },
  fetch: { icon: 'globe', plan: 'Fetch', doing: 'Fetching', done: 'Fetched' },
  other: { icon: 'tool', plan: 'Use', doing: 'Using', done: 'Used' },
};

export type ToolStatus = 'running' | 'completed' | 'failed' | 'refused';

export const STATUS_WORDS: Readonly<Record<ToolStatus, string>> = {
  running: 'Running',
  completed: 'Done',
  failed: 'Failed',
  refused: 'Refused',
};

export function toolDrawing(tool: ToolItem): Drawing {
  return KINDS[tool.detail.kind ?? 'other'] ?? KINDS.other;
}

export function toolStatus({ detail, isDone }: ToolItem): ToolStatus {
  if (detail.status !== undefined && detail.status !== 'running') return detail.status;
  return isDone ? 'completed' : 'running';
}

/**
 * The verb of a card. What waits for an answer, or was refused, has not been done. Of what goes on in the terminal,
 * nobody tells whether it waits: an edit takes no time, so that one that is not done does.
 */
export function toolVerb(tool: ToolItem, isInTerminal = false): string {
  const { plan, doing, done } = KINDS[tool.detail.kind ?? 'other'] ?? KINDS.other;
  const status = toolStatus(tool);
  if (status === 'running' && isInTerminal) return tool.detail.kind === 'edit' ? 'Wants to edit' : plan;
  const waits = tool.permission !== undefined && tool.permission.answered === undefined;
  if (status === 'refused' || (status === 'running' && waits)) return plan;
  return status === 'running' ? doing : done;
}

/** What it was about: files, the words of the agent, or the tool's name. */
export function toolTarget({ name, detail }: ToolItem): string {
  const { kind, command, edits, paths, title } = detail;
  if (kind === 'execute' && command !== undefined) return firstLine(command);
  const files = edits?.map(({ path }) => path) ?? paths ?? [];
  const isAboutFiles = kind === 'edit' || kind === 'delete' || kind === 'move' || kind === 'read';
  if (isAboutFiles && files.length > 0) return files.join(', ');
  return title ?? (files.length > 0 ? files.join(', ') : name);
}

function firstLine(text: string): string {
  const [first = '', ...more] = text.split('\n');
  return more.length > 0 ? `${first} …` : first;
}
