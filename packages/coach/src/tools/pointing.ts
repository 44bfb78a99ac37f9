import { randomUUID } from 'node:crypto';
import type { CoachMessage, Glow, Mark, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import { projectPath } from '../files/project-path.js';
import { contentOf } from '../workplace/content.js';
import type { Workplace } from '../workplace/workplace.js';
import { requireEntry, requireLine } from './targets.js';

const DONE = { success: true } as const;

/** Also where it is open already: it comes to the front. The agent learns nothing of what is in it. */
export async function openFile(
  workplace: Workplace,
  { path }: ToolInput<'paige_open_file'>,
): Promise<ToolOutput<'paige_open_file'>> {
  const file = await workplace.disk.buffers.open(path);
  workplace.open.add(file.path);
  workplace.audience.broadcast('editor:open_file', contentOf(file));
  return { ...DONE, path: file.path };
}

export async function highlightLines(
  workplace: Workplace,
  { path, start, end, style, hoverText }: ToolInput<'paige_highlight_lines'>,
): Promise<ToolOutput<'paige_highlight_lines'>> {
  const target = await requireLine(workplace, path, end);
  const id = randomUUID();
  const mark: Mark = { id, path: target.path, start, end, style, ...(hoverText !== undefined && { hoverText }) };
  workplace.pointers.mark(mark);
  workplace.session.log('decorations_applied', { path: target.path, count: 1 });
  workplace.audience.broadcast('editor:highlight_lines', mark);
  return { ...DONE, id };
}

/** Of a file that is no longer there, too. */
export async function clearHighlights(
  workplace: Workplace,
  { path }: ToolInput<'paige_clear_highlights'>,
): Promise<ToolOutput<'paige_clear_highlights'>> {
  const plain = path === undefined ? undefined : projectPath(path);
  workplace.pointers.clearMarks(plain);
  workplace.audience.broadcast('editor:clear_highlights', plain === undefined ? {} : { path: plain });
  return DONE;
}

/** All of them or none: an agent that has got one path wrong says them all again. */
export async function hintFiles(
  workplace: Workplace,
  { hints }: ToolInput<'paige_hint_files'>,
): Promise<ToolOutput<'paige_hint_files'>> {
  const glows: Glow[] = [];
  for (const hint of hints) glows.push({ ...hint, path: await requireEntry(workplace, hint.path) });
  workplace.pointers.glow(glows);
  workplace.session.log('file_hints_applied', { paths: glows.map(({ path }) => path) });
  workplace.audience.broadcast('explorer:hint_files', { hints: glows });
  return DONE;
}

export async function clearHints(workplace: Workplace): Promise<ToolOutput<'paige_clear_hints'>> {
  workplace.pointers.clearGlows();
  workplace.audience.broadcast('explorer:clear_hints', {});
  return DONE;
}

export async function showMessage(
  workplace: Workplace,
  { message, type, anchor }: ToolInput<'paige_show_message'>,
): Promise<ToolOutput<'paige_show_message'>> {
  const target = anchor && (await requireLine(workplace, anchor.path, anchor.line));
  const place = target && { anchor: { ...anchor, path: target.path } };
  const id = randomUUID();
  const said: CoachMessage = { id, message, type, ...place };
  workplace.pointers.say(said);
  workplace.session.log('coaching_message', { messageType: type });
  workplace.audience.broadcast('coaching:message', said);
  return { ...DONE, id };
}

/** It is kept with the project, and names its session. */
export async function showIssueContext(
  workplace: Workplace,
  issue: ToolInput<'paige_show_issue_context'>,
): Promise<ToolOutput<'paige_show_issue_context'>> {
  await workplace.choices.change({ issue });
  await workplace.session.setIssue(issue);
  workplace.audience.broadcast('coaching:issue_context', issue);
  return DONE;
}
