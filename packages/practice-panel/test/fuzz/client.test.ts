// @vitest-environment happy-dom
import { anyText, fc, fuzz, jsonTexts, oddText, validDocuments, wellFormed } from '@agent-factory/fuzzing';
import { criterionSchema, historyResponseSchema, NDJSON, verificationResultSchema } from '@agent-factory/protocol';
import { expect } from 'vitest';
import { nextAttemptIn } from '../../src/client/completions/outbox.js';
import { storedOutbox } from '../../src/client/completions/outbox-format.js';
import { REFUSED_PAUSE_MS } from '../../src/client/completions/pauses.js';
import { standingIn } from '../../src/client/completions/standing.js';
import { readWatchRows } from '../../src/client/journey/watch-rows.js';
import { pastePieces } from '../../src/client/pastes/paste-text.js';
import { readProgressFile } from '../../src/client/progress/progress-file.js';
import { readLines } from '../../src/client/server/ndjson.js';
import { readJson } from '../../src/client/server/read.js';
import { readVerification } from '../../src/client/server/verification.js';
import { createSettings } from '../../src/client/settings/settings.js';
import {
  DEFAULT_SETTINGS,
  MAX_FONT_SIZE,
  MIN_FONT_SIZE,
  parseSettings,
  storedSettings,
} from '../../src/client/settings/settings-format.js';
import { piecesOf } from '../../src/react/results/criteria/whitespace.js';
import { fontOf } from '../../src/terminal/drawing/font.js';

const KEY = 'practice:settings';
const MAX_MESSAGE_LENGTH = 100 * 1024;

const fontName = fc.oneof(
  fc.constantFrom('Fira Code, monospace', "x'; background: url(y)", 'a{b}', '\u2028', 'x\\'),
  oddText,
);
const stored = fc.oneof(
  jsonTexts([
    { version: 1, ...DEFAULT_SETTINGS },
    { version: 1, fontSize: 20, scrollback: 5000, theme: 'dark' },
  ]),
  fontName.map((fontFamily) => JSON.stringify({ fontFamily })),
);

