import type { FileEdit, ToolCallDetail, ToolKind } from '@agent-factory/protocol/conversations';
import { asList, asNumber, asObject, asText, defined, entryOf, type Json } from '../json.js';

const KINDS: Readonly<Record<string, ToolKind>> = {
  Bash: 'execute',
  BashOutput: 'execute',
  Monitor: 'execute',
  Read: 'read',
  NotebookRead: 'read',
  Write: 'edit',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Glob: 'search',
  Grep: 'search',
  LS: 'search',
  ToolSearch: 'search',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  Task: 'think',
  TodoWrite: 'think',
  ExitPlanMode: 'think',
};

/** What a tool of Claude Code's is about to do, by its name and its whole input. */
export function claudeToolDetail(toolCallId: string, name: string, input: Json): ToolCallDetail {
  const path = asText(input.file_path) ?? asText(input.notebook_path) ?? asText(input.path);
  return defined<ToolCallDetail>({
    toolCallId,
    kind: entryOf(KINDS, name) ?? 'other',
    title: titleOf(name, input, path),
    command: name === 'Bash' ? asText(input.command) : undefined,
    paths: path === undefined ? undefined : [path],
    edits: path === undefined ? undefined : editsOf(path, input),
    status: 'running',
  });
}

function titleOf(name: string, input: Json, path: string | undefined): string {
  const what = ['command', 'pattern', 'query', 'url', 'description'].map((field) => asText(input[field]));
  return path ?? what.find((text) => text !== undefined) ?? name;
}

function editsOf(path: string, input: Json): FileEdit[] | undefined {
  const content = asText(input.content);
  if (content !== undefined) return [{ path, newText: content }];
  const edits = asList(input.edits ?? (input.old_string === undefined ? [] : [input])).map(asObject);
  if (edits.length === 0) return undefined;
  return edits.map(({ old_string, new_string }) => ({
    path,
    oldText: asText(old_string) ?? '',
    newText: asText(new_string) ?? '',
  }));
}

/** What came of it: `block` is the result as the model sees it, `more` what Claude Code adds for programs. */
export function claudeResultDetail(block: Json, more: unknown, isRefused: boolean): ToolCallDetail {
  const { stdout, stderr, structuredPatch, filePath, originalFile, content } = asObject(more);
  const path = asText(filePath);
  const output = [stdout, stderr].flatMap((text) => asText(text) || []).join('\n');
  return defined<ToolCallDetail>({
    toolCallId: asText(block.tool_use_id) ?? '',
    output: output === '' ? undefined : output,
    exitCode: asNumber(asObject(more).exitCode),
    edits: path === undefined ? undefined : [changed(path, structuredPatch, { originalFile, content })],
    status: isRefused ? 'refused' : block.is_error === true ? 'failed' : 'completed',
  });
}

/** A new file has no hunks: all of it is new. */
function changed(path: string, hunks: unknown, texts: { originalFile: unknown; content: unknown }): FileEdit {
  const patch = asList(hunks).map(asObject).map(hunkText).join('');
  if (patch !== '') return { path, patch };
  return { path, oldText: asText(texts.originalFile) ?? null, newText: asText(texts.content) ?? '' };
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: Json): string {
  const head = `@@ -${Number(oldStart)},${Number(oldLines)} +${Number(newStart)},${Number(newLines)} @@`;
  return `${[head, ...asList(lines).map(String)].join('\n')}\n`;
}

/** The text of a result, which may come in parts. */
export function claudeResultText(content: unknown): string {
  const text = asText(content);
  if (text !== undefined) return text;
  const parts = asList(content).map(asObject);
  return parts.map((part) => asText(part.text) ?? `[${asText(part.type) ?? 'something'}]`).join('\n');
}
