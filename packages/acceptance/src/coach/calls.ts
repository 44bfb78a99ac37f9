import { COACH_NAME } from '@agent-factory/agent-cli';
import type { ToolInput, ToolName } from '@agent-factory/protocol/coach';
import type { ServerToolCall } from '../model-api/scenario.js';

/** The plan to which the calls belong: what its phases are called. */
export const PHASES = ['Read the tests', 'Add the total'] as const;

/** What each tool is given in the repository that nobody has prepared. What clears comes behind what adds. */
export const INPUTS: { readonly [Name in ToolName]: ToolInput<Name> } = {
  paige_open_file: { path: 'src/cart.py' },
  paige_get_open_files: {},
  paige_get_buffer: { path: 'README.md' },
  paige_get_diff: { path: 'README.md' },
  paige_highlight_lines: {
    path: 'src/cart.py',
    start: 2,
    end: 3,
    style: 'warning',
    hoverText: 'It is always 0.',
  },
  paige_clear_highlights: { path: 'src/cart.py' },
  paige_hint_files: { hints: [{ path: 'tests/test_cart.py', style: 'important', directories: true }] },
  paige_clear_hints: {},
  paige_show_message: { message: 'What do the items cost?', type: 'hint', anchor: { path: 'src/cart.py', line: 2 } },
  paige_show_issue_context: {
    number: 7,
    title: 'The total is wrong',
    summary: 'It is 0 for every cart.',
    labels: ['bug'],
    url: 'https://example.com/7',
  },
  paige_update_phase: { phase: 1, status: 'active' },
  paige_get_session_state: { include: ['open_files', 'plan', 'session'] },
  paige_run_coaching_pipeline: { planText: 'Read the tests, then add the total up.', issueSummary: 'The total is 0.' },
  paige_end_session: { sessionTranscript: 'We have read the tests.' },
};

/** A tool of the coach, as a model uses it, with its usual input or with this one. */
export function coachCall<Name extends ToolName>(tool: Name, input: ToolInput<Name> = INPUTS[tool]): ServerToolCall {
  return { server: COACH_NAME, tool, input };
}
