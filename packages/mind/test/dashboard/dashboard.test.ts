import type { CoachMind as Mind } from '@agent-factory/coach/workplace';
import { PracticeError } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Dashboard } from '../../src/dashboard/dashboard.js';
import { FakeGh } from '../fixtures/fake-gh.js';
import { MindDesk } from '../fixtures/mind-desk.js';
import { addGap, assessed, material, roomWith } from './given.js';

let desk: MindDesk;
let gh: FakeGh;
/** What pages have asked, and is being answered. */
let asked: Promise<void>[];

beforeEach(async () => {
  [desk, gh] = await Promise.all([MindDesk.make(), FakeGh.make()]);
  await gh.lists([{ number: 1, title: 'One' }]);
  desk.models.say('issue_assessment', { issues: [assessed(1)] });
  desk.models.say('learning_materials', { recommendations: [material('Promises')] });
  asked = [];
  const dashboard = new Dashboard(roomWith(desk, gh));
  desk.mind = {
    answer: (message, context) => {
      const answer =
        message.type === 'dashboard:request'
          ? dashboard.request(message.payload, context)
          : dashboard.refreshIssues(context);
      asked.push(answer);
      return answer;
    },
    greet: () => undefined,
    sessionBegan: () => undefined,
    onAction: () => undefined,
  } as Partial<Mind> as Mind;
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await gh[Symbol.asyncDispose]();
});

/** Resolves when so many questions are answered wholly. */
async function answered(count: number): Promise<void> {
  await expect.poll(() => asked.length).toBe(count);
  await Promise.all(asked);
}

function dashboardTypes(page: { told: { type: string }[] }): string[] {
  return page.told.map(({ type }) => type).filter((type) => type.startsWith('dashboard:'));
}

