import { describe, expect, it } from 'vitest';
import { createFormats } from '../../src/react/words/formats.js';
import { callName, counted, shortened, standingOf, webAddress } from '../../src/react/words/words.js';

const formats = createFormats('en-US');
const plain = (text: string) => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('numbers', () => {
  it('are told in short where they are huge', () => {
    expect([999_999, 1_000_000].map(formats.number)).toEqual(['999,999', '1M']);
  });

  it('of dollars are never nothing where there is something, and nothing is nothing', () => {
    const amounts = [0, 0.0001, 0.0099, 0.01, 999_999, 2_000_000];
    expect(amounts.map(formats.money).map(plain)).toEqual([
      ...['$0.00', '< $0.01', '< $0.01', '$0.01', '$999,999.00', '$2M'],
    ]);
  });

  it('of minutes are hours where they are many, and hours alone where those are', () => {
    const spans = [0.4, 59.6, 61, 120, 99 * 60 + 1, 100 * 60 + 1, 60 * 1e6];
    expect(spans.map(formats.minutes).map(plain)).toEqual([
      ...['0 min', '1 hr', '1 hr 1 min', '2 hr', '99 hr 1 min', '100 hr', '1M h'],
    ]);
  });

  it('of what is counted have a plural but for one', () => {
    expect([0, 1, 2].map((count) => counted(count, String, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
    expect(counted(2, String, 'entry', 'entries')).toBe('2 entries');
  });
});

describe('how long ago something was', () => {
  const ago = (ms: number) => formats.ago(new Date(10 * 365 * DAY - ms).toISOString(), 10 * 365 * DAY);

  it('is told in the largest unit that is full', () => {
    expect([MINUTE, HOUR - 1, HOUR, DAY - 1, DAY, 30 * DAY, 365 * DAY].map(ago)).toEqual([
      ...['1 minute ago', '59 minutes ago', '1 hour ago', '23 hours ago', 'yesterday', 'last month', 'last year'],
    ]);
  });

  it('is just now below a minute, and where a clock was wrong', () => {
    expect([0, MINUTE - 1, -DAY].map(ago)).toEqual(['just now', 'just now', 'just now']);
  });
});

describe('where the learner stands', () => {
  const skill = (skillArea: string, stage: 'novice' | 'competent' | 'expert', confidence: number) => ({
    ...{ skillArea, stage, confidence, assessedAt: '2026-11-27T00:00:00.000Z' },
  });

  it('is told by the highest stage, with the two surest skills in it', () => {
    const known = [
      skill('Git', 'novice', 1),
      skill('SQL', 'competent', 0.5),
      skill('Go', 'competent', 0.7),
      skill('C', 'competent', 0.9),
    ];
    expect(standingOf(known)).toEqual({ stage: 'competent', skills: ['C', 'Go'], further: 1, others: 1 });
    expect(standingOf([])).toBeUndefined();
  });
});

describe('words of others', () => {
  it('are cut by characters, not by halves of them', () => {
    expect([shortened('abcd', 4), shortened('abcde', 4), shortened('🙂🙂🙂', 2)]).toEqual(['abcd', 'abc…', '🙂…']);
  });

  it('are addresses only of the web', () => {
    const urls = ['https://example.org/a', 'HTTP://example.org', 'javascript:alert(1)', 'data:text/html,x', 'x'];
    expect(urls.map(webAddress)).toEqual([
      ...['https://example.org/a', 'http://example.org/', undefined, undefined, undefined],
    ]);
  });

  it('name calls, also those that nobody has words for', () => {
    expect(['practice_review', 'triage_model', '__'].map(callName)).toEqual([
      'Reviewing katas',
      'Triage model',
      'Other',
    ]);
  });
});
