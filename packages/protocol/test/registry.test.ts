import { describe, expect, it } from 'vitest';
import { decodeRegistry } from '../src/index.js';

const ENTRY = {
  id: 'ch01-first',
  title: 'First',
  lessonPath: '01-a/02-b',
  difficulty: 'advanced',
  estimatedMinutes: 20,
  xpReward: 50,
  skills: ['reading'],
};

function read(exercises: unknown[], version: unknown = '1.0') {
  return decodeRegistry(JSON.stringify({ version, exercises }));
}

function valueIn(outcome: ReturnType<typeof read>) {
  if (!outcome.ok) throw new Error(outcome.issues.join('; '));
  return outcome.value;
}

describe('a registry', () => {
  it('is read with all its entries, in their order', () => {
    const other = { ...ENTRY, id: 'ch02-second', next: 'ch01-first', stageCount: 3, workbench: true };
    expect(valueIn(read([other, ENTRY]))).toEqual({
      registry: { version: '1.0', exercises: [other, ENTRY] },
      issues: [],
    });
    expect(valueIn(read([])).registry.exercises).toEqual([]);
  });

  it('has skills also where it names none', () => {
    const { skills: _, ...without } = ENTRY;
    expect(valueIn(read([without])).registry.exercises).toEqual([{ ...ENTRY, skills: [] }]);
  });

  it.each(['1', '1.0', '1.12.3'])('of version %s is read', (version) => {
    expect(valueIn(read([], version)).registry.version).toBe(version);
  });

  it.each(['2.0', '11', '1.', '1.x', 'v1', '', 1])('of version %j is refused as a whole', (version) => {
    const outcome = read([ENTRY], version);
    expect(outcome.ok).toBe(false);
    expect(outcome).toMatchObject({ issues: [expect.stringContaining('version')] });
  });

  it('of another version says which one is meant', () => {
    expect(read([], '2.0')).toMatchObject({ issues: [expect.stringContaining('a registry of version 1')] });
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['without exercises', '{"version":"1"}'],
  ])('that is %s is refused', (_, text) => {
    expect(decodeRegistry(text).ok).toBe(false);
  });

  it('lists a broken entry as unavailable, with what can be read of it and the reason, beside the others', () => {
    const { registry, issues } = valueIn(read([{ ...ENTRY, id: 'ch02', title: 'Kept', xpReward: -1 }, ENTRY]));
    const [broken, good] = registry.exercises;
    expect(broken).toEqual({
      ...ENTRY,
      id: 'ch02',
      title: 'Kept',
      xpReward: 0,
      unavailable: expect.stringMatching(/^registry\.json: exercises\.0\.xpReward/),
    });
    expect(good).toEqual(ENTRY);
    expect(issues).toEqual([expect.stringMatching(/^exercises\.0\.xpReward/)]);
  });

  it('gives an entry of which only the id can be read its id as a title, and the least of all else', () => {
    const { registry, issues } = valueIn(read([{ id: 'ch02', title: 7 }]));
    expect(registry.exercises).toEqual([
      {
        id: 'ch02',
        title: 'ch02',
        lessonPath: 'unknown',
        difficulty: 'beginner',
        estimatedMinutes: 1,
        xpReward: 0,
        skills: [],
        unavailable: expect.stringContaining('; exercises.0.lessonPath'),
      },
    ]);
    expect(issues.length).toBeGreaterThan(3);
  });

  it.each([[null], ['ch02'], [7], [[ENTRY]], [{ ...ENTRY, id: '../up' }], [{ ...ENTRY, id: undefined }]])(
    'leaves out %j, which has no id, and says so',
    (raw) => {
      const { registry, issues } = valueIn(read([raw, ENTRY]));
      expect(registry.exercises).toEqual([ENTRY]);
      expect(issues).toEqual([expect.stringMatching(/^exercises\.0\./), ...issues.slice(1)]);
    },
  );

  it('takes of two entries with one id the first, and says so', () => {
    const { registry, issues } = valueIn(read([ENTRY, { ...ENTRY, title: 'Second' }, { ...ENTRY, id: 'other' }]));
    expect(registry.exercises.map(({ title }) => title)).toEqual(['First', 'First']);
    expect(issues).toEqual(['exercises.1.id: found "ch01-first", which occurs twice']);
  });

  it('with a hundred broken entries is listed, and with one more broken as a whole', () => {
    const broken = Array.from({ length: 101 }, (_, n) => ({ ...ENTRY, id: `broken-${n}`, xpReward: 'much' }));
    expect(valueIn(read([...broken.slice(1), ENTRY])).registry.exercises).toHaveLength(101);
    const outcome = read([...broken, ENTRY]);
    expect(outcome.ok).toBe(false);
    expect(outcome).toMatchObject({
      issues: expect.arrayContaining([expect.stringMatching(/^exercises\.0\.xpReward/)]),
    });
  });

  it('keeps a reason within what an entry may say', () => {
    const { registry } = valueIn(
      read([{ ...ENTRY, skills: Array.from({ length: 20 }, (_, n) => 'x'.repeat(200 + n)) }]),
    );
    const reason = registry.exercises[0]?.unavailable ?? '';
    expect(reason.length).toBeGreaterThan(100);
    expect(reason.length).toBeLessThanOrEqual(4000);
  });
});
