import { anyText, fc, fuzz, jsonTexts, oddText } from '@agent-factory/fuzzing';
import { parseJson } from '@agent-factory/protocol';
import { decodeServerMessage, encodeServerMessage, type ServerMessageType } from '@agent-factory/protocol/coach';
import { expect } from 'vitest';
import { type CoachState, INITIAL_COACH, reduceCoach } from '../../src/client/coach/coach-state.js';
import { NOTHING_SHOWN, shownOf } from '../../src/client/coach/shown.js';
import { draftIn, readStoredDraft, readTails } from '../../src/client/drafts/stored-draft.js';
import { parseWhere } from '../../src/client/where.js';
import { PROJECT_STATE } from '../client/support/coach-daemon.js';

const DISK = { text: 'print(1)\n', version: 'v1' };
const STORED = { project: 'shop', path: 'a.py', window: 'w', text: 'mine', version: 'v1', updatedAt: 1, stamp: 's1' };
const TAILS = [
  { stamp: 's1', length: 4, changes: [{ from: 4, to: 4, insert: '!' }] },
  { stamp: 'disk:v1', length: 9, changes: [{ from: 0, to: 5, insert: 'log' }] },
];

fuzz({
  parser: 'stored drafts',
  says: 'whatever the browser has stored is a draft, lost or nothing, and never an exception',
  input: fc.tuple(jsonTexts([STORED]), jsonTexts([TAILS])),
  holds: ([draftText, tailsText]) => {
    const [draft, tails] = [parseJson(draftText), parseJson(tailsText)];
    const remains = {
      draft: readStoredDraft(draft.ok ? draft.value : undefined),
      tails: readTails(tails.ok ? tails.value : undefined),
    };
    const found = draftIn(remains, DISK);
    if (found === undefined) expect(remains).toEqual({ draft: undefined, tails: [] });
    else if (found !== 'lost') expect(found.text).toBeTypeOf('string');
    // A whole text that is there is never lost for what came after it.
    if (remains.draft !== undefined) expect(found).toMatchObject({ version: remains.draft.version });
  },
});

const MESSAGES: [ServerMessageType, unknown][] = [
  ['connection:init', PROJECT_STATE],
  ['editor:highlight_lines', { id: 'm', path: 'a.py', start: 1, end: 2, style: 'hint', hoverText: 'x' }],
  ['editor:clear_highlights', { path: 'a.py' }],
  ['explorer:hint_files', { hints: [{ path: 'a/b.py', style: 'critical', directories: true }] }],
  ['coaching:message', { id: 'c', message: 'm', type: 'hint', anchor: { path: 'a.py', line: 1 } }],
  [
    'coaching:phase_update',
    {
      phase: { id: 'p', number: 1, title: 't', description: '', status: 'pending', hintLevel: 'file' },
      status: 'active',
      description: '',
    },
  ],
];
const documents = MESSAGES.map(([type, payload]) =>
  JSON.parse(encodeServerMessage(type, payload as never, { timestamp: 1 })),
);

fuzz({
  parser: 'what the agent points at',
  says: 'whatever is sent, the state can be shown and stays within its bounds',
  input: fc.array(jsonTexts(documents), { maxLength: 6 }),
  holds: (texts) => {
    let state: CoachState = INITIAL_COACH;
    let shown = NOTHING_SHOWN;
    for (const text of texts) {
      const decoded = decodeServerMessage(text);
      if (decoded.kind !== 'message') continue;
      state = reduceCoach(state, decoded.message);
      shown = shownOf(state, new Set(), shown);
      const marks = [...shown.marks.values()].flat();
      expect(marks.length).toBeLessThanOrEqual(500);
      if (state.hintLevel === 'none') expect([marks, shown.glows.size]).toEqual([[], 0]);
      if (state.hintLevel === 'region') expect(marks.every(({ hoverText }) => hoverText === undefined)).toBe(true);
      expect(shownOf(state, new Set(), shown)).toMatchObject({ marks: shown.marks, balloons: shown.balloons });
      expect(shownOf(state, new Set(), shown).marks).toBe(shown.marks);
    }
  },
});

fuzz({
  parser: 'where a check has found something',
  says: 'any text is a place that names itself again, or none',
  input: fc.oneof(
    anyText,
    fc.tuple(oddText, fc.nat(), fc.nat()).map(([file, line, column]) => `${file}:${line}:${column}`),
  ),
  holds: (text) => {
    const place = parseWhere(text);
    if (place === undefined) return;
    expect(place.line).toBeGreaterThan(0);
    expect(place.path).not.toMatch(/^\/|:|^\s|\s$/);
    expect(parseWhere(`${place.path}:${place.line}`)).toMatchObject({ path: place.path, line: place.line });
  },
});
