import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const script = new URL('../../../../scripts/lib/requirements.mjs', import.meta.url);
const { compareRequirements } = await import(script.href);

const REQUIREMENTS = { 'house 1.1 door': 'The door closes.', 'house 1.2 roof': 'The roof holds.' };

describe('what was promised, held against the titles of the tests that passed', () => {
  it('is proven where each requirement is named, alone or beside others', () => {
    const titles = ['the house [house 1.1 door] [house 1.2 roof]', '[house 1.2 roof] in the rain'];
    expect(compareRequirements(REQUIREMENTS, titles)).toEqual({ unproven: [], left: [], unknown: [] });
  });

  it('tells what no test names, also where one has only a part of its name', () => {
    const { unproven } = compareRequirements(REQUIREMENTS, ['house 1.1 door', '[house 1.2 roof] in the rain']);
    expect(unproven).toEqual(['house 1.1 door']);
  });

  it.each(['house 1.1 doors', 'hose 1.1 door', '1.1 door', 'house door', 'house 1.1', 'toString is-none'])(
    'tells of a name that is misspelt: %s',
    (name) => {
      const title = `[${name}] [house 1.1 door] it closes`;
      expect(compareRequirements(REQUIREMENTS, [title]).unknown).toEqual([[name, title]]);
    },
  );

  it('tells what only tests name that are left to another run, and what those misspell', () => {
    const passed = ['it closes [house 1.1 door]'];
    const left = ['[house 1.1 door] [house 1.2 roof] in the rain', '[house 1.3 roof]'];
    expect(compareRequirements(REQUIREMENTS, passed, left)).toEqual({
      unproven: [],
      left: ['house 1.2 roof'],
      unknown: [['house 1.3 roof', '[house 1.3 roof]']],
    });
    expect(compareRequirements(REQUIREMENTS, passed, []).unproven).toEqual(['house 1.2 roof']);
  });

  it('takes no data of an example for a name', () => {
    const titles = ['refuses ["two words"]', 'prints [-f a ', 'has [3,1]', 'is [speed]', 'takes {"at":[1, 2]}'];
    expect(compareRequirements(REQUIREMENTS, titles).unknown).toEqual([]);
  });
});

describe('the list of requirements', () => {
  it('has none that the title of a test could not name', async () => {
    const requirements = JSON.parse(await readFile(new URL('../../requirements.json', import.meta.url), 'utf8'));
    const titles = Object.keys(requirements).map((id) => `it does [${id}]`);
    expect(compareRequirements(requirements, titles)).toEqual({ unproven: [], left: [], unknown: [] });
  });
});
