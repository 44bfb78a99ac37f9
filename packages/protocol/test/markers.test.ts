import { describe, expect, it } from 'vitest';
import {
  badgeText,
  findMarkers,
  isUnfinishedMarker,
  MAX_MARKER_LENGTH,
  MarkerReader,
  markdownWithBadges,
  markerText,
  parseMarker,
  withBadges,
  withoutUnfinishedMarker,
} from '../src/stages/index.js';

const HASH = `0x${'a1'.repeat(32)}`;
const LONGEST = `[PAYMENT_CONFIRMED:123456789:${HASH}]`;
const done = () => 'complete' as const;

describe('markers', () => {
  it('are found with what they say, in their order', () => {
    const text = `a [STAGE_COMPLETE:2] b [DUNGEON_COMPLETE]${LONGEST}`;
    expect(findMarkers(text).map(({ marker }) => marker)).toEqual([
      { kind: 'stage_complete', stageNumber: 2 },
      { kind: 'course_complete' },
      { kind: 'stage_unlocked', stageNumber: 123456789, txHash: HASH },
    ]);
    expect(findMarkers(text).map(({ text: found, index }) => text.slice(index, index + found.length))).toEqual([
      '[STAGE_COMPLETE:2]',
      '[DUNGEON_COMPLETE]',
      LONGEST,
    ]);
  });

  it.each(['[STAGE_COMPLETE:2]', '[DUNGEON_COMPLETE]', LONGEST])('are written as they are read: %s', (text) => {
    const [found] = findMarkers(text);
    expect(found && markerText(found.marker)).toBe(text);
  });

  it('have badges that tell how each stands', () => {
    const stage = { kind: 'stage_complete', stageNumber: 2 } as const;
    const unlocked = { kind: 'stage_unlocked', stageNumber: 3, txHash: HASH } as const;
    const states = ['claimed', 'pending', 'complete', 'refused'] as const;
    expect(states.map((state) => badgeText(stage, state))).toEqual(['Stage 2', 'Stage 2 …', 'Stage 2 ✓', 'Stage 2 ✗']);
    expect(badgeText({ kind: 'course_complete' }, 'complete')).toBe('All stages ✓');
    expect(badgeText(unlocked, 'refused')).toBe('Stage 3 unlocked');
  });

  it('are unfinished up to the last of their characters, at any length', () => {
    expect(isUnfinishedMarker(LONGEST.slice(0, -1))).toBe(true);
    expect(isUnfinishedMarker(LONGEST)).toBe(false);
    expect(withoutUnfinishedMarker('[STAGE_C')).toBe('');
    expect(withoutUnfinishedMarker('done [STAGE_C')).toBe('done ');
    expect(withoutUnfinishedMarker('done [x] STAGE')).toBe('done [x] STAGE');
  });

  it.each([
    '[STAGE_COMPLETE:]',
    '[STAGE_COMPLETE:N]',
    '[STAGE_COMPLETE:-1]',
    '[STAGE_COMPLETE: 2]',
    '[STAGE_COMPLETE:1234567890]',
    '[stage_complete:2]',
    '[DUNGEON_COMPLETE:1]',
    '[PAYMENT_CONFIRMED:1:0x]',
    '[PAYMENT_CONFIRMED::0xa]',
    `[PAYMENT_CONFIRMED:1:${HASH}0]`,
    '[PAYMENT_CONFIRMED:1:0xg]',
  ])('%s is none', (text) => {
    expect(findMarkers(text)).toEqual([]);
    expect(parseMarker(text)).toBeUndefined();
  });

  it('have a longest one, which is found', () => {
    expect(LONGEST).toHaveLength(MAX_MARKER_LENGTH);
    expect(parseMarker(LONGEST)).toBeDefined();
    expect(parseMarker(`${LONGEST} `)).toBeUndefined();
  });

  it('are read a character at a time, and no further than the longest goes', () => {
    const reader = new MarkerReader();
    for (const character of LONGEST.slice(0, -1)) expect(reader.take(character.charCodeAt(0))).toBe(true);
    expect([reader.take('0'.charCodeAt(0)), reader.isComplete]).toEqual([false, false]);
    expect([reader.take(']'.charCodeAt(0)), reader.isComplete, reader.text]).toEqual([true, true, LONGEST]);
  });

  it('have beginnings, from their fourth character to the last but one', () => {
    for (const marker of ['[STAGE_COMPLETE:123]', '[DUNGEON_COMPLETE]', LONGEST]) {
      for (let length = 0; length <= marker.length; length += 1) {
        const beginning = marker.slice(0, length);
        expect(isUnfinishedMarker(beginning), beginning).toBe(length >= 4 && length < marker.length);
      }
    }
  });

  it.each(['[STAGE_COMPLETE:x', '[STAGX', '[PAYMENT_CONFIRMED::', '[PAYMENT_CONFIRMED:1:1', 'STAGE_', '[[STA'])(
    '%s is the beginning of none',
    (text) => expect(isUnfinishedMarker(text)).toBe(false),
  );

  it('have badges that are never longer, with one cell for each character', () => {
    for (const text of ['[STAGE_COMPLETE:7]', '[STAGE_COMPLETE:999999999]', '[DUNGEON_COMPLETE]', LONGEST]) {
      const [found] = findMarkers(text);
      if (found === undefined) throw new Error(`No marker: ${text}`);
      for (const state of ['claimed', 'pending', 'complete', 'refused'] as const) {
        const badge = badgeText(found.marker, state);
        expect(badge.length).toBeLessThanOrEqual(text.length);
        expect(badge).toMatch(/^[ -~…✓✗]+$/);
      }
    }
    expect(withBadges('[STAGE_COMPLETE:2], [DUNGEON_COMPLETE]!', done)).toBe('Stage 2 ✓, All stages ✓!');
  });

  it('at the end of a text that is being written are left out until they are whole', () => {
    expect(withoutUnfinishedMarker('Well done. [STAGE_COMPLETE:1')).toBe('Well done. ');
    expect(withoutUnfinishedMarker('[STAGE_COMPLETE:1]')).toBe('[STAGE_COMPLETE:1]');
    expect(withoutUnfinishedMarker('a list [S')).toBe('a list [S');
  });

  it('in a megabyte of beginnings cost no time', () => {
    const flood = '[STAGE_COMPLETE:'.repeat(65_536);
    const began = performance.now();
    expect(findMarkers(flood)).toEqual([]);
    expect(withBadges(flood, done)).toBe(flood);
    expect(markdownWithBadges(flood, done)).toBe(flood);
    expect(withoutUnfinishedMarker(flood)).toHaveLength(flood.length - '[STAGE_COMPLETE:'.length);
    expect(findMarkers(`${flood}5]`)).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('markers in Markdown', () => {
  it('are badges, and in code they stay as they are', () => {
    const text = [
      'Done: [STAGE_COMPLETE:1]',
      'The tutor says `[STAGE_COMPLETE:2]` or ``a ` [STAGE_COMPLETE:3]``, then [DUNGEON_COMPLETE].',
      '```sh',
      'echo [STAGE_COMPLETE:4]',
      '~~~',
      '```',
      '[STAGE_COMPLETE:5]',
      '~~~',
      '[STAGE_COMPLETE:6]',
    ].join('\n');
    expect(markdownWithBadges(text, done)).toBe(
      text
        .replace('[STAGE_COMPLETE:1]', 'Stage 1 ✓')
        .replace('[DUNGEON_COMPLETE]', 'All stages ✓')
        .replace('[STAGE_COMPLETE:5]', 'Stage 5 ✓'),
    );
  });

  it('stay as they are in code behind what opens a fence and closes none', () => {
    const text = '```\n```js\n[STAGE_COMPLETE:1]\n```\n';
    expect(markdownWithBadges(text, done)).toBe(text);
  });

  it('are found behind a backtick that begins no code, and however many there are', () => {
    expect(markdownWithBadges('a ` b [STAGE_COMPLETE:1]', done)).toBe('a ` b Stage 1 ✓');
    const began = performance.now();
    markdownWithBadges(`[${'`'.repeat(20_000)}`, done);
    markdownWithBadges(`[${'` `` '.repeat(4_000)}`, done);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