describe('a page that asks for the dashboard', () => {
  test('is told the state at once, and then issues and materials, which are looked for side by side [coaching-backend FR-168] [coaching-backend FR-177] [coaching-backend SC-087]', async () => {
    await addGap(desk, 'Promises');
    const { page, say } = await desk.page();
    // Each call ends only once the other has begun.
    const [issues, materials] = [gate(), gate()];
    let toldBefore: string[] = [];
    desk.models.say('issue_assessment', async () => {
      toldBefore = dashboardTypes(page);
      issues.resolve();
      await materials.promise;
      return { issues: [assessed(1)] };
    });
    desk.models.say('learning_materials', async () => {
      materials.resolve();
      await issues.promise;
      return { recommendations: [material('Promises')] };
    });
    await say('dashboard:request', { statsPeriod: '7d' }, 'q');
    await answered(1);
    expect(toldBefore).toEqual(['dashboard:state']);
    expect(dashboardTypes(page).sort()).toEqual(['dashboard:issues', 'dashboard:materials', 'dashboard:state']);
    expect(page.told.filter(({ type }) => type.startsWith('dashboard:')).every(({ id }) => id === 'q')).toBe(true);
    expect(page.of('dashboard:state')[0]?.stats).toMatchObject({ period: '7d' });
  });

  test('is told each failure by itself, in words [coaching-backend FR-179] [coaching-backend SC-090]; what is done is written down [coaching-backend FR-186]', async () => {
    await desk.begin();
    await addGap(desk, 'Promises');
    desk.models.say('issue_assessment', new PracticeError('model_refused', 'The model refuses.'));
    desk.models.say('learning_materials', new PracticeError('model_unavailable', 'The network is down.', {}));
    const { page, say } = await desk.page();
    await say('dashboard:request', {});
    await answered(1);
    expect(page.of('dashboard:issues_error')).toEqual([{ error: 'The model refuses.' }]);
    expect(page.of('dashboard:materials_error')).toEqual([{ error: 'The network is down.' }]);
    desk.models.say('learning_materials', { recommendations: [material('Promises')] });
    await say('dashboard:request', { statsPeriod: '30d' });
    await answered(2);
    expect(desk.actions('dashboard_loaded').map(({ data }) => data)).toEqual([
      { statsPeriod: 'all', issuesLoaded: false, materialsLoaded: false },
      { statsPeriod: '30d', issuesLoaded: false, materialsLoaded: true },
    ]);
  });

  test('without a session, and without gaps, is told no materials, and nothing is written down', async () => {
    const { page, say } = await desk.page();
    await say('dashboard:request', {});
    await answered(1);
    expect(dashboardTypes(page)).toEqual(['dashboard:state', 'dashboard:issues']);
    expect(desk.warnings).toEqual([]);
  });

  test('is told that something is broken, which the log has', async () => {
    desk.models.say('issue_assessment', () => Promise.reject(new TypeError('a bug')));
    const { page, say } = await desk.page();
    await say('dashboard:request', {});
    await answered(1);
    expect(page.of('dashboard:issues_error')).toEqual([{ error: expect.stringMatching(/log has the details/) }]);
    expect(desk.failures).toEqual([expect.objectContaining({ message: 'a bug' })]);
  });

  test('several times is answered each time [coaching-backend EC-90], and the same question is paid for once in some minutes', async () => {
    const { page, say } = await desk.page();
    await say('dashboard:request', { statsPeriod: '7d' }, 'a');
    await answered(1);
    await say('dashboard:request', { statsPeriod: '30d' }, 'b');
    await answered(2);
    expect(page.told.filter(({ type }) => type === 'dashboard:issues').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(desk.models.of('issue_assessment')).toHaveLength(1);
    await gh.lists([{ number: 1, title: 'One' }, { number: 2 }]);
    await say('dashboard:request', {}, 'c');
    await answered(3);
    desk.clock += 11 * 60_000;
    await say('dashboard:request', {}, 'd');
    await answered(4);
    expect(desk.models.of('issue_assessment')).toHaveLength(3);
  });

  test('and refreshes meanwhile is answered both [coaching-backend EC-91]; a refresh looks for issues anew, and for nothing else [coaching-backend FR-180] [coaching-backend SC-088]', async () => {
    await addGap(desk, 'Promises');
    const { page, say } = await desk.page();
    await say('dashboard:request', {}, 'a');
    await say('dashboard:refresh_issues', {}, 'b');
    await answered(2);
    const ids = page.told.filter(({ type }) => type === 'dashboard:issues').map(({ id }) => id);
    expect(ids.sort()).toEqual(['a', 'b']);
    page.told.length = 0;
    // Somebody presses the button again some seconds later.
    desk.clock += 3000;
    // Of two that ask at once, the later one may find what the other was told.
    const before = desk.models.of('issue_assessment').length;
    await say('dashboard:refresh_issues', {}, 'c');
    await answered(3);
    expect(dashboardTypes(page)).toEqual(['dashboard:issues']);
    expect(desk.models.of('issue_assessment')).toHaveLength(before + 1);
    expect(desk.models.of('learning_materials')).toHaveLength(1);
  });

  test('with many others shares one look at GitHub with them, and one answer; each is told', async () => {
    await addGap(desk, 'Promises');
    const pages = await Promise.all(Array.from({ length: 5 }, () => desk.page()));
    const begun = gate();
    desk.models.say('issue_assessment', async () => {
      await begun.promise;
      return { issues: [assessed(1)] };
    });
    desk.models.say('learning_materials', async () => {
      await begun.promise;
      return { recommendations: [material('Promises')] };
    });
    for (const [at, { say }] of pages.entries()) void say('dashboard:request', {}, `page ${at}`);
    await expect.poll(() => desk.models.of('learning_materials').length).toBe(1);
    await expect.poll(() => asked.length).toBe(5);
    // By now, all have been told the state, and wait.
    await expect.poll(() => pages.every(({ page }) => page.of('dashboard:state').length === 1)).toBe(true);
    begun.resolve();
    await answered(5);
    expect(await gh.listings()).toHaveLength(1);
    expect(desk.models.of('issue_assessment')).toHaveLength(1);
    expect(desk.models.of('learning_materials')).toHaveLength(1);
    const ids = pages[0]?.page.told.filter(({ type }) => type === 'dashboard:issues').map(({ id }) => id);
    expect(ids?.sort()).toEqual([0, 1, 2, 3, 4].map((at) => `page ${at}`));
  });

  test('and refreshes again and again is told what was found some seconds ago, and what is new after them', async () => {
    const { page, say } = await desk.page();
    for (let time = 1; time <= 20; time++) void say('dashboard:refresh_issues', {}, `${time}`);
    await answered(20);
    expect([(await gh.listings()).length, desk.models.of('issue_assessment').length]).toEqual([1, 1]);
    await gh.lists([{ number: 2, title: 'Two' }]);
    desk.models.say('issue_assessment', { issues: [assessed(2)] });
    desk.clock += 2999;
    await say('dashboard:refresh_issues', {});
    await answered(21);
    desk.clock += 1;
    await say('dashboard:refresh_issues', {});
    await answered(22);
    const told = page.of('dashboard:issues') as unknown as { issues: { title: string }[] }[];
    expect(told.map(({ issues }) => issues[0]?.title)).toEqual([...Array(21).fill('One'), 'Two']);
    expect([(await gh.listings()).length, desk.models.of('issue_assessment').length]).toEqual([2, 2]);
  });

  test('and refreshes after a failure looks at once whether it is mended', async () => {
    await gh.fails('', 4);
    const { page, say } = await desk.page();
    await say('dashboard:refresh_issues', {});
    await answered(1);
    expect(page.of('dashboard:issues_error')).toHaveLength(1);
    await gh.lists([{ number: 1, title: 'One' }]);
    await say('dashboard:refresh_issues', {});
    await answered(2);
    expect(page.of('dashboard:issues')).toHaveLength(1);
    // A failure after it does not bring back what was found before.
    desk.clock += 3000;
    await gh.fails('', 4);
    for (const count of [3, 4]) {
      await say('dashboard:refresh_issues', {});
      await answered(count);
    }
    expect(page.of('dashboard:issues_error')).toHaveLength(3);
  });

  test('and comes back after all have gone has a look of its own', async () => {
    const first = (await desk.project()).connect({
      waiting: 0,
      seesFolders: true,
      send: () => undefined,
      close: () => undefined,
    });
    const tell = (type: string, payload: object) => first.receive(JSON.stringify({ type, payload, timestamp: 1 }));
    await tell('connection:hello', { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } });
    let calls = 0;
    desk.models.say('issue_assessment', ({ signal }) => {
      calls += 1;
      if (calls > 1) return Promise.resolve({ issues: [assessed(1)] });
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    await tell('dashboard:request', {});
    await expect.poll(() => calls).toBe(1);
    first.close();
    const { page, say } = await desk.page();
    await say('dashboard:request', {});
    await answered(2);
    expect(page.of('dashboard:issues')).toHaveLength(1);
  });

  test('and goes, as the last one, is waited for no more', async () => {
    const connection = (await desk.project()).connect({
      waiting: 0,
      seesFolders: true,
      send: () => undefined,
      close: () => undefined,
    });
    const tell = (type: string, payload: object) => connection.receive(JSON.stringify({ type, payload, timestamp: 1 }));
    await tell('connection:hello', { version: '1', platform: 'test', windowSize: { width: 1, height: 1 } });
    let signal: AbortSignal | undefined;
    desk.models.say('issue_assessment', ({ signal: given }) => {
      signal = given;
      return new Promise((_, reject) => given?.addEventListener('abort', () => reject(given.reason)));
    });
    await tell('dashboard:request', {});
    await expect.poll(() => signal).toBeDefined();
    connection.close();
    await answered(1);
    expect(signal?.aborted).toBe(true);
    expect(desk.failures).toEqual([]);
  });
});

/** Node 20 has no `Promise.withResolvers`. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
