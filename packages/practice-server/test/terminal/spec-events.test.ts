import { describe, expect, test } from 'vitest';
import { stages as capability } from '../../src/capabilities/stages.js';
import { exitsWith } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons } from '../fixtures/lessons.js';
import { withInsideOf } from '../fixtures/spied-capability.js';

const ID = 'first-steps';

/** The way to a terminal whose tutor says a marker of each kind, of which every claim holds. */
async function openStaged() {
  const { capabilities, inside } = withInsideOf(capability);
  const config = { formatVersion: 2, stages: ['Look', 'Go on'], verification: undefined };
  const daemon = await TestDaemon.open({ files: lessons(exercise({ config })), capabilities });
  const terminal = await daemon.open();
  const say = (
    key: string,
    marker: Parameters<NonNullable<ReturnType<typeof inside>['hooks']['onMarker']>>[0]['marker'],
  ) => inside().hooks.onMarker?.({ exerciseId: ID, marker, key, place: 'terminal' });
  return { daemon, terminal, say };
}

describe('what a page hears over the socket of its terminal', () => {
  test('[terminal-events 2 auto-start] [terminal-events 2 raw-output] that its session is there, before anything that it prints', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = daemon.connect((await daemon.start()).wsUrl);
    await terminal.attached();
    terminal.type('printf "\\033[1mbold\\033[0m\\n"\r');
    await terminal.shows('\x1b[1m');
    expect(terminal.frames[0]).toMatchObject({ type: 'attached', role: 'writer' });
  });

  test('[terminal-events 2 stage-complete] [terminal-events 2 stage-unlocked] [terminal-events 2 course-complete] what the tutor claims and what holds, once each', async () => {
    const { daemon, terminal, say } = await openStaged();
    await using _ = daemon;
    say('1', { kind: 'stage_complete', stageNumber: 2 });
    say('2', { kind: 'stage_unlocked', stageNumber: 2, txHash: '0xabc' });
    say('3', { kind: 'course_complete' });
    say('4', { kind: 'stage_complete', stageNumber: 2 });
    await terminal.frame('course_complete');
    const told = terminal.frames.filter(({ type }) => type.startsWith('stage_') || type.startsWith('course_'));
    expect(told).toEqual([
      { type: 'stage_complete', stageNumber: 2 },
      { type: 'stage_unlocked', stageNumber: 2, txHash: '0xabc' },
      { type: 'course_complete' },
    ]);
  });

  test('[terminal-events 2 session-end] that the session has ended and why, and then nothing more', async () => {
    await using daemon = await TestDaemon.open({ agent: exitsWith(0) });
    const terminal = await daemon.open();
    await terminal.frame('agent_exited');
    terminal.type('exit\r');
    expect(await terminal.frame('session_ended')).toEqual({ type: 'session_ended', reason: 'exited' });
    expect(await terminal.ended()).toEqual({ code: 4000, reason: 'exited' });
    expect(terminal.frames.at(-1)?.type).toBe('session_ended');
  });

  test('[terminal-events 2 pong] a pong for a ping', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.send({ type: 'ping' });
    expect(await terminal.frame('pong')).toEqual({ type: 'pong' });
  });

  test.each([
    ['without a session', '/terminal/', 4002],
    ['of a session that does not run', '/terminal/af-other?ticket=x', 4002],
    ['without a ticket', `/terminal/af-${ID}`, 4001],
  ])('[terminal-events 2 no-session] why not, %s, and then nothing more', async (_, path, code) => {
    await using daemon = await TestDaemon.open();
    await daemon.start();
    const terminal = daemon.connect(`${daemon.url.replace('http', 'ws')}${path}`);
    expect((await terminal.frame('error')).message.length).toBeGreaterThan(10);
    expect((await terminal.ended()).code).toBe(code);
  });
});

test('[terminal-events 5 health] /health tells status ok, how long the daemon runs and how many sessions it has', async () => {
  await using daemon = await TestDaemon.open();
  const before = (await daemon.request('/health')).json;
  expect(before).toMatchObject({ status: 'ok', activeSessions: 0 });
  expect(before.uptime).toBeGreaterThanOrEqual(0);
  await daemon.start();
  await expect.poll(async () => (await daemon.request('/health')).json.activeSessions).toBe(1);
});
