import { afterEach, describe, expect, test } from 'vitest';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
afterEach(() => desk[Symbol.asyncDispose]());

/** Milliseconds that a project stays in these tests; nothing here takes as long as that by itself. */
const LINGER_MS = 300;

const untilClosed = () => expect.poll(() => desk.coach.projectCount).toBe(0);

describe('a project', () => {
  test('is opened once, however many ask for it at once', async () => {
    desk = await CoachDesk.make();
    const [first, second] = await Promise.all([desk.project(), desk.project()]);
    expect(first).toBe(second);
    expect(desk.coach.projectCount).toBe(1);
  });

  test('that cannot be opened can be tried again', async () => {
    desk = await CoachDesk.make();
    desk.isGone = true;
    await expect(desk.project()).rejects.toMatchObject({ code: 'project_not_found' });
    desk.isGone = false;
    await expect(desk.project()).resolves.toBeDefined();
  });

  test('closes itself when its last page and its session are gone', async () => {
    desk = await CoachDesk.make({}, { lingerMs: LINGER_MS });
    const page = await desk.page();
    await desk.begin();
    page.close();
    await new Promise((resolve) => setTimeout(resolve, 2 * LINGER_MS));
    expect(desk.coach.projectCount, 'with a session').toBe(1);
    await desk.coach.endSession(PROJECT, 'completed');
    await untilClosed();
    expect((await desk.page()).all('connection:init')).toHaveLength(1);
  });

  test('stays as long as a page looks at it', async () => {
    desk = await CoachDesk.make({}, { lingerMs: LINGER_MS });
    const page = await desk.page();
    await new Promise((resolve) => setTimeout(resolve, 2 * LINGER_MS));
    expect(desk.coach.projectCount).toBe(1);
    page.close();
    await untilClosed();
  });

  test('closes with the coach, once: pages go, and nothing opens any more', async () => {
    desk = await CoachDesk.make();
    const page = await desk.page();
    await desk.begin();
    await Promise.all([desk.coach.close(), desk.coach.close()]);
    expect(page.isClosed).toBe(true);
    expect(desk.coach.projectCount).toBe(0);
    await expect(desk.project()).rejects.toMatchObject({ code: 'shutting_down' });
    expect(desk.files.all('select status from coach_sessions')).toEqual([{ status: 'active' }]);
  });

  test('that is being opened while the coach closes does not stay open', async () => {
    desk = await CoachDesk.make();
    const opening = desk.project();
    const closing = desk.coach.close();
    await expect(opening).rejects.toMatchObject({ code: 'shutting_down' });
    await closing;
    expect(desk.coach.projectCount).toBe(0);
  });
});
