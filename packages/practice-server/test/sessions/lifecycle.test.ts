import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { RUNS_ON } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { waitUntil } from '../fixtures/wait-until.js';

describe('the life of a terminal', () => {
  test('[practice-environment 1.2 create] [practice-environment 3.1 start-created] [practice-environment 3.2 address] [practice-environment 3.3 create] the first start makes a workspace with its files and a session in it', async () => {
    await using daemon = await TestDaemon.open();
    const started = await daemon.start();
    expect(started).toMatchObject({
      sessionId: 'af-first-steps',
      exerciseId: 'first-steps',
      status: 'created',
      workspace: '~/af-practice/first-steps/',
      agent: 'shell',
      version: '1.0.0',
    });
    expect(started.wsUrl).toMatch(
      new RegExp(`^ws://localhost:${daemon.daemon.port}/terminal/af-first-steps\\?ticket=[\\w-]{43}$`),
    );
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('nothing yet\n');
    expect(await daemon.home.tmux('display-message', '-p', '-t', '=af-first-steps:', '#{pane_current_path}')).toBe(
      `${daemon.home.workspace('first-steps')}\n`,
    );
  });

  test('[practice-environment 1.2 connect] [practice-environment 3.2 output] keys go to the session and its output comes back', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    expect(await daemon.request('/exercises/sessions').then(({ json }) => json.sessions)).toMatchObject([
      { sessionId: 'af-first-steps', status: 'running', connected: true, workspace: '~/af-practice/first-steps/' },
    ]);
  });

  test('[practice-environment 1.2 disconnect] [practice-environment 3.3 attach] the session goes on when its page has gone', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('mkfifo gate; echo ready $((40 + 2)); cat gate > went.txt\r');
    await terminal.shows('ready 42');
    await terminal.close();
    await waitUntil('the session is idle', async () => {
      const { sessions } = (await daemon.request('/exercises/sessions')).json;
      return sessions.length === 1 && sessions[0].connected === false;
    });
    await writeFile(daemon.home.workspace('first-steps', 'gate'), 'go\n');
    await waitUntil('the program went on', async () => {
      const went = await readFile(daemon.home.workspace('first-steps', 'went.txt'), 'utf8');
      return went === 'go\n';
    });
  });

  test('[practice-environment 1.2 reconnect] [practice-environment 1.4 refresh] [practice-environment 1.4 close-tab] [practice-environment 3.1 start-resumed] a later start finds the session, its address and its screen', async () => {
    await using daemon = await TestDaemon.open();
    const first = await daemon.start();
    const before = daemon.connect(first.wsUrl);
    await before.attached();
    before.type('echo sum $((40 + 2))\r');
    await before.shows('sum 42');
    await before.close();
    const second = await daemon.start();
    const { sessionId, wsUrl, workspace } = first;
    expect(second).toMatchObject({ status: 'resumed', sessionId, wsUrl, workspace });
    const after = daemon.connect(second.wsUrl);
    await after.shows('sum 42');
  });

  test('[practice-environment 1.2 create] [practice-environment 3.3 exists] a session that was ended beside sessions of the student is begun anew, and theirs go on', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    await daemon.home.tmux('new-session', '-d', '-s', 'mine', 'cat');
    await daemon.home.tmux('kill-session', '-t', '=af-first-steps');
    const terminal = await daemon.open();
    terminal.type('echo sum $((40 + 2))\r');
    await terminal.shows('sum 42');
    const sessions = await daemon.home.tmux('list-sessions', '-F', '#{session_name}');
    expect(sessions.trim().split('\n').sort()).toEqual(['af-first-steps', 'mine']);
    terminal.type('seq 1 3000; echo the last $((40 + 2)); exit\r');
    expect(await terminal.ended()).toMatchObject({ code: 4000 });
    expect(terminal.output).toContain('the last 42');
  });

  test('[practice-environment 1.4 close-browser] [practice-environment 3.1 exercises] the list of exercises says where each of them stands', async () => {
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), exercise({ id: 'second' })) });
    const states = async (): Promise<unknown> => {
      const { exercises } = (await daemon.request('/exercises')).json;
      return exercises.map(({ id, status, running }: Record<string, unknown>) => [id, status, running]);
    };
    expect(await states()).toEqual([
      ['first-steps', 'not_started', false],
      ['second', 'not_started', false],
    ]);
    await daemon.start();
    expect(await states()).toEqual([
      ['first-steps', 'running', true],
      ['second', 'not_started', false],
    ]);
    await daemon.home.killTmux();
    expect(await states()).toEqual([
      ['first-steps', 'in_progress', false],
      ['second', 'not_started', false],
    ]);
  });

  test('[practice-environment 1.2 destroy] [practice-environment 3.1 reset] [practice-environment 3.2 ended-reset] [practice-environment 3.3 kill] reset ends the session, tells the page and moves the work into the archive', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    await writeFile(daemon.home.workspace('first-steps', 'mine.txt'), 'my work');
    const { status, json } = await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    expect([status, json.status]).toEqual([200, 'reset']);
    expect(json.message).toContain(json.archivedTo);
    expect((await terminal.frame('session_ended')).reason).toBe('reset');
    expect(await terminal.ended()).toEqual({ code: 4000, reason: 'reset' });
    expect(await daemon.home.sessions()).toEqual([]);
    const archived = json.archivedTo.replace('~', daemon.home.path);
    expect(archived).toMatch(/\/\.af-practice\/archive\/first-steps-\d{8}-\d{6}$/);
    expect(await readFile(`${archived}/mine.txt`, 'utf8')).toBe('my work');
    await expect(stat(daemon.home.workspace('first-steps'))).rejects.toThrow('ENOENT');
    expect((await daemon.start()).status).toBe('created');
  });

  test('[practice-environment 1.2 destroy] reset of an exercise that was never started says so and does nothing', async () => {
    await using daemon = await TestDaemon.open();
    const { status, json } = await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    expect([status, json.status, json.archivedTo]).toEqual([200, 'reset', undefined]);
  });

  test('[practice-environment 1.2 destroy] [practice-environment 3.2 ended-completed] finish ends the session of a completed exercise and keeps its files', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const early = await daemon.post('/exercises/finish', { exerciseId: 'first-steps' });
    expect([early.status, early.json.error]).toEqual([409, 'exercise_not_complete']);
    await writeFile(daemon.home.workspace('first-steps', 'answer.txt'), 'done');
    await daemon.post('/exercises/verify', { exerciseId: 'first-steps' });
    const finished = await daemon.post('/exercises/finish', { exerciseId: 'first-steps' });
    expect([finished.status, finished.json.status]).toEqual([200, 'finished']);
    expect((await terminal.frame('session_ended')).reason).toBe('completed');
    expect(await terminal.ended()).toEqual({ code: 4000, reason: 'completed' });
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('done');
    expect(await daemon.home.sessions()).toEqual([]);
  });

  test('[practice-environment 1.2 destroy] [practice-environment 3.2 ended-timeout] a session that nobody uses for the idle timeout ends, and its files stay', async () => {
    await using daemon = await TestDaemon.open({ flags: { idleTimeout: 6000 } });
    const terminal = await daemon.open();
    expect((await terminal.frame('session_ended')).reason).toBe('timeout');
    expect(await terminal.ended()).toEqual({ code: 4000, reason: 'timeout' });
    await waitUntil('the session has ended', async () => (await daemon.home.sessions()).length === 0);
    expect((await daemon.start()).status).toBe('resumed');
  });

  test('[practice-environment 1.2 destroy] leaving the shell ends the session and tells the page', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type('exit\r');
    expect((await terminal.frame('session_ended')).reason).toBe('exited');
    expect((await terminal.ended()).code).toBe(4000);
    expect((await daemon.request('/exercises/sessions')).json.sessions).toEqual([]);
  });

  test('[practice-environment 1.6 multiple] [practice-environment 1.4 navigate] several exercises run side by side', async () => {
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), exercise({ id: 'second' })) });
    const [first, second] = [await daemon.open(), await daemon.open('second')];
    first.type('echo in $(basename "$PWD")\r');
    second.type('echo in $(basename "$PWD")\r');
    await Promise.all([first.shows('in first-steps'), second.shows('in second')]);
    expect(await daemon.home.sessions()).toEqual(['af-first-steps', 'af-second']);
  });

  test('[practice-environment 1.6 sessions-list] [practice-environment 3.1 health] [practice-environment 3.1 sessions] the list of sessions has everything that runs, and health its number', async () => {
    await using daemon = await TestDaemon.open({ files: lessons(exercise(), exercise({ id: 'second' })) });
    expect((await daemon.request('/exercises/sessions')).json).toEqual({ sessions: [] });
    await daemon.open();
    await daemon.start('second');
    const { sessions } = (await daemon.request('/exercises/sessions')).json;
    expect(sessions.map(({ exerciseId }: { exerciseId: string }) => exerciseId).sort()).toEqual([
      'first-steps',
      'second',
    ]);
    for (const session of sessions) {
      const { exerciseId, createdAt, lastActivity } = session;
      const connected = exerciseId === 'first-steps';
      expect(session).toMatchObject({ sessionId: `af-${exerciseId}`, agent: 'shell', status: 'running', connected });
      for (const time of [createdAt, lastActivity]) expect(new Date(time).toISOString()).toBe(time);
      expect(Date.parse(lastActivity)).toBeGreaterThanOrEqual(Date.parse(createdAt));
    }
    await waitUntil('health counts both', async () => (await daemon.request('/health')).json.activeSessions === 2);
  });

  test('[practice-environment 1.6 one-writer] two starts at once make one workspace and one session', async () => {
    await using daemon = await TestDaemon.open({
      files: lessons(exercise({ setup: ['echo run >> runs.txt'] })),
      agent: RUNS_ON,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => daemon.start()));
    expect(answers.map(({ status }) => status).sort()).toEqual(['created', 'resumed', 'resumed', 'resumed', 'resumed']);
    expect(new Set(answers.map(({ wsUrl }) => wsUrl)).size).toBe(1);
    expect(await daemon.home.sessions()).toEqual(['af-first-steps']);
    expect(await readFile(daemon.home.workspace('first-steps', 'runs.txt'), 'utf8')).toBe('run\n');
  });

  test('[practice-environment 1.2 destroy] a start that comes during a reset gets the new beginning, whole', async () => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    const [reset, started] = await Promise.all([
      daemon.post('/exercises/reset', { exerciseId: 'first-steps' }),
      daemon.start(),
    ]);
    expect(reset.status).toBe(200);
    expect(await daemon.home.sessions()).toEqual(started.status === 'created' ? ['af-first-steps'] : []);
    expect((await daemon.start()).exerciseId).toBe('first-steps');
    expect(await readFile(daemon.home.workspace('first-steps', 'answer.txt'), 'utf8')).toBe('nothing yet\n');
  });
});
