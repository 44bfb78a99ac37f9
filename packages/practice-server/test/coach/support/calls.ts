import type { ToolName } from '@agent-factory/protocol/coach';

/** A call of each tool, those that clear behind those that add. */
export const callsOfAllTools: readonly (readonly [ToolName, object])[] = [
  ['paige_get_buffer', { path: 'src/main.py' }],
  ['paige_get_open_files', {}],
  ['paige_get_diff', {}],
  ['paige_get_session_state', {}],
  ['paige_open_file', { path: 'src/main.py' }],
  ['paige_highlight_lines', { path: 'src/main.py', start: 1, end: 1, style: 'hint', hoverText: 'Look here.' }],
  ['paige_clear_highlights', {}],
  ['paige_hint_files', { hints: [{ path: 'src/main.py', style: 'suggested', directories: true }] }],
  ['paige_clear_hints', {}],
  ['paige_update_phase', { phase: 1, status: 'active' }],
  ['paige_show_message', { message: 'Well done.', type: 'success', anchor: { path: 'src/main.py', line: 1 } }],
  ['paige_show_issue_context', { number: 7, title: 'A race', summary: 'Two of them.', labels: ['bug'], url: '' }],
];
