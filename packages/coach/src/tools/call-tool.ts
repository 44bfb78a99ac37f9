import { decode, PracticeError } from '@agent-factory/protocol';
import { asShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { type Done, rowsOf } from './call-rows.js';
import { requireGuidance, textsIn } from './guidance.js';
import { getBuffer, getDiff, getOpenFiles } from './looking.js';
import { askMind } from './mind.js';
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
import { inputOf, isLook, RESOURCES, type RequestInput, type RequestName, type RequestOutput } from './requests.js';
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

/** Whoever ends a session twice is told what came of it: these know by themselves whether there was one. */
const ENDS: readonly RequestName[] = ['paige_end_session'];

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
  paige_run_coaching_pipeline: askMind('paige_run_coaching_pipeline'),
  paige_end_session: askMind('paige_end_session'),
};

/**
 * Does what an agent asks for, and writes down that it has asked, also where it is refused; what comes too often is
 * neither done nor written down. Throws a PracticeError that tells it what to do: `no_active_session`, `invalid_request`, `not_visible`, `too_many_requests` where it asks
 * too often, `gives_solution`, those of the disk on which looks are written down, and those of files and phases.
 */
export async function callTool<Name extends RequestName>(
  workplace: Workplace,
  call: ToolCall<Name>,
): Promise<RequestOutput<Name>> {
  if (workplace.session.current === undefined && !ENDS.includes(call.name)) throw noSession(workplace, call.name);
  return isLook(call.name) ? look(workplace, call) : point(workplace, call);
}

/** Answered only once it is written down, and only with what the student still shows by then. */
async function look<Name extends RequestName>(workplace: Workplace, call: ToolCall<Name>) {
  const { choices, paces, session } = workplace;
  paces.looks.take();
  return asShown(choices, async () => {
    const done = await attempt(workplace, call);
    const rows = rowsOf({ ...call, ...call.caller }, done);
    paces.looks.charge(rows.length - 1);
    await session.keep('mcp_tool_call', rows).catch((error: unknown) => {
      throw unwritten(error);
    });
    return resultOf(done);
  });
}

/** The student sees what comes of it, also where it cannot be written down at once. */
async function point<Name extends RequestName>(workplace: Workplace, call: ToolCall<Name>) {
  const { paces, session } = workplace;
  paces.pointing.take();
  // The call may end it, or another one may have begun meanwhile.
  const sessionId = session.latestId;
  const done = await attempt(workplace, call);
  const rows = rowsOf({ ...call, ...call.caller }, done);
  paces.pointing.charge(rows.length - 1);
  for (const row of rows) session.log('mcp_tool_call', row, sessionId);
  return resultOf(done);
}

async function attempt<Name extends RequestName>(
  workplace: Workplace,
  { name, input }: ToolCall<Name>,
): Promise<Done<RequestOutput<Name>>> {
  try {
    const checked = checkedInput(name, input);
    if (!isLook(name)) await requireGuidance(workplace, textsIn(checked), 'agent');
    return { ok: true, output: await TOOLS[name](workplace, checked) };
  } catch (error) {
    return { ok: false, error };
  }
}

function resultOf<Output>(done: Done<Output>): Output {
  if (!done.ok) throw done.error;
  return done.output;
}

/** What the agent reads, and passes on to the student, who can do something about it. */
function unwritten(error: unknown): unknown {
  if (!(error instanceof PracticeError) || error.code === 'no_active_session') return error;
  const message = `Every look is written down for the student first, which fails now, so you cannot look. You can still point. Tell the student: ${error.message}`;
  return new PracticeError(error.code, message, error.facts, { cause: error });
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
