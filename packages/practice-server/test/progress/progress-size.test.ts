import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { MAX_IMPORT_BYTES, MAX_PROGRESS_ENTRIES } from '@agent-factory/protocol';
import { progressDocumentSchema } from '@agent-factory/protocol/progress';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_BYTES, fitExport, pieceOf } from '../../src/progress/export-size.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { progressDocument } from '../fixtures/progress-document.js';

/** Nothing holds the event loop for longer, in milliseconds, on a machine that has nothing else to do. */
const MAX_BLOCK_MS = 50;
/** On a busy one, nothing takes longer than twice what cannot be cut: reading the JSON of the largest document. */
const MAX_READINGS = 2;
/** What is asked of one exercise takes as long as if there were no others: a few milliseconds, and many under load. */
const MAX_OF_ONE_MS = 500;
const MAX_TIMES_ALONE = 5;

/** As many versions of exercises with as many criteria as an import may have. */
function largestDocument(): string {
  const criterion = (index: number) => ({ name: `${index}`, status: 'passed', attempts: 1, hintsRevealed: 0 });
  const entry = (index: number, criteria: object[]) => ({
    exerciseId: `exercise-${index}`,
    version: '1.0.0',
    attempts: 1,
    timeOnTaskMs: 1,
    criteria,
  });
  const document = (criteria: object[]) =>
    JSON.stringify({
      format: 'af-practice-progress',
      formatVersion: 1,
      exportedAt: '2026-01-06T00:00:00.000Z',
      exercises: Array.from({ length: MAX_PROGRESS_ENTRIES }, (_, index) => entry(index, criteria)),
    });
  const room = MAX_IMPORT_BYTES - DOCUMENT_BYTES - document([]).length;
  const each = Math.floor(room / MAX_PROGRESS_ENTRIES / (JSON.stringify(criterion(10)).length + 1));
  return document(Array.from({ length: each }, (_, index) => criterion(index)));
}

/** Asks as a page does, and reads the answer as text alone: parsing it would hold this same event loop. */
function ask(daemon: TestDaemon, path: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { Origin: daemon.origin, 'Content-Type': 'application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const asked = request(`${daemon.url}${path}`, { method, headers, agent: false }, (answer) => {
      text(answer).then(resolve, reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

interface Timed {
  readonly answer: string;
  readonly ms: number;
  /** The longest time for which nothing else had its turn. */
  readonly blockMs: number;
}

async function timed(action: () => Promise<string>): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begin = performance.now();
  const answer = await action();
  const ms = performance.now() - begin;
  delay.disable();
  return { answer, ms, blockMs: delay.max / 1e6 };
}

/** How long what cannot be cut takes now, in milliseconds. */
function readingMs(document: string): number {
  const begin = performance.now();
  JSON.parse(document);
  return performance.now() - begin;
}

/** The longest block that is no fault of ours: where a reading takes three times the quickest, so does all else. */
function allowedMs(readingsMs: readonly number[]): number {
  const [quickest, slowest] = [Math.min(...readingsMs), Math.max(...readingsMs)];
  return Math.max((MAX_BLOCK_MS * slowest) / quickest, MAX_READINGS * slowest);
}

const ONE = JSON.stringify({ exerciseId: 'first-steps' });
const reset = (exerciseId?: string) => JSON.stringify({ exerciseId, confirmed: true });

/** The clock counts what others do on this machine too: the quietest of a few rounds is what is measured. */
const ROUNDS = 8;

describe('[exercises 4 progress] the largest progress there may be', () => {
  test('holds nobody up when it comes, when it goes, and when an exercise starts', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    const document = largestDocument();
    const steps: ReadonlyArray<[name: string, action: () => Promise<string>]> = [
      ['import', () => ask(daemon, '/progress/import', document)],
      ['import again', () => ask(daemon, '/progress/import', document)],
      ['start', () => ask(daemon, '/exercises/start', ONE)],
      ['check', () => ask(daemon, '/exercises/verify', ONE)],
      ['export', () => ask(daemon, '/progress')],
      ['reset of one', () => ask(daemon, '/progress/reset', reset('exercise-1'))],
      ['reset', () => ask(daemon, '/progress/reset', reset())],
      ['start without others', () => ask(daemon, '/exercises/start', ONE)],
      ['reset of the only one', () => ask(daemon, '/progress/reset', reset())],
    ];
    const readingsMs: number[] = [];
    const blocks = new Map<string, number>();
    const times = new Map<string, number>();
    const answers = new Map<string, string>();
    const tooLong = () => [...blocks].filter(([, blockMs]) => blockMs > allowedMs(readingsMs));
    const ofOneMs = () => Math.max(MAX_OF_ONE_MS, MAX_TIMES_ALONE * (times.get('start without others') ?? 0));
    const tooLate = () => ['start', 'reset of one'].filter((name) => (times.get(name) ?? 0) >= ofOneMs());
    for (let round = 0; round < ROUNDS && (round === 0 || tooLong().length + tooLate().length > 0); round += 1) {
      for (const [name, action] of steps) {
        readingsMs.push(readingMs(document));
        const { answer, ms, blockMs } = await timed(action);
        answers.set(name, answer);
        times.set(name, Math.min(ms, times.get(name) ?? ms));
        blocks.set(name, Math.min(blockMs, blocks.get(name) ?? blockMs));
      }
    }
    expect(tooLong()).toEqual([]);
    expect([...times.keys()]).toEqual(expect.arrayContaining(['start', 'reset of one', 'start without others']));
    expect(tooLate()).toEqual([]);
    const parsed = (name: string) => JSON.parse(answers.get(name) ?? '');
    expect(parsed('import')).toEqual({ added: MAX_PROGRESS_ENTRIES, merged: 0, unchanged: 0 });
    expect(parsed('import again')).toEqual({ added: 0, merged: 0, unchanged: MAX_PROGRESS_ENTRIES });
    expect(parsed('start').status).toBe('resumed');
  }, 240_000);

  test('can be imported again, also when the student has done more since', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    await ask(daemon, '/progress/import', largestDocument());
    await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    const exported = await ask(daemon, '/progress');
    const document = progressDocumentSchema.parse(JSON.parse(exported));
    expect(document.exercises).toHaveLength(MAX_PROGRESS_ENTRIES);
    expect(document.exercises.find(({ exerciseId }) => exerciseId === 'first-steps')?.attempts).toBe(1);
    expect(Buffer.byteLength(exported)).toBeLessThanOrEqual(MAX_IMPORT_BYTES);
    await using other = await TestDaemon.open();
    expect(JSON.parse(await ask(other, '/progress/import', exported))).toMatchObject({ added: MAX_PROGRESS_ENTRIES });
  }, 60_000);

  test('leaves out of an export what was not used for longest', () => {
    const of = (exerciseId: string, lastAttemptAt?: string) =>
      pieceOf({ exerciseId, version: '1.0.0', attempts: 1, timeOnTaskMs: 0, criteria: [], lastAttemptAt });
    const many = Array.from({ length: MAX_PROGRESS_ENTRIES }, (_, index) =>
      of(`e-${index}`, '2026-01-02T00:00:00.000Z'),
    );
    const pieces = [of('never'), ...many.slice(1), of('old', '2026-01-01T00:00:00.000Z')];
    expect(fitExport(pieces)).toEqual(pieces.slice(1));
  });
});

