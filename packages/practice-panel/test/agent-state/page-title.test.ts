// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markTitle } from '../../src/client/agent-state/page-title.js';
import { eventually } from '../support/eventually.js';

const stops: (() => void)[] = [];
const mark = (words: string) => stops[stops.push(markTitle(words)) - 1] as () => void;

beforeEach(() => {
  document.head.innerHTML = '<title>Your first agent</title>';
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

describe('the title of the page', () => {
  it('says what the agent does, and is what it was afterwards', () => {
    const stop = mark('Waiting for you');
    expect(document.title).toBe('● Waiting for you – Your first agent');
    stop();
    expect(document.title).toBe('Your first agent');
  });

  it('says one thing at a time, in whatever order marks come and go', () => {
    const former = mark('Working');
    const latter = mark('Waiting for you');
    expect(document.title).toBe('● Waiting for you – Your first agent');
    former();
    expect(document.title).toBe('● Waiting for you – Your first agent');
    latter();
    expect(document.title).toBe('Your first agent');
  });

  it('is marked again when the site goes to another page, and is that one’s afterwards', async () => {
    const stop = mark('Asks you');
    document.title = 'The agent loop';
    await eventually(() => expect(document.title).toBe('● Asks you – The agent loop'));
    stop();
    expect(document.title).toBe('The agent loop');
  });

  it('of a page that has a dash of its own stays whole', () => {
    document.title = 'Agents – an introduction';
    const stop = mark('Working');
    expect(document.title).toBe('● Working – Agents – an introduction');
    stop();
    expect(document.title).toBe('Agents – an introduction');
  });

  it('stays the site’s once the mark is taken back, whatever the site does with it', async () => {
    const stop = mark('Working');
    stop();
    document.title = 'The agent loop';
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.title).toBe('The agent loop');
    document.title = '● Something – of the site’s own';
    stop();
    expect(document.title).toBe('● Something – of the site’s own');
  });
});
