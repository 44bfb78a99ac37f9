import { describe, expect, test } from 'vitest';
import { exerciseConfigSchema, registrySchema } from '../src/index.js';

/** Without one of these fields, an entry of the registry is none. */
const ENTRY = {
  id: 'count-words',
  title: 'Count words',
  lessonPath: '02-text/03-words',
  difficulty: 'beginner',
  estimatedMinutes: 25,
  xpReward: 120,
};

/** Every field that the specification has. */
const CONFIG = {
  id: 'count-words',
  title: 'Count words',
  description: 'Count the words of a text, however it is written.',
  prerequisites: ['python3', 'pip'],
  workspace: { starterFiles: ['words.py', 'texts/short.txt'], setupCommands: ['pip install -r requirements.txt'] },
  verification: { type: 'script', script: 'verify.py', files: ['checks/texts.json'], timeout: 45 },
  hints: 3,
  xpReward: 120,
};

function timeoutOf(verification: object): unknown {
  return (exerciseConfigSchema.parse({ ...CONFIG, verification }).verification as { timeout?: number }).timeout;
}

describe('registry.json', () => {
  const registry = (entry: object) => registrySchema.safeParse({ version: '1.0', exercises: [entry] });

  test('[practice-environment 3.5 registry] gives of each exercise its lesson, difficulty, minutes and XP', () => {
    expect(registry(ENTRY).data?.exercises).toEqual([{ ...ENTRY, skills: [] }]);
    for (const name of Object.keys(ENTRY))
      expect([name, registry({ ...ENTRY, [name]: undefined }).success]).toEqual([name, false]);
    const difficulties = ['beginner', 'intermediate', 'advanced', 'hard'];
    expect(difficulties.filter((difficulty) => registry({ ...ENTRY, difficulty }).success)).toHaveLength(3);
  });
});

describe('config.json', () => {
  test('[practice-environment 3.5 config] says what is needed, copied, run once and checked, with hints and XP', () => {
    const { hints: _count, ...all } = CONFIG;
    expect(exerciseConfigSchema.parse(CONFIG)).toMatchObject({ ...all, criteria: [] });
    const hints = ['Look at the blanks.', 'There may be two in a row.'];
    const listed = { formatVersion: 2, criteria: [{ id: 'words', title: 'Counts words', hints }] };
    expect(exerciseConfigSchema.parse({ ...CONFIG, ...listed })).toMatchObject({ ...all, ...listed });
    const named = exerciseConfigSchema.parse({ ...CONFIG, hints: { 'Counts words': hints } });
    expect(named.criteria).toMatchObject([{ title: 'Counts words', hints }]);
  });

  test('[practice-environment 5.6 timeout] gives a check 30 seconds, where it says nothing else', () => {
    expect(timeoutOf({ type: 'script', script: 'verify.sh' })).toBe(30);
    expect(timeoutOf({ type: 'checks', checks: [{ type: 'file_exists', name: 'It is there', path: 'a' }] })).toBe(30);
    expect(timeoutOf(CONFIG.verification)).toBe(45);
  });
});
