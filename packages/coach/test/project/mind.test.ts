import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoachDesk } from '../fixtures/coach-desk.js';
import { TestMind } from '../fixtures/test-mind.js';

let desk: CoachDesk;
let mind: TestMind;

beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.py': 'x\n' });
  mind = new TestMind();
  desk.mind = mind;
});

afterEach(() => desk[Symbol.asyncDispose]());

test('a mind is told of the session, of what is written down in it and of what is typed [coach mind]', async () => {
  const sessionId = await desk.begin();
  await expect.poll(() => mind.told).toContainEqual(['began']);
  const page = await desk.page();
  await page.say('file:open', { path: 'a.py' });
  await page.say('buffer:update', { path: 'a.py', content: 'xy\n', cursorPosition: { line: 1, column: 3 } });
  await desk.coach.endSession('kata', 'completed');
  expect(mind.told).toEqual([
    ['began'],
    ['greet'],
    ['action', 'file_open'],
    ['typed', 'a.py'],
    ['ended', sessionId, 'completed'],
  ]);
});

test('what a page says does not wait for the mind [coach mind]', async () => {
  const page = await desk.page();
  let answered = false;
  mind.answer = () => {
    answered = true;
    return new Promise(() => undefined);
  };
  await page.say('dashboard:request', { statsPeriod: 'all' });
  await page.say('file:open', { path: 'a.py' });
  expect(answered).toBe(true);
  expect((await page.until('fs:content')).content).toBe('x\n');
});

test('what the mind refuses is told to the page that asked, and its bugs end nothing [coach mind]', async () => {
  const page = await desk.page();
  mind.answer = () => Promise.reject(new Error('a bug'));
  const id = await page.say('session:end', {});
  await page.until('connection:error');
  expect(page.last).toMatchObject({ id, payload: { code: 'internal', context: { type: 'session:end' } } });
  mind.onAction = () => {
    throw new Error('another');
  };
  await desk.begin();
  await page.say('file:open', { path: 'a.py' });
  expect((await page.until('fs:content')).content).toBe('x\n');
  expect(desk.failures.map(String)).toEqual(['Error: a bug', 'Error: another', 'Error: another']);
});

test('a call that ends the session is written down in it, and so is the same call once more [coach mind]', async () => {
  const sessionId = await desk.begin();
  await desk.call('paige_end_session', { sessionTranscript: 'We read.' });
  const again = desk.call('paige_end_session', { sessionTranscript: 'We read.' });
  await expect(again).rejects.toMatchObject({ code: 'no_active_session' });
  expect(desk.actions('mcp_tool_call')).toMatchObject([
    { session_id: sessionId, data: { toolName: 'paige_end_session' } },
    { session_id: sessionId, data: { toolName: 'paige_end_session', refused: 'no_active_session' } },
  ]);
  expect(desk.warnings).toEqual([]);
  expect(mind.told.filter(([what]) => what === 'action')).toEqual([]);
});

test('a call is written down in the session in which it was made, also once the next has begun [coach mind]', async () => {
  const sessionId = await desk.begin();
  const { callTool } = mind;
  mind.callTool = async (...call) => {
    const answer = await callTool(...call);
    await desk.begin();
    return answer;
  };
  await desk.call('paige_end_session', { sessionTranscript: 'We read.' });
  expect(desk.sessionId()).not.toBe(sessionId);
  expect(desk.actions('mcp_tool_call')).toMatchObject([{ session_id: sessionId }]);
  expect(mind.told).not.toContainEqual(['action', 'mcp_tool_call']);
});
