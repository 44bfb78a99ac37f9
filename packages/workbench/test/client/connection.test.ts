import { afterEach, describe, expect, it } from 'vitest';
import { CoachDaemon, PROJECT_STATE } from './support/coach-daemon.js';
import { eventually } from './support/eventually.js';
import { OpenPage } from './support/open-workbench.js';

const opened: AsyncDisposable[] = [];

async function setUp(url?: () => string) {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(url ?? daemon.url);
  opened.push(page, daemon);
  return { daemon, page, workbench: page.workbench };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('the connection', () => {
  it('[coaching-backend 5.1] [coaching-backend SC-023] begins with a greeting, and is open once that is answered', async () => {
    const { daemon, page, workbench } = await setUp();
    expect(workbench.snapshot().connection).toEqual({ status: 'connecting' });
    const peer = await daemon.peer();
    expect(peer.url).toBe('/ws?project=shop');
    const hello = await peer.message('connection:hello');
    expect(hello.payload).toEqual({
      version: 'browser',
      platform: 'browser',
      windowSize: { width: 1440, height: 900 },
    });
    expect(workbench.snapshot().connection.status).toBe('connecting');
    peer.send('connection:init', { ...PROJECT_STATE, watching: { by: 'polling', reason: 'no watches left' } });
    await page.connected();
    const { project, sessionId, watching, visibility } = workbench.snapshot();
    expect({ project, sessionId, visibility }).toEqual({
      project: PROJECT_STATE.project,
      sessionId: 's1',
      visibility: 'saved_files',
    });
    expect(watching).toEqual({ by: 'polling', reason: 'no watches left' });
  });

  it('[coaching-backend FR-049] says everything as JSON with a type and a payload', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    const raw: string[] = [];
    peer.socket.on('message', (data) => raw.push(data.toString()));
    await page.connected();
    workbench.open('a.py');
    workbench.setHintLevel('file');
    workbench.expand('src');
    await peer.message('explorer:expand_dir');
    const said = raw.map((text) => JSON.parse(text));
    const types = ['file:open', 'editor:tab_switch', 'hints:level_change', 'explorer:expand_dir'];
    expect(said.map(({ type }) => type)).toEqual(types);
    for (const { payload, timestamp } of said) {
      expect(payload).toBeTypeOf('object');
      expect(timestamp).toBe(page.clock.now());
    }
  });

  it('that comes back opens nothing that the student has closed meanwhile', async () => {
    const { daemon, page, workbench } = await setUp();
    const openFiles = ['a.py', 'b.py'];
    const peer = await (await daemon.peer()).greet({ openFiles });
    await eventually(() => expect(workbench.snapshot().documents).toHaveLength(2));
    peer.socket.terminate();
    await page.until(() => workbench.snapshot().connection.status !== 'open');
    workbench.discard('a.py');
    page.page.returned.emit();
    await (await daemon.peer()).greet({ openFiles });
    await page.connected();
    await workbench.rest.actions();
    expect(workbench.snapshot().documents.map(({ path }) => path)).toEqual(['b.py']);
  });

  it('on which the student’s choices are told again asks for no file again', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    workbench.open('a.py');
    await peer.message('file:open');
    peer.send('connection:init', { ...PROJECT_STATE, hintLevel: 'line' });
    await eventually(() => expect(workbench.snapshot().hintLevel).toBe('line'));
    workbench.open('b.py');
    await peer.message('file:open');
    expect(peer.ofType('file:open').map(({ payload }) => payload.path)).toEqual(['a.py', 'b.py']);
  });

  it('comes back by itself after a drop, after ever longer pauses, and at once when the student is back', async () => {
    const { daemon, page, workbench } = await setUp();
    let peer = await (await daemon.peer()).greet();
    await page.connected();
    for (const pauseMs of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
      peer.socket.terminate();
      await eventually(() =>
        expect(workbench.snapshot().connection).toEqual({ status: 'waiting', retryAt: page.clock.now() + pauseMs }),
      );
      page.clock.advance(pauseMs - 1);
      expect(workbench.snapshot().connection.status).toBe('waiting');
      page.clock.advance(1);
      peer = await daemon.peer();
    }
    peer.socket.terminate();
    await eventually(() => expect(workbench.snapshot().connection.status).toBe('waiting'));
    page.page.returned.emit();
    peer = await (await daemon.peer()).greet();
    await page.connected();
    peer.socket.terminate();
    const retryAt = page.clock.now() + 250;
    await eventually(() => expect(workbench.snapshot().connection).toEqual({ status: 'waiting', retryAt }));
  });

  it('is attempted once, however often the page asks for it, as React does when it mounts it twice', async () => {
    let attempts = 0;
    const daemon = await CoachDaemon.start();
    const page = new OpenPage(() => {
      attempts += 1;
      return daemon.url;
    });
    opened.push(page, daemon);
    page.workbench.connect();
    await (await daemon.peer()).greet();
    await page.connected();
    page.workbench.connect();
    expect(attempts).toBe(1);
  });

  it('asks where the daemon is at every attempt', async () => {
    const elsewhere = await CoachDaemon.start();
    opened.push(elsewhere);
    const urls: string[] = [];
    const { daemon, page } = await setUp(() => urls[0] ?? 'ws://127.0.0.1:1/nobody');
    await eventually(() => expect(page.workbench.snapshot().connection.status).toBe('waiting'));
    urls.push(elsewhere.url);
    page.clock.advance(250);
    await (await elsewhere.peer()).greet();
    await page.connected();
    expect(daemon.peers).toHaveLength(0);
  });

  it('does not wait for ever for an answer to its greeting', async () => {
    const { daemon, page, workbench } = await setUp();
    await (await daemon.peer()).message('connection:hello');
    page.clock.advance(15_000);
    expect(workbench.snapshot().connection.status).toBe('waiting');
  });

  it('that is refused stays so, says why, and begins again when it is asked to', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await daemon.peer();
    const message = '16 pages look at this project already. Close one of them.';
    peer.send('connection:error', { code: 'too_many_connections', message, context: {} });
    peer.socket.close(4007, 'too_many_connections');
    const refused = { status: 'refused', code: 'too_many_connections', message };
    await eventually(() => expect(workbench.snapshot().connection).toEqual(refused));
    page.clock.advance(60_000);
    page.page.returned.emit();
    expect(workbench.snapshot().connection).toEqual(refused);
    workbench.connect();
    await (await daemon.peer()).greet();
    await page.connected();
  });

  it('waits for a daemon that is about to go', async () => {
    const { daemon, workbench } = await setUp();
    const peer = await daemon.peer();
    peer.send('connection:error', { code: 'shutting_down', message: 'It ends.', context: {} });
    peer.socket.close(1001);
    await eventually(() => expect(workbench.snapshot().connection.status).toBe('waiting'));
  });

  it('is closed for good with the Workbench, as often as that is closed', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    const closed = new Promise((resolve) => peer.socket.once('close', resolve));
    workbench.dispose();
    workbench.dispose();
    await closed;
    expect(workbench.snapshot().connection).toEqual({ status: 'closed' });
    page.clock.advance(60_000);
    expect(page.clock.nextIn).toBeUndefined();
    expect(page.page.listeners).toBe(0);
  });
});

