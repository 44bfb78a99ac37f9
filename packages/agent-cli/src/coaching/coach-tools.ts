import type { ToolName } from '@agent-factory/protocol/coach';

/** What the coach's server is called where its tools are listed. */
export const COACH_NAME = 'coach';

/** Its tools. */
export const COACH_TOOLS = [
  ...['paige_get_session_state', 'paige_get_open_files', 'paige_get_buffer', 'paige_get_diff'],
  ...['paige_open_file', 'paige_highlight_lines', 'paige_clear_highlights', 'paige_hint_files', 'paige_clear_hints'],
  ...['paige_show_message', 'paige_update_phase', 'paige_show_issue_context'],
  ...['paige_run_coaching_pipeline', 'paige_end_session'],
] as const satisfies readonly ToolName[];
