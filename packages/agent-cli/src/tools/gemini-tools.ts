import type { FileEdit, ToolCallDetail, ToolKind } from '@agent-factory/protocol/conversations';
import { asList, asObject, asText, defined, entryOf, isObject, type Json } from '../json.js';

const KINDS: Readonly<Record<string, ToolKind>> = {
  run_shell_command: 'execute',
  write_file: 'edit',
  replace: 'edit',
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'search',
  glob: 'search',
  search_file_content: 'search',
  grep_search: 'search',
  web_fetch: 'fetch',
  google_web_search: 'fetch',
  save_memory: 'think',
  write_todos: 'think',
};
/** How a call has ended, in the words of its log. */
const STATUSES: Readonly<Record<string, ToolCallDetail['status']>> = {
  success: 'completed',
  error: 'failed',
  cancelled: 'failed',
};
const REFUSED = /user denied/i;
/** What a command has printed, between what only the model is to read. */
const PRINTED =
  /^<untrusted_context>\nOutput: ([\s\S]*?)(?:\n(?:Exit Code|Error|Signal|Process Group PGID|Background PIDs): [^\n]*)*\n<\/untrusted_context>$/;

/** A tool call of Gemini CLI's as its log has it, when it is done. */
export function geminiToolDetail(call: Json): ToolCallDetail {
  const name = asText(call.name) ?? '';
  const args = asObject(call.args);
  const path = asText(args.file_path) ?? asText(args.absolute_path) ?? asText(args.dir_path);
  const command = name === 'run_shell_command' ? asText(args.command) : undefined;
  const edit = editOf(path, asObject(call.resultDisplay));
  const error = asText(responseOf(call).error) ?? '';
  return defined<ToolCallDetail>({
    toolCallId: asText(call.id) ?? '',
    kind: entryOf(KINDS, name) ?? 'other',
    title: command ?? path ?? asText(call.description) ?? asText(call.displayName) ?? name,
    command,
    output: command === undefined ? undefined : geminiResultText(call),
    paths: path === undefined ? undefined : [path],
    edits: edit && [edit],
    status: REFUSED.test(error) ? 'refused' : entryOf(STATUSES, call.status),
  });
}

/** What came of the call, as text. */
export function geminiResultText(call: Json): string {
  const { output, error } = responseOf(call);
  const text = asText(output) ?? asText(error) ?? asText(call.resultDisplay);
  if (text !== undefined) return PRINTED.exec(text)?.[1] ?? text;
  const result = call.result ?? call.resultDisplay;
  return result == null ? '' : JSON.stringify(result);
}

function responseOf(call: Json): Json {
  const [part] = asList(call.result).map(asObject);
  return asObject(asObject(part?.functionResponse).response);
}

/** Shown as a diff: `filePath` is newer than `fileName`. */
function editOf(path: string | undefined, display: Json): FileEdit | undefined {
  const { filePath, fileName, fileDiff, originalContent, newContent, isNewFile } = display;
  const where = asText(filePath) ?? path ?? asText(fileName);
  if (where === undefined || !isObject(display)) return undefined;
  const newText = asText(newContent);
  if (newText !== undefined)
    return { path: where, oldText: isNewFile === true ? null : (asText(originalContent) ?? null), newText };
  const patch = asText(fileDiff);
  return patch === undefined ? undefined : { path: where, patch };
}
