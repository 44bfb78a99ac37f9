import type { Explanation } from '@agent-factory/protocol/mind';
import { afterEach, describe, expect, it } from 'vitest';
import { CoachDaemon, type Peer } from '../support/coach-daemon.js';
import { eventually } from '../support/eventually.js';
import { contentOf } from '../support/file-daemon.js';
import { OpenPage } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];
const LINE_2 = { path: 'a.py', range: { start: { line: 2, column: 1 }, end: { line: 2, column: 1 } } };
const LINE_3 = { path: 'a.py', range: { start: { line: 3, column: 1 }, end: { line: 3, column: 1 } } };

function answer(explanation: string): Explanation {
  return { path: 'a.py', explanation, keyConcepts: [], analogy: null, relatedFiles: null, phaseConnection: null };
}

function serve(peer: Peer): void {
  peer.onMessage = ({ type, payload, id }) => {
    if (type === 'file:open') peer.send('fs:content', contentOf(payload.path, 'one\ntwo\nthree\n'), id);
  };
}

async function setUp() {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  const peer = await daemon.peer();
  serve(peer);
  await peer.greet();
  await page.opened('a.py');
  const { workbench } = page;
  const shown = () => workbench.snapshot().mind.explanation;
  /** Waits until everything that was sent has arrived. */
  const settled = async () => {
    const path = `seen-${workbench.snapshot().problems.length}`;
    peer.send('connection:error', { code: 'internal', message: path, context: { path } });
    await eventually(() => expect(workbench.snapshot().problems.at(-1)?.path).toBe(path));
  };
  return { daemon, page, peer, workbench, shown, settled };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('what is marked', () => {
  it('is sent with what the editor has now, and its answer is shown', async () => {
    const { page, peer, workbench, shown } = await setUp();
    page.type('a.py', 'four, not saved');
    workbench.explain(LINE_2);
    expect(shown()).toEqual({ status: 'asked', marked: LINE_2 });
    const { payload, id } = await peer.message('user:explain');
    expect(payload).toMatchObject({ path: 'a.py', language: 'python', selectedText: 'two' });
    expect(payload.surroundingContext).toContain('four, not saved');
    peer.send('explain:response', answer('It is two.'), id);
    await eventually(() => expect(shown()?.status).toBe('answered'));
    expect(shown()).toEqual({ status: 'answered', marked: LINE_2, answer: answer('It is two.') });
  });

  it('is answered in words where it cannot be explained, also where the daemon does not know how', async () => {
    const { peer, workbench, shown } = await setUp();
    workbench.explain(LINE_2);
    const first = await peer.message('user:explain');
    peer.send('explain:error', { path: 'a.py', error: 'There is no key.' }, first.id);
    await eventually(() => expect(shown()).toMatchObject({ status: 'failed', message: 'There is no key.' }));
    workbench.explain(LINE_2);
    const second = await peer.message('user:explain');
    const refusal = { code: 'not_implemented', message: 'Not in this version.', context: {} } as const;
    peer.send('connection:error', refusal, second.id);
    await eventually(() => expect(shown()).toMatchObject({ status: 'failed', message: 'Not in this version.' }));
    expect(workbench.snapshot().problems).toEqual([]);
  });

  it('[coaching-backend EC-78] asked about while another answer is due is what is shown: the late answer is not', async () => {
    const { peer, workbench, shown, settled } = await setUp();
    workbench.explain(LINE_2);
    workbench.explain(LINE_3);
    const [first, second] = [await peer.message('user:explain'), await peer.message('user:explain')];
    peer.send('explain:response', answer('Two.'), first.id);
    peer.send('explain:error', { path: 'a.py', error: 'No.' }, first.id);
    peer.send('explain:response', answer('Of another page.'));
    await settled();
    expect(shown()).toEqual({ status: 'asked', marked: LINE_3 });
    peer.send('explain:response', answer('Three.'), second.id);
    peer.send('explain:error', { path: 'a.py', error: 'Too late.' }, second.id);
    await settled();
    expect(shown()).toEqual({ status: 'answered', marked: LINE_3, answer: answer('Three.') });
  });

  it('is not shown any more once the student has taken it away, though its answer comes', async () => {
    const { peer, workbench, shown, settled } = await setUp();
    workbench.explain(LINE_2);
    const { id } = await peer.message('user:explain');
    workbench.dismissExplanation();
    peer.send('explain:response', answer('Two.'), id);
    await settled();
    expect(shown()).toBeNull();
  });

  it('waits for nothing once the connection is lost, and says so; an answer that is there stays', async () => {
    const { daemon, page, peer, workbench, shown } = await setUp();
    workbench.explain(LINE_2);
    await peer.message('user:explain');
    peer.socket.terminate();
    await eventually(() =>
      expect(shown()).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('was lost before the answer'),
      }),
    );
    workbench.explain(LINE_2);
    expect(shown()).toMatchObject({ status: 'failed', message: expect.stringContaining('There is no connection') });
    page.clock.advance(250);
    const again = await daemon.peer();
    serve(again);
    await again.greet();
    await page.connected();
    workbench.explain(LINE_2);
    const { id } = await again.message('user:explain');
    again.send('explain:response', answer('Two.'), id);
    await eventually(() => expect(shown()?.status).toBe('answered'));
    again.socket.terminate();
    await eventually(() => expect(workbench.snapshot().connection.status).toBe('waiting'));
    expect(shown()?.status).toBe('answered');
  });

  it('is nothing where the file is not there, and is not sent where it is too long', async () => {
    const { page, peer, workbench, shown, settled } = await setUp();
    workbench.explain({ ...LINE_2, path: 'nowhere.py' });
    expect(shown()).toBeNull();
    page.type('a.py', 'x'.repeat(50_001));
    const range = { start: { line: 1, column: 1 }, end: { line: 4, column: 50_002 } };
    workbench.explain({ path: 'a.py', range });
    expect(shown()).toMatchObject({ status: 'failed', message: expect.stringContaining('Mark at most 50,000') });
    await settled();
    expect(peer.ofType('user:explain')).toEqual([]);
  });
});
