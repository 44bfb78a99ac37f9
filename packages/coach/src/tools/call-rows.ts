import { PracticeError } from '@agent-factory/protocol';
import { type ActionData, MAX_PATH_LENGTH } from '@agent-factory/protocol/coach';
import { writtenPath } from '../resources/uri.js';
import type { RequestName } from './requests.js';

/** What came of a call. */
export type Done<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly error: unknown };

interface WrittenCall {
  readonly name: RequestName;
  /** As the agent has sent it: nobody has looked whether it fits. */
  readonly input: unknown;
  readonly mcpSessionId: string;
}

type CallRow = ActionData<'mcp_tool_call'>;

/** As many paths as one call can name; whatever names more is refused without a look. */
const MAX_NAMED = 100;

/**
 * How a call is written down: a row for it, and one for each file that its answer tells of without having been asked for
 * by name. A refused one has a row for each path that it named. A path is never cut off with others.
 */
export function rowsOf({ name, input, mcpSessionId }: WrittenCall, done: Done<object>): CallRow[] {
  const facts = { toolName: name, sessionId: mcpSessionId };
  const named = pathsIn(input);
  if (!done.ok) {
    const refused = done.error instanceof PracticeError ? done.error.code : 'internal';
    if (named.length === 0) return [{ ...facts, refused }];
    return named.map((path) => ({ ...facts, path, refused }));
  }
  const [path] = named;
  const ofCall = { ...facts, ...(named.length === 1 && { path }), ...(isPartial(done.output) && NOT_VISIBLE) };
  return [ofCall, ...(path === undefined ? pathsTold(done.output) : []).map((told) => ({ ...facts, path: told }))];
}

const NOT_VISIBLE = { refused: 'not_visible' };

function isPartial(output: { readonly notShown?: string }): boolean {
  return output.notShown !== undefined;
}

/** Of which files it is, as far as the log has room for what it says. */
function pathsIn(input: unknown): string[] {
  const { path, uri, anchor, hints }: Record<string, unknown> = Object(input);
  const hinted = Array.isArray(hints) ? hints.slice(0, MAX_NAMED).map(pathOf) : [];
  const read = typeof uri === 'string' ? (writtenPath(uri) ?? uri) : undefined;
  const said = [read ?? path, pathOf(anchor), ...hinted].filter((one) => typeof one === 'string');
  return [...new Set(said.map((one) => one.slice(0, MAX_PATH_LENGTH)))];
}

function pathOf(thing: unknown): unknown {
  const { path }: { path?: unknown } = Object(thing);
  return path;
}

/** The files whose text is in an answer, or a part of it. */
function pathsTold(output: { readonly buffers?: unknown; readonly diffs?: unknown }): string[] {
  const told = [output.buffers, output.diffs].flatMap((list) => (Array.isArray(list) ? list.map(pathOf) : []));
  return [...new Set(told.filter((one) => typeof one === 'string'))];
}
