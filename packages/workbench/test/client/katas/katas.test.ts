import { afterEach, describe, expect, it } from 'vitest';
import { PanelDaemon } from '../../react/support/panel-daemon.js';
import { eventually } from '../support/eventually.js';
import { KATA, OTHER_KATA, REVIEW, REVIEWED_KATA } from '../support/katas.js';
import { OpenPage } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];

async function setUp() {
  const daemon = await PanelDaemon.start();
  daemon.katas = [KATA, OTHER_KATA];
  const page = new OpenPage(daemon.socketUrl, undefined, { serverUrl: daemon.url });
  opened.push(page, daemon);
  const { workbench } = page;
  const katas = () => workbench.snapshot().katas;
  const review = () => katas().open?.review;
  const openKata = async () => {
    workbench.openKata('k1');
    await eventually(() => expect(katas().open?.kata).toEqual(daemon.katas[0]));
  };
  const submitted = (count = 1) => eventually(() => expect(daemon.ofType('user:review')).toHaveLength(count));
  /** The id of the solution that was handed in last. */
  const lastId = () => daemon.said.findLast(({ type }) => type === 'user:review')?.id;
  await page.connected();
  await eventually(() => expect(katas().list).toHaveLength(2));
  return { daemon, page, workbench, katas, review, openKata, submitted, lastId };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('katas', () => {
  it('are listed once the page is greeted, and again when there are new ones', async () => {
    const { daemon, katas } = await setUp();
    expect(katas().list.map(({ title }) => title)).toEqual(['Running totals', 'Empty baskets']);
    daemon.katas = [KATA];
    const [outline] = katas().list;
    daemon.broadcast('practice:kata_load', { kata: outline as never, constraints: [] });
    await eventually(() => expect(katas().list).toHaveLength(1));
    daemon.katas = [];
    const nothing = { knowledgeGaps: 0, kataSpecs: 0, dreyfusUpdates: 0, memoriesStored: 0 };
    daemon.broadcast('session:completed', { sessionId: 's1', ...nothing });
    await eventually(() => expect(katas().list).toEqual([]));
  });

  it('are opened by their ids, whatever those are, each in the place of the one before', async () => {
    const { workbench, katas, openKata } = await setUp();
    await openKata();
    workbench.openKata('k/2');
    expect(katas().open).toEqual({ id: 'k/2', kata: null, problem: null, review: null });
    await eventually(() => expect(katas().open?.kata).toEqual(OTHER_KATA));
    workbench.closeKata();
    expect(katas().open).toBeNull();
  });

  it('that are not there say so, and are asked for again', async () => {
    const { daemon, workbench, katas } = await setUp();
    workbench.openKata('k3');
    await eventually(() => expect(katas().open?.problem).toBe('Kata not found'));
    daemon.katas = [{ ...KATA, id: 'k3' }];
    workbench.openKata('k3');
    await eventually(() => expect(katas().open).toMatchObject({ kata: { id: 'k3' }, problem: null }));
  });

  it('that are put away before they come stay away', async () => {
    const { daemon, workbench, katas } = await setUp();
    workbench.openKata('k1');
    await eventually(() => expect(daemon.asked).toContain('/coach/katas/k1'));
    workbench.closeKata();
    workbench.openKata('k/2');
    await eventually(() => expect(katas().open?.kata).toEqual(OTHER_KATA));
    expect(katas().open?.id).toBe('k/2');
  });

  it('come when the daemon is back', async () => {
    const { daemon, page, workbench, katas } = await setUp();
    daemon.katas = [];
    workbench.openKata('k1');
    await eventually(() => expect(katas().open?.problem).not.toBeNull());
    daemon.katas = [KATA];
    for (const each of daemon.pages) each.socket.terminate();
    await page.until(() => katas().open?.kata !== null);
    expect(katas().open).toMatchObject({ kata: { id: 'k1' }, problem: null });
  });
});

describe('a solution', () => {
  it('is handed in with its constraints, and its review comes with what it has changed', async () => {
    const { daemon, workbench, katas, review, openKata, submitted, lastId } = await setUp();
    await openKata();
    workbench.submitSolution('third', ['No index']);
    expect(review()).toEqual({ status: 'asked' });
    await submitted();
    expect(daemon.ofType('user:review')).toEqual([
      { kataId: 'k1', userCode: 'third', activeConstraintTitles: ['No index'] },
    ]);
    daemon.katas = [REVIEWED_KATA];
    for (const each of daemon.pages) each.send('review:response', REVIEW, lastId());
    await eventually(() => expect(review()).toEqual({ status: 'answered', review: REVIEW }));
    await eventually(() => expect(katas().open?.kata).toEqual(REVIEWED_KATA));
    await eventually(() => expect(katas().list).toMatchObject([{ bestLevel: 6 }]));
    workbench.dismissReview();
    expect(review()).toBeNull();
  });

  it('is one at a time, and the reviews of others are not its own', async () => {
    const { daemon, workbench, review, openKata, submitted } = await setUp();
    await openKata();
    workbench.submitSolution('third', []);
    workbench.submitSolution('fourth', []);
    workbench.dismissReview();
    await submitted();
    for (const each of daemon.pages) {
      each.send('review:response', REVIEW, 'of another');
      each.send('review:response', REVIEW);
      each.send('connection:error', { code: 'internal', message: 'seen', context: { path: 'seen' } });
    }
    await eventually(() => expect(workbench.snapshot().problems).toMatchObject([{ path: 'seen' }]));
    expect(review()).toEqual({ status: 'asked' });
    expect(daemon.ofType('user:review')).toHaveLength(1);
  });

  it('[coaching-backend SC-080] that is not reviewed says why, adds no attempt, and can be handed in again', async () => {
    const { daemon, workbench, katas, review, openKata, submitted, lastId } = await setUp();
    await openKata();
    const asked = daemon.asked.length;
    workbench.submitSolution('third', []);
    await submitted();
    for (const each of daemon.pages) each.send('review:error', { kataId: 'k1', error: 'There is no key.' }, lastId());
    await eventually(() => expect(review()).toEqual({ status: 'failed', message: 'There is no key.' }));
    workbench.submitSolution('third', []);
    await submitted(2);
    const refusal = { code: 'not_implemented', message: 'Not in this version.', context: {} } as const;
    for (const each of daemon.pages) each.send('connection:error', refusal, lastId());
    await eventually(() => expect(review()).toEqual({ status: 'failed', message: 'Not in this version.' }));
    expect(workbench.snapshot().problems).toEqual([]);
    expect(katas().open?.kata?.attempts).toEqual(KATA.attempts);
    expect(daemon.asked.slice(asked).filter((path) => path.startsWith('/coach/katas'))).toEqual([]);
  });

  it('is not sent where it is too long, or nobody is there', async () => {
    const { daemon, page, workbench, review, openKata } = await setUp();
    await openKata();
    workbench.submitSolution('x'.repeat(100_001), []);
    expect(review()).toMatchObject({ status: 'failed', message: expect.stringContaining('too long') });
    daemon.leave();
    await page.until(() => workbench.snapshot().connection.status !== 'open');
    workbench.submitSolution('third', []);
    expect(review()).toMatchObject({ status: 'failed', message: expect.stringContaining('no connection') });
    expect(daemon.ofType('user:review')).toEqual([]);
  });

  it('that loses the connection says where its review may be, and the attempts are those of the daemon', async () => {
    const { daemon, page, workbench, katas, review, openKata, submitted } = await setUp();
    await openKata();
    workbench.submitSolution('third', []);
    await submitted();
    daemon.katas = [REVIEWED_KATA];
    for (const each of daemon.pages) each.socket.terminate();
    await eventually(() =>
      expect(review()).toMatchObject({ status: 'failed', message: expect.stringContaining('among your attempts') }),
    );
    await page.until(() => katas().open?.kata?.attempts.length === 3);
  });

  it('whose kata is put away is reviewed all the same, and shown nowhere', async () => {
    const { daemon, workbench, katas, openKata, submitted, lastId } = await setUp();
    await openKata();
    workbench.submitSolution('third', []);
    await submitted();
    workbench.openKata('k/2');
    for (const each of daemon.pages) each.send('review:response', REVIEW, lastId());
    await eventually(() => expect(katas().open?.kata).toEqual(OTHER_KATA));
    expect(katas().open?.review).toBeNull();
  });
});
