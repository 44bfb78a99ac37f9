import type { ConversationEvent, ToolKind } from '@agent-factory/protocol/conversations';
import { describe, expect, it } from 'vitest';
import { Permissions } from '../../src/wrapper/permissions.js';

const OPTIONS = (['allow_always', 'reject_always', 'allow_once', 'reject_once'] as const).map((kind) => ({
  ...{ id: kind, label: kind, kind },
}));

/** What is chosen for a tool of which one has heard by its name, and perhaps its kind. */
function chosen(role: 'student' | 'mentor', name: string, kind?: ToolKind): string | undefined {
  const permissions = new Permissions(role);
  const events = [
    { type: 'TOOL_CALL_START', toolCallId: '1', toolCallName: name },
    { type: 'CUSTOM', name: 'tool_call_detail', value: { toolCallId: '1', kind } },
  ];
  for (const event of events) permissions.heard(event as ConversationEvent);
  return permissions.choose({ id: 'q', toolCallId: '1', title: '', options: OPTIONS });
}

describe('a student', () => {
  it.each<[string, ToolKind | undefined, string]>([
    ['Bash', 'execute', 'allow_once'],
    ['unknown', undefined, 'allow_once'],
    ['anything', 'fetch', 'reject_once'],
    ['web_search', undefined, 'reject_once'],
    ['google_web_search', 'search', 'reject_once'],
  ])('may use %s (%s): %s', (name, kind, option) => expect(chosen('student', name, kind)).toBe(option));
});

describe('a mentor', () => {
  it.each<[string, ToolKind | undefined, string]>([
    ['Read', 'read', 'allow_once'],
    ['web_search', 'fetch', 'allow_once'],
    ['Write', 'edit', 'reject_once'],
    ['Bash', 'execute', 'reject_once'],
    ['unknown', undefined, 'reject_once'],
  ])('may use %s (%s): %s', (name, kind, option) => expect(chosen('mentor', name, kind)).toBe(option));
});

describe('a question', () => {
  it('is not answered by what is known of an earlier run, or by an option that is not there', () => {
    const permissions = new Permissions('mentor');
    const heard = (event: object) => permissions.heard(event as ConversationEvent);
    heard({ type: 'TOOL_CALL_START', toolCallId: '1', toolCallName: 'Read' });
    heard({ type: 'CUSTOM', name: 'tool_call_detail', value: { toolCallId: '1', kind: 'read' } });
    heard({ type: 'RUN_STARTED' });
    const asked = { id: 'q', toolCallId: '1', title: '' };
    expect(permissions.choose({ ...asked, options: OPTIONS })).toBe('reject_once');
    expect(permissions.choose({ ...asked, options: OPTIONS.slice(0, 2) })).toBe('reject_always');
    expect(permissions.choose({ ...asked, options: OPTIONS.slice(0, 1) })).toBeUndefined();
  });
});
