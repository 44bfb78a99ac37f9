import type { ClientMessageType, ServerMessageType } from '../../src/coach/index.js';
import { MIND_EXAMPLES } from './mind-examples.js';

const at = { line: 1, column: 1 };
const range = { start: at, end: { line: 2, column: 5 } };
const phase = { id: 'p1', number: 1, title: 'Read', description: 'Read it', status: 'active', hintLevel: 'file' };
const issue = { number: 7, title: 'A race', summary: 'Two at once', labels: ['bug'], url: 'https://example.com/7' };
const file = { path: 'a.py', content: 'x\r\n', language: 'python', lineCount: 2, version: 'v1' };
const mark = { id: 'm1', path: 'a.py', start: 1, end: 3, style: 'hint', hoverText: 'Look here' };
const state = {
  sessionId: null,
  capabilities: ['files'],
  featureFlags: { coaching: true },
  project: { id: 'folder--0123456789', kind: 'folder', name: 'app', path: '~/app' },
  visibility: 'saved_files',
  hintLevel: 'line',
  watching: { by: 'events' },
  openFiles: ['a.py'],
  pointers: { marks: [mark], glows: [{ path: 'a.py', style: 'critical' }], messages: [] },
  phases: [phase],
  issue: null,
};

/** A message of every type that a page sends: one that is right, and one with a single mistake and its place. */
export const CLIENT_EXAMPLES: Record<ClientMessageType, { right: object; wrong: [object, string] }> = {
  'connection:hello': {
    right: { version: '1.0.0', platform: 'Linux', windowSize: { width: 1440, height: 900 } },
    wrong: [
      { version: '1.0.0', platform: 'Linux', windowSize: { width: -1, height: 900 } },
      'payload.windowSize.width',
    ],
  },
  'dashboard:request': { right: { statsPeriod: '7d' }, wrong: [{ statsPeriod: '8d' }, 'payload.statsPeriod'] },
  'dashboard:refresh_issues': { right: {}, wrong: [[], 'payload'] },
  'session:start': { right: { issueNumber: 7 }, wrong: [{ issueNumber: 'seven' }, 'payload.issueNumber'] },
  'session:resume': { right: { sessionId: 's' }, wrong: [{}, 'payload.sessionId'] },
  'session:end': { right: {}, wrong: [null as unknown as object, 'payload'] },
  'file:open': { right: { path: 'a.py', reload: true }, wrong: [{ path: '' }, 'payload.path'] },
  'file:save': {
    right: { path: 'a.py', content: '', version: null },
    wrong: [{ path: 'a.py', content: 5 }, 'payload.content'],
  },
  'file:close': { right: { path: 'a.py' }, wrong: [{}, 'payload.path'] },
  'buffer:update': {
    right: {
      path: 'a.py',
      changes: [{ from: 0, to: 1, insert: 'y' }],
      length: 3,
      cursorPosition: at,
      selections: [range],
    },
    wrong: [{ path: 'a.py', content: 'x', cursorPosition: { line: 0, column: 1 } }, 'payload.cursorPosition.line'],
  },
  'editor:tab_switch': { right: { fromPath: null, toPath: 'a.py' }, wrong: [{ toPath: 'a.py' }, 'payload.fromPath'] },
  'editor:selection': {
    right: { path: 'a.py', range, textLength: 4 },
    wrong: [{ path: 'a.py', range: { start: at }, textLength: 4 }, 'payload.range.end'],
  },
  'explorer:expand_dir': { right: { path: '' }, wrong: [{ path: 'x'.repeat(5000) }, 'payload.path'] },
  'explorer:collapse_dir': { right: { path: 'src' }, wrong: [{ path: 1 }, 'payload.path'] },
  'hints:level_change': {
    right: { level: 'none', previousLevel: 'line' },
    wrong: [{ level: 'most', previousLevel: 'line' }, 'payload.level'],
  },
  'user:explain': {
    right: { source: 'editor', path: 'a.py', language: 'python', range, selectedText: 'x', surroundingContext: '' },
    wrong: [{ path: 'a.py', range }, 'payload.selectedText'],
  },
  'user:review': {
    right: { kataId: 'k', userCode: 'x', activeConstraintTitles: ['no loops'] },
    wrong: [{ kataId: 'k', userCode: 'x', activeConstraintTitles: [7] }, 'payload.activeConstraintTitles.0'],
  },
  'user:idle_start': { right: { lastActionTimestamp: 1 }, wrong: [{}, 'payload.lastActionTimestamp'] },
  'user:idle_end': { right: {}, wrong: [7 as unknown as object, 'payload'] },
  'observer:mute': { right: { muted: true }, wrong: [{ muted: 'yes' }, 'payload.muted'] },
  'practice:submit_solution': {
    right: { kataId: 'k', code: 'x', activeConstraints: ['no loops'] },
    wrong: [{ kataId: 'k', code: 'x', activeConstraints: 'no loops' }, 'payload.activeConstraints'],
  },
  'terminal:input': { right: { input: 'ls\r' }, wrong: [{}, 'payload.input'] },
  'terminal:resize': { right: { cols: 80, rows: 24 }, wrong: [{ cols: 1, rows: 24 }, 'payload.cols'] },
};

