import { MAX_COACH_CONNECTIONS } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Audience } from '../../src/workplace/audience.js';
import { MAX_WAITING_BYTES } from '../../src/workplace/page.js';
import { CoachDesk } from '../fixtures/coach-desk.js';
import { TestPage } from '../fixtures/test-page.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\n' });
  await desk.begin();
});
afterEach(() => desk[Symbol.asyncDispose]());

const say = (message: string) => desk.call('paige_show_message', { message, type: 'info' });

describe('the pages of a project', () => {
  test('are all told, each of them once [coaching-backend 5.9] [coaching-backend FR-058] [coaching-backend SC-026] [coaching-backend EC-25]', async () => {
    const pages = [await desk.page(), await desk.page(), await desk.page()];
    await say('Well done');
    for (const page of pages) expect(page.all('coaching:message').map(({ message }) => message)).toEqual(['Well done']);
  });

  test('may be none [coaching-backend EC-24]', () => {
    expect(() => new Audience().broadcast('explorer:clear_hints', {})).not.toThrow();
  });

  test('are told nothing before they have said hello', async () => {
    const page = new TestPage(await desk.project());
    await say('Too early');
    expect(page.told).toEqual([]);
  });

  test('are forgotten when they go [coaching-backend 5.10]', async () => {
    const page = await desk.page();
    const other = await desk.page();
    expect(desk.coach.connectionCount).toBe(2);
    page.close();
    page.close();
    expect(desk.coach.connectionCount).toBe(1);
    await say('Who is there?');
    expect([page.all('coaching:message').length, other.all('coaching:message').length]).toEqual([0, 1]);
  });

  test('are let go where they do not read, and the others are not', async () => {
    const page = await desk.page();
    const other = await desk.page();
    page.waiting = MAX_WAITING_BYTES;
    await say('At the limit');
    page.waiting += 1;
    await say('Beyond it');
    expect(page.isClosed).toBe(true);
    expect(page.all('coaching:message').map(({ message }) => message)).toEqual(['At the limit']);
    expect(other.all('coaching:message')).toHaveLength(2);
  });

  test('are no more than so many', async () => {
    const project = await desk.project();
    const pages = Array.from({ length: MAX_COACH_CONNECTIONS }, () => new TestPage(project));
    expect(() => new TestPage(project)).toThrow(expect.objectContaining({ code: 'too_many_connections' }));
    pages[0]?.close();
    expect(() => new TestPage(project)).not.toThrow();
  });

  test('save what they have said before they went', async () => {
    const page = await desk.page();
    const saved = page.say('file:save', { path: 'a.ts', content: 'last words' });
    page.close();
    await saved;
    expect(desk.actions('file_save')).toHaveLength(1);
  });
});

describe('what a page has said of itself', () => {
  const facts = { version: '2.0.0', platform: 'darwin', windowSize: { width: 1024, height: 768 } };

  test('is kept as long as it is there, with the size of its terminal [coaching-backend FR-053] [coaching-backend SC-023] [coaching-backend 5.10]', async () => {
    const project = await desk.project();
    const page = new TestPage(project);
    expect(project.pages).toEqual([]);
    await page.say('connection:hello', facts);
    expect(project.pages).toEqual([{ ...facts, connectedAt: expect.stringMatching(/Z$/) }]);
    await page.say('terminal:resize', { cols: 100, rows: 30 });
    expect(project.pages).toMatchObject([{ ...facts, terminal: { cols: 100, rows: 30 } }]);
    const other = await desk.page();
    expect(project.pages).toHaveLength(2);
    page.close();
    other.close();
    expect(project.pages).toEqual([]);
  });

  test('may be said again: it is sent the state anew', async () => {
    const page = await desk.page();
    await page.say('connection:hello', facts);
    expect(page.all('connection:init')).toHaveLength(2);
    expect((await desk.project()).pages).toHaveLength(1);
  });
});