describe('messages that are not as they should be', () => {
  it('[coaching-backend 5.8] [coaching-backend SC-027] are ignored if their type is not known', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    const before = workbench.snapshot();
    peer.socket.send(JSON.stringify({ type: 'future:thing', payload: { x: 1 }, timestamp: 1 }));
    peer.send('session:ended', { summary: '' });
    await eventually(() => expect(workbench.snapshot().sessionId).toBeNull());
    expect(workbench.snapshot()).toEqual({ ...before, sessionId: null });
  });

  it('are told once if they break the protocol', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    for (const text of ['{', '[]', '{"type":"fs:tree","payload":{},"timestamp":1}', '"x"']) peer.socket.send(text);
    peer.socket.send(Buffer.from([1, 2, 3]));
    peer.send('session:ended', { summary: '' });
    await eventually(() => expect(workbench.snapshot().sessionId).toBeNull());
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'unexpected_answer' }]);
    const [problem] = workbench.snapshot().problems;
    workbench.dismissProblem(problem?.id ?? '');
    expect(workbench.snapshot().problems).toEqual([]);
  });

  it('errors of the daemon that answer nothing of this page are problems, at most fifty', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    for (let at = 0; at < 60; at += 1)
      peer.send('connection:error', { code: 'internal', message: `No ${at}`, context: { path: 'a.py' } });
    await eventually(() => expect(workbench.snapshot().problems.at(-1)?.message).toBe('No 59'));
    expect(workbench.snapshot().problems).toHaveLength(50);
    expect(workbench.snapshot().problems[0]).toMatchObject({ message: 'No 10', path: 'a.py' });
  });
});

describe('the student', () => {
  it('[coaching-backend 5.5] counts as away after two minutes without a sign, and is back with the next one', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    page.clock.advance(60_000);
    workbench.noteActivity();
    const lastActionTimestamp = page.clock.now();
    page.clock.advance(119_999);
    workbench.expand('src');
    await peer.message('explorer:expand_dir'); // whatever was said before has arrived
    expect(peer.ofType('user:idle_start')).toEqual([]);
    page.clock.advance(1);
    expect((await peer.message('user:idle_start')).payload).toEqual({ lastActionTimestamp });
    page.clock.advance(600_000);
    workbench.noteActivity();
    await peer.message('user:idle_end');
    page.clock.advance(119_000);
    workbench.handleChange('a.py', { changes: [], text: () => '', cursor: { line: 1, column: 1 } });
    page.clock.advance(119_000);
    workbench.collapse('src');
    await peer.message('explorer:collapse_dir');
    expect(peer.ofType('user:idle_start')).toHaveLength(1);
  });

  it('[coaching-backend 5.5] has selected something once the selection has settled, and nothing is no selection', async () => {
    const { daemon, page, workbench } = await setUp();
    const peer = await (await daemon.peer()).greet();
    await page.connected();
    const range = (column: number) => ({ start: { line: 1, column: 1 }, end: { line: 1, column } });
    for (const length of [1, 2, 3]) {
      workbench.handleSelection('a.py', range(1 + length), length);
      page.clock.advance(100);
    }
    page.clock.advance(300);
    expect((await peer.message('editor:selection')).payload).toEqual({ path: 'a.py', range: range(4), textLength: 3 });
    workbench.handleSelection('a.py', range(9), 8);
    workbench.handleSelection('a.py', range(1), 0);
    page.clock.advance(1000);
    workbench.setHintLevel('file');
    await peer.message('hints:level_change');
    expect(peer.ofType('editor:selection')).toHaveLength(1);
  });
});