/** A message of every type that the daemon sends, right and wrong as above. */
export const SERVER_EXAMPLES: Record<ServerMessageType, { right: object; wrong: [object, string] }> = {
  'connection:init': { right: state, wrong: [{ ...state, visibility: 'all' }, 'payload.visibility'] },
  'connection:error': {
    right: { code: 'file_not_found', message: 'There is no such file.', context: { path: 'a.py' } },
    wrong: [{ code: 'oops', message: '', context: {} }, 'payload.code'],
  },
  ...MIND_EXAMPLES,
  'fs:tree': {
    right: {
      root: { name: 'app', path: '', type: 'directory', children: [{ name: 'a.py', path: 'a.py', type: 'file' }] },
    },
    wrong: [{ root: { name: 'app', path: '', type: 'pipe' } }, 'payload.root.type'],
  },
  'fs:tree_update': {
    right: { action: 'add', path: 'a.py', version: 'v1' },
    wrong: [{ action: 'move', path: 'a' }, 'payload.action'],
  },
  'fs:content': { right: file, wrong: [{ ...file, content: undefined }, 'payload.content'] },
  'fs:save_ack': {
    right: { path: 'a.py', success: true, timestamp: 1, version: 'v2' },
    wrong: [{ path: 'a.py', success: false, timestamp: 1, version: 'v2' }, 'payload.success'],
  },
  'fs:save_error': {
    right: { path: 'a.py', error: 'The disk is full.', code: 'storage_full', context: {} },
    wrong: [{ path: 'a.py', error: '', code: 'EIO', context: {} }, 'payload.code'],
  },
  'editor:decorations': {
    right: { path: 'a.py', decorations: [mark] },
    wrong: [{ path: 'a.py' }, 'payload.decorations'],
  },
  'editor:clear_decorations': { right: {}, wrong: [{ path: 5 }, 'payload.path'] },
  'editor:hover_hint': {
    right: { path: 'a.py', range, hintText: 'Think' },
    wrong: [{ path: 'a.py', range, hintText: '' }, 'payload.hintText'],
  },
  'editor:open_file': { right: file, wrong: [{ ...file, path: '' }, 'payload.path'] },
  'editor:highlight_lines': { right: mark, wrong: [{ ...mark, style: 'blink' }, 'payload.style'] },
  'editor:clear_highlights': { right: { path: 'a.py' }, wrong: [{ path: '' }, 'payload.path'] },
  'explorer:hint_files': {
    right: { hints: [{ path: 'src', style: 'suggested', directories: true }] },
    wrong: [{ hints: [{ path: 'src', style: 'hot' }] }, 'payload.hints.0.style'],
  },
  'explorer:clear_hints': { right: {}, wrong: [[], 'payload'] },
  'session:started': {
    right: { issueContext: issue, phases: [phase], hintLevel: 'line' },
    wrong: [{ issueContext: null, phases: [{}], hintLevel: 'line' }, 'payload.phases.0.id'],
  },
  'session:resumed': { right: { restoredState: state }, wrong: [{}, 'payload.restoredState'] },
  'session:ended': { right: { summary: 'Done' }, wrong: [{}, 'payload.summary'] },
  'coaching:phase_update': {
    right: { phase, status: 'active', description: 'Read it' },
    wrong: [{ phase, status: 'done', description: '' }, 'payload.status'],
  },
  'coaching:message': {
    right: { id: '1', message: 'Nice work', type: 'success', anchor: { path: 'a.py', line: 3 } },
    wrong: [{ id: '1', message: 'Nice work', type: 'praise' }, 'payload.type'],
  },
  'coaching:issue_context': { right: issue, wrong: [{ ...issue, title: '' }, 'payload.title'] },
};
