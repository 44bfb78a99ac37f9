import type { PermissionAsked } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/json.js';
import { codexAsked } from '../../src/structured/app-server/codex-approvals.js';
import { askedOf, questionOf } from '../../src/structured/stream-json/claude-permissions.js';
import { acpAsked } from '../../src/tools/acp-tools.js';
import { captureLines } from '../events/captures.js';

const CWD = '/home/student/work';

function claude(request: Json): PermissionAsked {
  return askedOf('q', request, questionOf(request), CWD);
}

const acp = (toolCall: Json, options: readonly Json[] = []) =>
  acpAsked('q', { toolCall, options }, { agent: 'Gemini CLI', cwd: CWD });

const labels = ({ options }: PermissionAsked) => options.map(({ label }) => label);

describe('what the agent wants is a question', () => {
  test.each([
    ['Edit', { file_path: `${CWD}/agent.py`, old_string: 'a', new_string: 'b' }, 'May Claude Code edit agent.py?'],
    ['Write', { file_path: '/etc/hosts', content: '' }, 'May Claude Code edit /etc/hosts?'],
    ['Write', { file_path: `${CWD}-other/a.py`, content: '' }, `May Claude Code edit ${CWD}-other/a.py?`],
    ['Read', { file_path: CWD }, 'May Claude Code read work?'],
    ['Bash', { command: ' ' }, 'May Claude Code use Bash?'],
    ['Read', { file_path: `${CWD}/notes/a.md` }, 'May Claude Code read notes/a.md?'],
    ['Bash', { command: 'npm test', description: 'see' }, 'May Claude Code run `npm test`?'],
    ['WebFetch', { url: 'https://a.example' }, 'May Claude Code look up `https://a.example`?'],
    ['Grep', { pattern: 'TODO' }, 'May Claude Code search for `TODO`?'],
    ['mcp__notes__add', { text: 'x' }, 'May Claude Code use mcp__notes__add?'],
  ])('of Claude Code’s, for %s', (tool_name, input, title) => {
    expect(claude({ tool_name, input }).title).toBe(title);
  });

  test('of Codex’', () => {
    const command = { commandActions: [{ command: 'npm test' }], command: "/bin/bash -lc 'npm test'" };
    const title = (kind: string, params: Json) => codexAsked('q', `item/${kind}/requestApproval`, params).title;
    expect(title('commandExecution', command)).toBe('May Codex run `npm test`?');
    expect(title('commandExecution', {})).toBe('May Codex run a command?');
    expect(title('fileChange', {})).toBe('May Codex edit files?');
  });

  test('of an ACP agent’s, with its own words where it names neither a command nor files', () => {
    const edits = ['a.py', 'b.py'].map((name) => ({ type: 'diff', path: `${CWD}/${name}`, newText: '' }));
    expect(acp({ kind: 'edit', title: 'Writing', content: edits }).title).toBe('May Gemini CLI edit a.py and b.py?');
    const twice = ['a.py', 'a.py', 'b.py', 'c.py'].map((name) => ({
      type: 'diff',
      path: `${CWD}/${name}`,
      newText: '',
    }));
    expect(acp({ kind: 'edit', content: twice }).title).toBe('May Gemini CLI edit a.py, b.py and c.py?');
    expect(acp({ kind: 'execute', title: 'ls -l' }).title).toBe('May Gemini CLI run `ls -l`?');
    expect(acp({ kind: 'fetch', title: 'Reading a page' }).title).toBe('May Gemini CLI do this: Reading a page?');
    expect(acp({}).title).toBe('May Gemini CLI go on?');
  });

  test('of the captured Gemini CLI’s names the file, not its path', () => {
    const asked = captureLines('gemini.transcript')
      .filter((line) => line.includes('session/request_permission'))
      .map((line) => JSON.parse(line.slice(2)) as { params: Json })
      .map(({ params }) => acpAsked('q', params, { agent: 'Gemini CLI', cwd: CWD }));
    expect(asked.map(({ title }) => title)).toEqual([
      'May Gemini CLI run `touch made.txt && echo out-2`?',
      'May Gemini CLI run `touch never.txt`?',
      'May Gemini CLI edit hello.py?',
    ]);
    expect(asked.map(labels)).toEqual(Array(3).fill(['Allow once', 'Allow for this session', 'Refuse']));
  });
});

test('the reason is why Claude Code asks, else its plan, else what it says that the tool is for', () => {
  const input = { command: 'npm test', description: 'See whether it works', plan: '1. Read' };
  const reason = (request: Json) => claude({ tool_name: 'Bash', ...request }).reason;
  expect(reason({ input, decision_reason: 'A rule wants it' })).toBe('A rule wants it');
  expect(reason({ input })).toBe('1. Read');
  expect(reason({ input: { command: 'npm test', description: 'See whether it works' } })).toBe('See whether it works');
  expect(reason({ input: { command: 'npm test' } })).toBeUndefined();
});

describe('what can be answered', () => {
  test('is to allow once, for the conversation where the CLI can, or to refuse', () => {
    const permission_suggestions = [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
    const all = ['Allow once', 'Allow for this conversation', 'Refuse'];
    expect(labels(claude({ tool_name: 'Bash', input: {}, permission_suggestions }))).toEqual(all);
    expect(labels(claude({ tool_name: 'Bash', input: {} }))).toEqual(['Allow once', 'Refuse']);
    expect(labels(codexAsked('q', 'item/fileChange/requestApproval', {}))).toEqual(all);
  });

  test('keeps an ACP agent’s words for what nobody knows, which is never shown as a refusal of ours', () => {
    const { options } = acp({}, [
      { optionId: 'odd', name: 'Ask my teacher', kind: 'postpone' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    ]);
    expect(options).toEqual([
      { id: 'yes', label: 'Allow once', kind: 'allow_once' },
      { id: 'odd', label: 'Ask my teacher', kind: 'reject_once' },
    ]);
  });

  test('keeps an ACP agent’s words where the kind does not say it all, and its ids', () => {
    const options = [
      { optionId: 'never', name: 'Never in this folder', kind: 'reject_always' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
      { optionId: 'tests', name: 'Yes, for tests', kind: 'allow_once' },
      { optionId: 'this', name: 'Yes, this one', kind: 'allow_once' },
      { optionId: 'odd', name: 'Ask my teacher', kind: 'postpone' },
    ];
    const { options: offered } = acp({}, options);
    expect(offered.map(({ id, label }) => `${id}: ${label}`)).toEqual([
      'tests: Yes, for tests',
      'this: Yes, this one',
      'no: No',
      'odd: Ask my teacher',
      'never: Never in this folder',
    ]);
  });
});
