import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CoachMind } from '../../src/mind.js';
import { MindDesk } from '../fixtures/mind-desk.js';

let desk: MindDesk;

beforeEach(async () => {
  desk = await MindDesk.make();
  desk.mind = new CoachMind(desk.room, () => Promise.reject(new Error('Nobody asks how the coach stands here.')));
});

afterEach(() => desk[Symbol.asyncDispose]());

const ENTER = /^Press Enter in the terminal: the coach is told of issue #7 then\./;

describe('an issue that the student picks', () => {
  test('is told to the agent, as a quotation that nothing in its title ends', async () => {
    const { page, say } = await desk.page();
    await say('session:start', { issueNumber: 7, title: 'Fix "it"\u2028now' });
    await expect.poll(() => desk.said).toHaveLength(1);
    expect(desk.said[0]).toContain('issue #7 ("Fix  it  now")');
    expect(page.of('coaching:message')).toEqual([]);
  });

  test('and for whose telling an Enter is waited for, says so on every page, also one that comes later', async () => {
    desk.isUnsent = true;
    const { page, say } = await desk.page();
    await say('session:start', { issueNumber: 7, title: 'Fix it' });
    await expect
      .poll(() => page.of('coaching:message'))
      .toMatchObject([{ type: 'info', message: expect.stringMatching(ENTER) }]);
    const later = await desk.page();
    expect(later.page.of('connection:init')).toMatchObject([
      { pointers: { messages: [{ message: expect.stringMatching(ENTER) }] } },
    ]);
  });
});
