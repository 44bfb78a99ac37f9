import { PracticeError } from '@agent-factory/protocol';
import type { ToolInput, ToolName, ToolOutput } from '@agent-factory/protocol/coach';
import type { Workplace } from '../project/workplace.js';
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
import { getSessionState } from './session-state.js';

/** Who calls: its connection, which the action log names. */
export interface ToolCaller {
  readonly mcpSessionId: string;
}

export interface ToolCall<Name extends ToolName> {
  readonly name: Name;
  readonly input: ToolInput<Name>;
  readonly caller: ToolCaller;
}

type Tool<Name extends ToolName> = (workplace: Workplace, input: ToolInput<Name>) => Promise<ToolOutput<Name>>;

/** None of them writes a file. */
const TOOLS: { readonly [Name in ToolName]: Tool<Name> } = {
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
 * that tells it what to do: `no_active_session`, `not_visible`, and those of files and phases.
 */
export async function callTool<Name extends ToolName>(
  workplace: Workplace,
  { name, input, caller }: ToolCall<Name>,
): Promise<ToolOutput<Name>> {
  if (workplace.session.current === undefined) throw noSession(workplace, name);
  const facts = { toolName: name, sessionId: caller.mcpSessionId, ...pathIn(input) };
  try {
    const output = await TOOLS[name](workplace, input);
    const refused = 'notShown' in output && output.notShown !== undefined ? { refused: 'not_visible' } : {};
    workplace.session.log('mcp_tool_call', { ...facts, ...refused });
    return output;
  } catch (error) {
    const refused = error instanceof PracticeError ? error.code : 'internal';
    workplace.session.log('mcp_tool_call', { ...facts, refused });
    throw error;
  }
}

/** There is no log for it, so nothing is done either. */
function noSession({ host, place }: Workplace, toolName: ToolName): PracticeError {
  host.logWarning('A tool was called without a coaching session', { projectId: place.project.id, toolName });
  const message = 'No active session. Tell the student to start the exercise, or the coach, again.';
  return new PracticeError('no_active_session', message);
}

function pathIn(input: object): { path?: string } {
  return 'path' in input && typeof input.path === 'string' ? { path: input.path } : {};
}