describe('[exercises 4 export-import] an import', () => {
  test('that is more than can be kept is refused with what was too much, and nothing of it stays', async () => {
    await using daemon = await TestDaemon.open();
    expect((await daemon.post('/progress/import', progressDocument('a', 200, 100, 'x'))).json.added).toBe(200);
    const before = (await daemon.progress()).exercises;
    const refused = [
      { body: progressDocument('b', 200, 100, 'x'), issue: 'bytes together' },
      { body: progressDocument('b', 900, 0), issue: '1100 exercises together' },
      { body: progressDocument('a', 1, 1, 'another'), issue: '101 criteria of a-0 together' },
    ];
    for (const { body, issue } of refused) {
      const { status, json } = await daemon.post('/progress/import', body);
      expect([status, json.error, json.issues[0]]).toEqual([400, 'invalid_request', expect.stringContaining(issue)]);
      expect((await daemon.progress()).exercises).toEqual(before);
    }
  });

  test('may be as large where its address ends with a slash', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json } = await daemon.post('/progress/import/', progressDocument('a', 200, 20));
    expect([status, json]).toEqual([200, { added: 200, merged: 0, unchanged: 0 }]);
  });

  test('that names a criterion twice, or with half a character, is taken once and stays as it is', async () => {
    await using daemon = await TestDaemon.open();
    const criterion = (name: string, attempts: number) => ({ name, status: 'passed', attempts, hintsRevealed: 0 });
    const body = {
      format: 'af-practice-progress',
      formatVersion: 1,
      exportedAt: '2026-01-06T00:00:00.000Z',
      exercises: [
        {
          exerciseId: 'twice',
          version: '1.0.0',
          attempts: 1,
          timeOnTaskMs: 1,
          criteria: [criterion('x', 1), criterion('x', 2), criterion('half \ud83d', 1)],
        },
      ],
    };
    expect((await daemon.post('/progress/import', body)).json).toMatchObject({ added: 1 });
    const { exercises } = await daemon.progress();
    expect(exercises[0]?.criteria).toEqual([criterion('x', 2), criterion('half \ufffd', 1)]);
  });
});
