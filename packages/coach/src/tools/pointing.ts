import { randomUUID } from 'node:crypto';
import { PracticeError } from '@agent-factory/protocol';
import type { CoachMessage, Glow, Mark, ToolInput, ToolOutput } from '@agent-factory/protocol/coach';
import { MAX_EVENT_BYTES } from '@agent-factory/protocol/events';
import type { ProjectFile } from '../files/project-files.js';
import { projectPath } from '../files/project-path.js';
import { contentOf } from '../workplace/content.js';
import { asShown, isShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { requireEntry, requireLine } from './targets.js';

const DONE = { success: true } as const;
/** Bytes of paths in one row of the log: with what else is in it, it is never so large that texts are cut. */
const MAX_ROW_BYTES = MAX_EVENT_BYTES - 1024;

/** Also where it is open already: it comes to the front. The agent learns nothing of what is in it. */
export async function openFile(
  workplace: Workplace,
  { path }: ToolInput<'paige_open_file'>,
): Promise<ToolOutput<'paige_open_file'>> {
  const file = await asShown(workplace.choices, async (visibility) =>
    isShown(visibility, 'buffers') ? workplace.disk.buffers.open(path) : undefined,
  );
  if (file === undefined) return { ...DONE, path: openUnseen(workplace, projectPath(path)) };
  show(workplace, file);
  return { ...DONE, path: file.path };
}

/** Where the student shows nothing, the answer does not wait for whether there is such a file, nor tell of it. */
function openUnseen(workplace: Workplace, path: string): string {
  workplace.disk.buffers.open(path).then(
    (file) => show(workplace, file),
    (error: unknown) => {
      // There is nothing to show then.
      if (!(error instanceof PracticeError)) workplace.host.logFailure(error, 'A file could not be shown');
    },
  );
  return path;
}

function show(workplace: Workplace, file: ProjectFile): void {
  workplace.open.add(file.path);
  workplace.audience.broadcast('editor:open_file', contentOf(file));
}

/** `isOfPlan`: a phase begins with it. */
export async function highlightLines(
  workplace: Workplace,
  { path, start, end, style, hoverText }: ToolInput<'paige_highlight_lines'>,
  { isOfPlan = false } = {},
): Promise<ToolOutput<'paige_highlight_lines'>> {
  const plain = await requireLine(workplace, path, end);
  const id = randomUUID();
  const mark: Mark = { id, path: plain, start, end, style, ...(hoverText !== undefined && { hoverText }) };
  workplace.pointers.mark(mark);
  workplace.session.log('decorations_applied', { path: plain, count: 1, ...(isOfPlan && { ofPlan: true }) });
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
  for (const paths of inRows(glows.map(({ path }) => path))) workplace.session.log('file_hints_applied', { paths });
  workplace.audience.broadcast('explorer:hint_files', { hints: glows });
  return DONE;
}

function inRows(paths: readonly string[]): string[][] {
  const rows: string[][] = [];
  let left = 0;
  for (const path of paths) {
    const size = Buffer.byteLength(JSON.stringify(path)) + 1;
    if (size > left) {
      rows.push([]);
      left = MAX_ROW_BYTES;
    }
    rows.at(-1)?.push(path);
    left -= size;
  }
  return rows;
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
  const path = anchor && (await requireLine(workplace, anchor.path, anchor.line));
  const place = path !== undefined && { anchor: { ...anchor, path } };
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
