import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  ACTION_TYPES,
  COACH_TOOLS,
  isFolderId,
  MIND_TOOLS,
  projectIdSchema,
  STATE_ITEMS,
  TOOL_NAMES,
} from '../../src/coach/index.js';

test('[coaching-backend FR-063] the tools of a coach, and those that its mind answers', () => {
  expect(TOOL_NAMES).toEqual([
    'paige_get_buffer',
    'paige_get_open_files',
    'paige_get_diff',
    'paige_get_session_state',
    'paige_open_file',
    'paige_highlight_lines',
    'paige_clear_highlights',
    'paige_hint_files',
    'paige_clear_hints',
    'paige_update_phase',
    'paige_show_message',
    'paige_show_issue_context',
    'paige_run_coaching_pipeline',
    'paige_end_session',
  ]);
  expect(MIND_TOOLS).toEqual(['paige_run_coaching_pipeline', 'paige_end_session']);
});

test('[coaching-backend FR-048] 30 types of actions', () => {
  expect(ACTION_TYPES).toEqual([
    'file_open',
    'file_save',
    'file_close',
    'buffer_summary',
    'buffer_significant_change',
    'tab_switch',
    'selection',
    'hint_level_change',
    'explain_requested',
    'review_requested',
    'idle_start',
    'idle_end',
    'session_started',
    'session_resumed',
    'session_ended',
    'phase_started',
    'phase_completed',
    'coaching_message',
    'nudge_sent',
    'nudge_suppressed',
    'nudge_dropped',
    'observer_muted',
    'mcp_tool_call',
    'decorations_applied',
    'file_hints_applied',
    'coaching_pipeline',
    'session_wrapped_up',
    'explain_completed',
    'review_completed',
    'dashboard_loaded',
  ]);
});

test('what the state of a session is made of', () => {
  expect(STATE_ITEMS).toHaveLength(10);
  const { shape } = COACH_TOOLS.paige_get_session_state.output;
  // What the student does not show is left out, and this says so.
  expect(Object.keys(shape)).toEqual([...STATE_ITEMS, 'notShown']);
});

describe.each(Object.entries(COACH_TOOLS))('%s', (_name, { input, output, description, title }) => {
  test('says what it is for, and what goes in and comes out as JSON Schema', () => {
    expect(title.length).toBeGreaterThan(5);
    expect(description).toMatch(/\.$/);
    for (const schema of [input, output]) {
      expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({ type: 'object' });
    }
  });

  test('refuses what it does not know', () => {
    expect(input.safeParse({ content: 'x' }).success).toBe(false);
  });
});

test.each([
  ['paige_highlight_lines', { path: 'a', start: 3, end: 2, style: 'hint' }],
  ['paige_highlight_lines', { path: 'a', start: 0, end: 2, style: 'hint' }],
  ['paige_hint_files', { hints: [] }],
  ['paige_update_phase', { phase: 0, status: 'active' }],
  ['paige_show_message', { message: '', type: 'info' }],
  ['paige_get_buffer', { path: '' }],
] as const)('%s refuses %j', (name, input) => {
  expect(COACH_TOOLS[name].input.safeParse(input).success).toBe(false);
});

test('the id of a folder is one that a session can have', () => {
  expect(projectIdSchema.safeParse('folder--0123456789').success).toBe(true);
  expect([isFolderId('folder--0123456789'), isFolderId('33-1')]).toEqual([true, false]);
});
