import { decode, PracticeError } from '@agent-factory/protocol';
import { MAX_PATH_LENGTH } from '@agent-factory/protocol/coach';
import { writtenPath } from '../resources/uri.js';
import type { Workplace } from '../workplace/workplace.js';
import { getBuffer, getDiff, getOpenFiles } from './looking.js';
import { updatePhase } from './plan.js';
import {
  clearHighlights,
  clearHints,
  highlightLines,
  hintFiles,
  openFile,
  showIssueContext,
  showMessage,
} from './pointing.js';
import { inputOf, RESOURCES, type RequestInput, type RequestName, type RequestOutput } from './requests.js';
import { getSessionState } from './session-state.js';

/** Who calls: its connection, which the action log names. */
export interface ToolCaller {
  readonly mcpSessionId: string;
}

export interface ToolCall<Name extends RequestName> {
  readonly name: Name;
  /** As the agent has sent it: nobody has looked whether it fits. */
  readonly input: unknown;
  readonly caller: ToolCaller;
}

type Tool<Name extends RequestName> = (workplace: Workplace, input: RequestInput<Name>) => Promise<RequestOutput<Name>>;

/** None of them writes a file. */
const TOOLS: { readonly [Name in RequestName]: Tool<Name> } = {
  ...RESOURCES,
  paige_get_buffer: getBuffer,
  paige_get_open_files: getOpenFiles,
  paige_get_diff: getDiff,
  paige_get_session_state: getSessionState,
  paige_open_file: openFile,
  paige_highlight_lines: highlightLines,
  paige_clear_highlights: clearHighlights,
  paige_hint_files: hintFiles,
  paige_clear_hints: clearHints,
  paige_update_phase: updatePhase,
  paige_show_message: showMessage,
  paige_show_issue_context: showIssueContext,
};

/**
 * Does what an agent asks for, and writes down that it has asked, also where it is refused. Throws a PracticeError
 * that tells it what to do: `no_active_session`, `invalid_request`, `not_visible`, and those of files and phases.
 */
export async function callTool<Name extends RequestName>(
  workplace: Workplace,
  { name, input, caller }: ToolCall<Name>,
): Promise<RequestOutput<Name>> {
  if (workplace.session.current === undefined) throw noSession(workplace, name);
  const facts = { toolName: name, sessionId: caller.mcpSessionId, ...pathIn(input) };
  try {
    const output = await TOOLS[name](workplace, checkedInput(name, input));
    const refused = 'notShown' in output && output.notShown !== undefined ? { refused: 'not_visible' } : {};
    workplace.session.log('mcp_tool_call', { ...facts, ...refused });
    return output;
  } catch (error) {
    const refused = error instanceof PracticeError ? error.code : 'internal';
    workplace.session.log('mcp_tool_call', { ...facts, refused });
    throw error;
  }
}

/** Throws `invalid_request`. */
function checkedInput<Name extends RequestName>(name: Name, input: unknown): RequestInput<Name> {
  const checked = decode(inputOf(name), input);
  if (checked.ok) return checked.value as RequestInput<Name>;
  const { issues } = checked;
  const message = `${name} does not take this: ${issues.join('; ')}. Call it again with what it takes.`;
  throw new PracticeError('invalid_request', message, { issues });
}

/** There is no log for it, so nothing is done either. */
function noSession({ host, place }: Workplace, toolName: RequestName): PracticeError {
  host.logWarning('A tool was called without a coaching session', { projectId: place.project.id, toolName });
  const message = 'No active session. Tell the student to start the exercise, or the coach, again.';
  return new PracticeError('no_active_session', message);
}

/** Of which file it is, where it says so; as far as the log has room for what it says. */
function pathIn(input: unknown): { path?: string } {
  const { path, uri }: { path?: unknown; uri?: unknown } = Object(input);
  const said = typeof uri === 'string' ? (writtenPath(uri) ?? uri) : path;
  return typeof said === 'string' ? { path: said.slice(0, MAX_PATH_LENGTH) } : {};
}
