import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { anyText, fc, fuzz, jsonTexts, validDocuments } from '@agent-factory/fuzzing';
import { criterionStatusSchema, discoverySchema } from '@agent-factory/protocol';
import {
  type CriterionProgress,
  type ExerciseProgress,
  exerciseProgressSchema,
} from '@agent-factory/protocol/progress';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { readDiscovery, removeDiscovery, writeDiscovery } from '../../src/discovery/discovery-file.js';
import { lookForDaemon } from '../../src/discovery/running-daemon.js';
import { mergeProgress } from '../../src/progress/merge.js';

let folder: string;
let body = '';
const server = createServer((_request, response) => void response.end(body));
beforeAll(async () => {
  folder = await mkdtemp(join(inject('runFolder'), 'files-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

fuzz({
  parser: 'discovery file',
  says: 'what is read is whole, and is kept where it is another process’',
  input: jsonTexts(validDocuments('discovery')),
  cost: 4,
  holds: async (text) => {
    const path = join(folder, 'discovery.json');
    await writeFile(path, text);
    const discovery = await readDiscovery(path);
    if (discovery === undefined) return;
    expect(discoverySchema.safeParse(discovery).error).toBeUndefined();
    await removeDiscovery(path, discovery.pid + 1);
    expect(await readDiscovery(path)).toEqual(discovery);
    await writeDiscovery(path, discovery);
    expect(await readDiscovery(path)).toEqual(discovery);
    await removeDiscovery(path, discovery.pid);
    expect(await readDiscovery(path)).toBeUndefined();
  },
});

fuzz({
  parser: 'health answer',
  says: 'whatever answers at a port is a daemon of ours, whole, or none',
  input: jsonTexts(validDocuments('health')),
  cost: 8,
  holds: async (text) => {
    body = text;
    const path = join(folder, 'discovery.json');
    const { port } = server.address() as AddressInfo;
    await writeDiscovery(path, { port, pid: 1, startedAt: 'now', token: 'x'.repeat(43) });
    expect((await lookForDaemon(path)).kind).not.toBe('running');
  },
});

const time = fc
  .tuple(fc.integer({ min: 0, max: 2 ** 40 }), fc.constantFrom(0, 19, 21, 23))
  .map(([ms, length]) => (length === 0 ? undefined : `${new Date(ms).toISOString().slice(0, length)}Z`));
const name = fc.oneof(
  fc.constantFrom('one', 'two', '__proto__'),
  anyText.filter((text) => text !== '' && text.length <= 200),
);
const count = fc.nat(50);
const criterion: fc.Arbitrary<CriterionProgress> = fc
  .record({
    name,
    status: fc.constantFrom(...criterionStatusSchema.options),
    attempts: count,
    firstPassedAt: time,
    hintsRevealed: fc.nat(4),
  })
  .map((each) => withoutUndefined<CriterionProgress>(each));
const progress: fc.Arbitrary<ExerciseProgress> = fc
  .record({
    exerciseId: fc.constant('first-agent'),
    version: fc.constant('1.0.0'),
    attempts: count,
    firstAttemptAt: time,
    lastAttemptAt: time,
    completedAt: time,
    solutionShownAt: time,
    timeOnTaskMs: count,
    criteria: fc.uniqueArray(criterion, { selector: (each) => each.name, maxLength: 5 }),
  })
  .map((each) => withoutUndefined<ExerciseProgress>(each));

/** As a document has it, which names no field without a value. */
function withoutUndefined<T>(value: object): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

type Time = string | undefined;
const moments = (times: Time[]) => times.flatMap((each) => (each === undefined ? [] : Date.parse(each)));
const earliest = (...times: Time[]) => Math.min(...moments(times));
const latest = (...times: Time[]) => Math.max(...moments(times));

fuzz({
  parser: 'progress document',
  says: 'two reports become one that has lost nothing, and the same again changes nothing',
  input: fc.tuple(progress, progress),
  holds: ([ours, theirs]) => {
    const merged = mergeProgress(ours, theirs);
    expect(exerciseProgressSchema.safeParse(merged).error).toBeUndefined();
    expect(mergeProgress(merged, theirs)).toEqual(merged);
    expect(mergeProgress(merged, ours)).toEqual(merged);
    expect(earliest(merged.completedAt)).toBe(earliest(ours.completedAt, theirs.completedAt));
    expect(earliest(merged.firstAttemptAt)).toBe(earliest(ours.firstAttemptAt, theirs.firstAttemptAt));
    expect(latest(merged.lastAttemptAt)).toBe(latest(ours.lastAttemptAt, theirs.lastAttemptAt));
    expect(new Set(merged.criteria.map((each) => each.name))).toEqual(
      new Set([...ours.criteria, ...theirs.criteria].map((each) => each.name)),
    );
  },
});
