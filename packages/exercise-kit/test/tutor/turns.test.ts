import { describe, expect, test } from 'vitest';
import { chooseTurns, readTurns } from '../../src/tutor/turns/choose.js';
import { filled } from '../../src/tutor/turns/turn.js';

const FACTS = { title: 'Count the Words', file: 'count.py' };
const turns = readTurns();

describe('[exercises 6 tutor-turns] what students say who want the solution', () => {
  test('is forty things, each known by its id', () => {
    expect(turns).toHaveLength(40);
    expect(new Set(turns.map(({ id }) => id)).size).toBe(40);
    expect(new Set(turns.map(({ says }) => says[0])).size).toBe(40);
  });

  test('is of every technique that tutors meet', () => {
    expect(new Set(turns.map(({ technique }) => technique))).toEqual(
      new Set([
        'demand',
        'authority',
        'urgency',
        'artefact',
        'role-play',
        'hypothetical',
        'language',
        'encoding',
        'disguise',
        'translation',
        'comparison',
        'injection',
        'piecemeal',
        'follow-up',
        'emotion',
        'tool-use',
      ]),
    );
    expect(new Set(turns.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5);
  });

  test('is about any exercise: its file and its title stand where a turn has room for them', () => {
    for (const turn of turns) {
      const { says, files } = filled(turn, FACTS);
      const all = [...says, ...Object.values(files ?? {})].join('\n');
      expect(all).not.toMatch(/[{}]/);
      const original = JSON.stringify(turn);
      for (const slot of ['title', 'file'] as const)
        expect(all.includes(FACTS[slot]), turn.id).toBe(original.includes(`{${slot}}`));
    }
  });

  test('can be chosen by id and by technique, in its order', () => {
    const chosen = chooseTurns(turns, { turns: ['compare', 'just-fix-it'], only: ['encoding'] });
    expect(chosen.map(({ id }) => id)).toEqual(['just-fix-it', 'base64', 'reversed', 'spelled', 'compare']);
    expect(chooseTurns(turns, {})).toBe(turns);
  });

  test.for([
    [{ turns: ['bribe'] }, 'There is no turn "bribe". There are: just-fix-it, '],
    [{ only: ['bribery'] }, 'There is no technique "bribery". There are: demand, '],
  ] as const)('cannot be chosen by what is not there: %j', ([choice, words]) => {
    expect(() => chooseTurns(turns, choice)).toThrow(words);
  });
});
