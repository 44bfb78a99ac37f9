import type { Notice, ServerFrame, StartResponse, WorkspaceUpdate } from '@agent-factory/protocol';
import type { ClientError } from '../server/outcome.js';
import type { Refusal } from '../stages/refusal.js';

export type AgentExit = Extract<ServerFrame, { type: 'agent_exited' }>;

/** What the toolbar may be waiting for: one thing at a time. */
export type Task = 'reset' | 'finish' | 'switch';

/** Something the student should know while working. There is at most one bar per `id`. */
export type NoticeBar = { readonly id: string } & (
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'update'; readonly update: WorkspaceUpdate }
  | { readonly kind: 'agent_exited'; readonly exit: AgentExit }
  | { readonly kind: 'network' }
  | { readonly kind: 'archived'; readonly path: string }
  | { readonly kind: 'stage_refused'; readonly refusal: Refusal }
  | { readonly kind: 'task_failed'; readonly task: Task; readonly error: ClientError }
);

/** The bars that follow from a start. */
export function noticesOf(session: StartResponse): NoticeBar[] {
  const notices = session.notices.map((notice): NoticeBar => ({ id: notice.code, kind: 'notice', notice }));
  if (session.update) notices.push({ id: 'update', kind: 'update', update: session.update });
  // Said once, with a new workspace: a returning student knows it already.
  if (session.outline.network && session.status === 'created') notices.push({ id: 'network', kind: 'network' });
  return notices;
}

/** Adds bars; a newer bar replaces an older one with the same id. */
export function withNotices(bars: readonly NoticeBar[], more: readonly NoticeBar[]): readonly NoticeBar[] {
  const replaced = new Set(more.map((bar) => bar.id));
  return [...bars.filter((bar) => !replaced.has(bar.id)), ...more];
}

export function withoutNotice(bars: readonly NoticeBar[], id: string): readonly NoticeBar[] {
  return bars.filter((bar) => bar.id !== id);
}
