import type { FileEdit, Thread, ThreadItem, ToolItem } from '@agent-factory/protocol/conversations';
import { oneLine, quoted } from '../text/lines.js';
import { contained, inLine } from './contained.js';
import { saidText } from './said-text.js';

/** A conversation as Markdown, to keep or to pass on: a piece at a time, as it may be long. */
export function* threadToMarkdown(title: string, thread: Thread): Generator<string> {
  yield `# ${inLine(title)}\n`;
  for (const item of thread.items) {
    const part = itemToMarkdown(item);
    if (part !== '') yield `\n${part}\n`;
  }
}

/** Only what was said and done, in few words: for an agent that does not remember. Each speaks in a quotation. */
export function threadToRecap(thread: Thread): string {
  const parts = thread.items.map((item) => {
    if (item.kind === 'question') return `The student said:\n${quoted(item.text)}`;
    if (item.kind === 'answer') return `You said:\n${quoted(saidText(item))}`;
    return item.kind === 'tool' ? toolInWords(item) : '';
  });
  return parts.filter((part) => part !== '').join('\n\n');
}

function toolInWords({ name, detail: { title, status } }: ToolItem): string {
  const what = [title, status].filter((part) => part !== undefined).map(oneLine);
  return `You used ${oneLine(name)}${what.length > 0 ? `: ${what.join('; ')}` : ''}`;
}

function itemToMarkdown(item: ThreadItem): string {
  switch (item.kind) {
    case 'question':
      return `## Student\n\n${quotedSelection(item.facts.selection)}${contained(item.text)}`;
    case 'answer':
      return `## Tutor\n\n${contained(saidText(item))}`;
    case 'reasoning':
      return `<details><summary>Reasoning</summary>\n\n${contained(saidText(item))}\n\n</details>`;
    case 'tool':
      return toolToMarkdown(item);
    case 'notice':
      return `> ${inLine(item.notice.message)}`;
    case 'handed_over':
      return `*Continued in the ${item.to}.*`;
    case 'run_end':
      return item.outcome === 'done' ? '' : `*${inLine(item.message ?? 'Stopped.')}*`;
  }
}

function quotedSelection(selection: string | undefined): string {
  return selection === undefined ? '' : `${quoted(contained(selection))}\n\n`;
}

function toolToMarkdown({ name, detail, result }: ToolItem): string {
  const status = detail.status === undefined || detail.status === 'completed' ? '' : ` (${detail.status})`;
  const head = `**${inLine(name)}**${status}${detail.title === undefined ? '' : `: ${inline(detail.title)}`}`;
  const output = detail.output ?? (detail.edits === undefined ? result : undefined);
  const blocks = [...(detail.edits ?? []).map(editToMarkdown), ...(output ? [fenced(output, '')] : [])];
  return [head, ...blocks].join('\n\n');
}

function editToMarkdown({ path, patch, newText }: FileEdit): string {
  return patch === undefined ? fenced(newText ?? '', path) : fenced(patch, 'diff');
}

function inline(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``;
}

/** The fence is longer than any in the text. */
function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${oneLine(info).replaceAll('`', '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}
