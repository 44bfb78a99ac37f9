import { MAX_POINTERS } from '@agent-factory/protocol/coach';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProjectDisk } from '../../src/workplace/disk/project-disk.js';
import { PointerBoard } from '../../src/workplace/pointers.js';
import { withState } from '../../src/workplace/state.js';
import { makeWorkplace } from '../../src/workplace/workplace.js';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
beforeEach(async () => {
  desk = await CoachDesk.make({ 'a.ts': 'a\nb\n', 'src/b.ts': 'b\n' });
});
afterEach(() => desk[Symbol.asyncDispose]());

describe('a page that comes later', () => {
  test('is sent what the agent points at, the plan, the issue and what is open', async () => {
    await desk.begin();
    await desk.plan(2);
    await desk.call('paige_highlight_lines', { path: 'a.ts', start: 1, end: 2, style: 'focus', hoverText: 'Here' });
    await desk.call('paige_hint_files', { hints: [{ path: 'src/b.ts', style: 'critical', directories: true }] });
    await desk.call('paige_show_message', { message: 'Look', type: 'hint', anchor: { path: 'a.ts', line: 2 } });
    await desk.call('paige_show_issue_context', { number: 7, title: 'Log in', summary: 'S', labels: [], url: '' });
    await desk.call('paige_open_file', { path: 'a.ts' });
    await desk.call('paige_update_phase', { phase: 1, status: 'active' });
    const [init] = (await desk.page()).all('connection:init');
    expect(init).toMatchObject({
      openFiles: ['a.ts'],
      pointers: {
        marks: [{ path: 'a.ts', start: 1, end: 2, style: 'focus', hoverText: 'Here' }],
        glows: [{ path: 'src/b.ts', style: 'critical', directories: true }],
        messages: [{ message: 'Look', type: 'hint', anchor: { path: 'a.ts', line: 2 } }],
      },
      phases: [
        { number: 1, title: 'Step 1', description: 'Do 1', status: 'active', hintLevel: 'region' },
        { number: 2, status: 'pending' },
      ],
      issue: { number: 7, title: 'Log in' },
    });
  });
});

describe('the state that a page is sent', () => {
  test('lacks nothing that pages were told before it, whenever that was', async () => {
    await desk.begin();
    await desk.plan(1);
    const place = await desk.host.placeOf(PROJECT);
    const workplace = await makeWorkplace({ host: desk.host, place, disk: await ProjectDisk.open(place.folder) });
    await workplace.session.begin();
    for (let turns = 0; turns < 80; turns += 1) {
      desk.files.run("update coach_phases set status = 'pending'");
      let status: string | undefined;
      const asking = withState(workplace, ({ phases }) => {
        status = phases[0]?.status;
      });
      for (let turn = 0; turn < turns; turn += 1) await undefined;
      const isTooLate = status !== undefined;
      desk.files.run("update coach_phases set status = 'active'");
      workplace.audience.broadcast('explorer:clear_hints', {});
      await asking;
      expect(status, `after ${turns} turns`).toBe(isTooLate ? 'pending' : 'active');
    }
    workplace.session.forget();
  });
});

describe('pages are sent the state anew', () => {
  test('when the session begins and ends, and when the student shows more or less', async () => {
    const page = await desk.page();
    const states = () =>
      page.all('connection:init').map(({ sessionId, visibility }) => [sessionId !== null, visibility]);
    expect(states()).toEqual([[false, 'saved_files']]);
    await desk.coach.beginSession(PROJECT);
    await desk.coach.setVisibility(PROJECT, 'nothing');
    await desk.coach.endSession(PROJECT, 'completed');
    expect(states()).toEqual([
      [false, 'saved_files'],
      [true, 'saved_files'],
      [true, 'nothing'],
      [false, 'nothing'],
    ]);
  });

  test('what the student shows from now on is told to agents, where it is more or less than before', async () => {
    for (const visibility of ['saved_files', 'nothing', 'nothing', 'everything'] as const)
      await desk.coach.setVisibility(PROJECT, visibility);
    expect(desk.sightChanges).toEqual([PROJECT, PROJECT]);
  });

  test('what the student has chosen to show is still chosen in the next daemon', async () => {
    await desk.coach.setVisibility(PROJECT, 'nothing');
    await desk.restart();
    expect((await desk.page()).all('connection:init')[0]?.visibility).toBe('nothing');
  });
});

describe('pointers', () => {
  test('add up to so many, then the oldest go', () => {
    const board = new PointerBoard();
    for (let number = 0; number <= MAX_POINTERS; number += 1) {
      board.mark({ id: `m${number}`, path: 'a.ts', start: 1, end: 1, style: 'hint' });
      board.say({ id: `s${number}`, message: 'm', type: 'info' });
      board.glow([{ path: `f${number}`, style: 'suggested' }]);
    }
    const { marks, glows, messages } = board.now;
    expect([marks.length, glows.length, messages.length]).toEqual(Array(3).fill(MAX_POINTERS));
    expect([marks[0]?.id, glows[0]?.path, messages[0]?.id]).toEqual(['m1', 'f1', 's1']);
  });

  test('let a file glow in one way: the last', () => {
    const board = new PointerBoard();
    board.glow([
      { path: 'a', style: 'suggested' },
      { path: 'b', style: 'suggested' },
    ]);
    board.glow([{ path: 'a', style: 'critical' }]);
    expect(board.now.glows).toEqual([
      { path: 'b', style: 'suggested' },
      { path: 'a', style: 'critical' },
    ]);
  });
});