fuzz({
  parser: 'stored settings',
  says: 'whatever is stored gives settings that can be used, and they are the same when stored again',
  input: stored,
  holds: (text) => {
    const settings = storedSettings(text);
    expect(Object.keys(settings).sort()).toEqual(Object.keys(DEFAULT_SETTINGS).sort());
    expect(
      Number.isInteger(settings.fontSize) && settings.fontSize >= MIN_FONT_SIZE && settings.fontSize <= MAX_FONT_SIZE,
    ).toBe(true);
    expect(fontOf(settings).family).not.toMatch(/[;{}()\\"<>\n]/);
    expect(storedSettings(JSON.stringify({ version: 1, ...settings }))).toEqual(settings);
    expect(parseSettings(settings)).toEqual(settings);
    localStorage.setItem(KEY, text);
    expect(createSettings().getSnapshot()).toEqual(settings);
  },
});

/** The bytes in pieces of these lengths, again and again. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, lengths: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let start = 0;
  let count = 0;
  return new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      const length = lengths[count++ % lengths.length] ?? 1;
      controller.enqueue(bytes.subarray(start, start + length));
      start += length;
    },
  });
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

fuzz({
  parser: 'rows in a stream',
  says: 'lines are the same however the bytes are cut',
  input: fc.tuple(
    fc.array(fc.oneof(fc.string({ unit: 'binary' }), anyText).map(wellFormed), { maxLength: 8 }),
    lengths,
  ),
  cost: 4,
  holds: async ([parts, cuts]) => {
    const text = parts.join('\n').replace(/^\ufeff/, '');
    const lines: string[] = [];
    for await (const line of readLines(streamOf(new TextEncoder().encode(text), cuts))) lines.push(line);
    expect(lines).toEqual(text.split('\n').filter((line) => line.trim() !== ''));
  },
});

const rowsOf = (kind: string) =>
  fc.array(fc.oneof(jsonTexts(validDocuments(kind)), oddText), { maxLength: 5 }).map((rows) => rows.join('\n'));
const answer = (text: string, type: string) => new Response(text, { headers: { 'content-type': type } });

fuzz({
  parser: 'answer of a check',
  says: 'rows and results are whole, or the answer is not understood, in few words',
  input: fc.tuple(
    fc.oneof(rowsOf('verifyStreamRow'), jsonTexts(validDocuments('verificationResult'))),
    fc.constantFrom(NDJSON, 'application/json'),
  ),
  cost: 4,
  holds: async ([text, type]) => {
    const outcome = await readVerification(answer(text, type), (row) =>
      expect(criterionSchema.safeParse(row).error).toBeUndefined(),
    );
    if (outcome.ok) expect(verificationResultSchema.safeParse(outcome.value).error).toBeUndefined();
    else expect(outcome.error.message.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
  },
});

fuzz({
  parser: 'rows of a watch',
  says: 'a watch ends with a reason, whatever comes',
  input: rowsOf('watchStreamRow'),
  cost: 4,
  holds: async (text) => {
    const outcome = await readWatchRows(answer(text, NDJSON), () => {});
    expect(outcome.ok).toBe(false);
  },
});

fuzz({
  parser: 'answers of the daemon',
  says: 'each is whole or not understood, and never an exception',
  input: fc.oneof(jsonTexts(validDocuments('historyResponse')), oddText),
  cost: 4,
  holds: async (text) => {
    const outcome = await readJson(answer(text, 'application/json'), historyResponseSchema);
    if (outcome.ok) expect(historyResponseSchema.safeParse(outcome.value).error).toBeUndefined();
  },
});

fuzz({
  parser: 'file of progress',
  says: 'is an export, or it is said in a sentence why it is none',
  input: jsonTexts(validDocuments('progressDocument')),
  cost: 4,
  holds: async (text) => {
    const outcome = await readProgressFile(new Blob([text]));
    if (!outcome.ok) expect(outcome.why.length).toBeLessThanOrEqual(3000);
  },
});

fuzz({
  parser: 'pasted text',
  says: 'nothing of it commands the terminal, and pasting what was pasted changes nothing',
  input: fc.oneof(
    oddText,
    fc.array(oddText, { maxLength: 5 }).map((parts) => parts.join('\r\n')),
  ),
  holds: (text) => {
    const pasted = Buffer.concat([...pastePieces(text)]).toString();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
    expect(pasted).not.toMatch(/[\x00-\x08\x0a-\x0c\x0e-\x1f\x7f-\x9f]/);
    expect(Buffer.concat([...pastePieces(pasted)]).toString()).toBe(pasted);
  },
});

fuzz({
  parser: 'texts beside each other',
  says: 'their pieces are the text again',
  input: fc.tuple(
    fc.oneof(oddText, fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a', '\r', '\u00a0') })),
    fc.boolean(),
  ),
  holds: ([text, indents]) => {
    expect(
      piecesOf(text, { indents })
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  },
});

const anOutbox = {
  version: 1,
  waiting: [
    {
      eventId: '00000000-0000-4000-8000-000000000001',
      exerciseId: 'ch34-first-agent',
      xp: 150,
      completedAt: '2026-03-01T09:59:00.000Z',
      userId: 'maya',
      since: 1_770_000_000_000,
      attempts: 3,
      refused: { why: 'No such student', retryAt: 1_770_000_000_000 },
    },
  ],
  told: [{ eventId: '00000000-0000-4000-8000-000000000002', exerciseId: 'ch33-agent-loop' }],
  givenUp: 1,
  failures: 2,
  retryAt: 1_770_000_000_000,
  cursor: '0000abcd-42',
};

fuzz({
  parser: 'stored completions',
  says: 'whatever is stored gives an outbox that can be used, and it is the same when stored again',
  input: jsonTexts([anOutbox, { waiting: anOutbox.waiting }, { told: anOutbox.told, cursor: anOutbox.cursor }]),
  holds: (text) => {
    const outbox = storedOutbox(text);
    expect(storedOutbox(JSON.stringify(outbox))).toEqual(outbox);
    const wait = nextAttemptIn(outbox, { now: 1_770_000_000_000, userId: undefined });
    expect(wait === undefined || (wait >= 0 && wait <= REFUSED_PAUSE_MS)).toBe(true);
    for (const { exerciseId } of outbox.waiting) expect(standingIn(outbox, exerciseId)).toBeDefined();
  },
});
