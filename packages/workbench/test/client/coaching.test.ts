import type { CoachMessage, HintLevel, Mark, Phase } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import { CoachDaemon, PROJECT_STATE } from './support/coach-daemon.js';
import { eventually } from './support/eventually.js';
import { OpenPage } from './support/open-workbench.js';

const opened: AsyncDisposable[] = [];
const MARK: Mark = { id: 'm1', path: 'src/a.py', start: 2, end: 4, style: 'focus', hoverText: 'Why twice?' };
const { hoverText: _, ...SILENT_MARK } = MARK;

async function setUp(hintLevel: HintLevel = 'line') {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  const peer = await (await daemon.peer()).greet({ hintLevel });
  await page.connected();
  const { workbench } = page;
  /** Waits until everything that was sent has arrived. */
  const settled = async () => {
    const summary = workbench.snapshot().sessionId;
    peer.send('connection:error', { code: 'internal', message: `settled ${summary}`, context: {} });
    const find = () => workbench.snapshot().problems.find(({ code }) => code === 'internal');
    await eventually(() => expect(find()).toBeDefined());
    workbench.dismissProblem(find()?.id ?? '');
    return workbench.snapshot().shown;
  };
  return { daemon, page, peer, workbench, settled };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('what the agent points at', () => {
  it.each<[HintLevel, Mark | undefined, boolean]>([
    ['none', undefined, false],
    ['file', undefined, true],
    ['region', SILENT_MARK, true],
    ['line', MARK, true],
  ])('shows at the hint level %s just what that level is for', async (level, mark, glows) => {
    const { peer, settled } = await setUp(level);
    peer.send('editor:highlight_lines', MARK);
    peer.send('explorer:hint_files', { hints: [{ path: 'src/a.py', style: 'important' }] });
    peer.send('coaching:message', { id: 'c1', message: 'Hello', type: 'info' });
    const shown = await settled();
    expect(shown.marks.get('src/a.py')).toEqual(mark && [mark]);
    expect(shown.glows.has('src/a.py')).toBe(glows);
    expect(shown.toasts).toHaveLength(1);
  });

  it('adds up until it is cleared, for one file or for all', async () => {
    const { peer, settled } = await setUp();
    peer.send('editor:highlight_lines', MARK);
    peer.send('editor:decorations', { path: 'b.py', decorations: [{ ...MARK, id: 'm2', path: 'b.py' }] });
    peer.send('editor:highlight_lines', { ...MARK, id: 'm3', start: 9, end: 9 });
    peer.send('editor:highlight_lines', { ...MARK, end: 5 });
    expect((await settled()).marks.get('src/a.py')?.map(({ id, end }) => [id, end])).toEqual([
      ['m3', 9],
      ['m1', 5],
    ]);
    peer.send('editor:clear_highlights', { path: 'src/a.py' });
    expect([...(await settled()).marks.keys()]).toEqual(['b.py']);
    peer.send('editor:clear_decorations', {});
    expect((await settled()).marks.size).toBe(0);
  });

  it('keeps the lists of a file the same while only another file’s change', async () => {
    const { peer, settled } = await setUp('region');
    peer.send('editor:highlight_lines', MARK);
    const before = (await settled()).marks.get('src/a.py');
    peer.send('editor:highlight_lines', { ...MARK, id: 'm2', path: 'b.py' });
    const { marks } = await settled();
    expect(marks.size).toBe(2);
    expect(marks.get('src/a.py')).toBe(before);
  });

  it('lets the folders above a file glow where that is asked for, the strongest first', async () => {
    const { peer, settled } = await setUp('file');
    const hints = [
      { path: 'a/b/one.py', style: 'suggested', directories: true },
      { path: 'a/two.py', style: 'critical', directories: true },
      { path: 'c/three.py', style: 'important' },
    ] as const;
    peer.send('explorer:hint_files', { hints: [...hints] });
    expect(Object.fromEntries((await settled()).glows)).toEqual({
      a: 'critical',
      'a/b': 'suggested',
      'a/b/one.py': 'suggested',
      'a/two.py': 'critical',
      'c/three.py': 'important',
    });
    peer.send('explorer:clear_hints', {});
    expect((await settled()).glows.size).toBe(0);
  });

  it('shows an explanation at its lines', async () => {
    const { peer, settled } = await setUp();
    const range = { start: { line: 3, column: 1 }, end: { line: 5, column: 1 } };
    peer.send('editor:hover_hint', { path: 'a.py', range, hintText: 'Look here' });
    expect((await settled()).marks.get('a.py')).toMatchObject([{ start: 3, end: 5, hoverText: 'Look here' }]);
  });

  it('never grows beyond what a page can show', async () => {
    const { peer, settled } = await setUp();
    for (let at = 0; at < 520; at += 1) peer.send('editor:highlight_lines', { ...MARK, id: `m${at}` });
    const marks = (await settled()).marks.get('src/a.py');
    expect(marks).toHaveLength(500);
    expect(marks?.at(-1)?.id).toBe('m519');
  });
});

describe('what the agent says', () => {
  const toast: CoachMessage = { id: 'c1', message: 'Well done', type: 'success' };
  const balloon: CoachMessage = { id: 'c2', message: 'Here', type: 'hint', anchor: { path: 'a.py', line: 3 } };

  it('is a balloon at its place, or a toast, also without any hints', async () => {
    const { peer, settled } = await setUp('none');
    peer.send('coaching:message', toast);
    peer.send('coaching:message', balloon);
    const shown = await settled();
    expect(shown.toasts).toEqual([toast]);
    expect(shown.balloons.get('a.py')).toEqual([balloon]);
  });

  it('stays away once it was dismissed, also when the daemon sends its state anew', async () => {
    const { peer, workbench, settled } = await setUp();
    peer.send('coaching:message', toast);
    peer.send('coaching:message', balloon);
    await settled();
    workbench.dismissMessage('c1');
    expect(workbench.snapshot().shown.toasts).toEqual([]);
    const pointers = { marks: [], glows: [], messages: [toast, balloon] };
    peer.send('connection:init', { ...PROJECT_STATE, pointers });
    const shown = await settled();
    expect(shown.toasts).toEqual([]);
    expect(shown.balloons.get('a.py')).toEqual([balloon]);
  });
});

describe('the plan', () => {
  const phase = (number: number): Phase => ({
    id: `p${number}`,
    number,
    title: `Step ${number}`,
    description: '',
    status: 'pending',
    hintLevel: 'file',
  });

  it('comes with the session, moves on, and shows the issue above it', async () => {
    const { peer, workbench, settled } = await setUp();
    const issue = { number: 12, title: 'Carts', summary: 'Add carts', labels: ['shop'], url: '' };
    peer.send('session:started', { issueContext: null, phases: [phase(1), phase(2)], hintLevel: 'region' });
    peer.send('coaching:issue_context', issue);
    peer.send('coaching:phase_update', { phase: phase(1), status: 'complete', description: '' });
    peer.send('coaching:phase_update', { phase: phase(3), status: 'active', description: '' });
    await settled();
    const { phases, hintLevel } = workbench.snapshot();
    expect(phases.map(({ number, status }) => [number, status])).toEqual([
      [1, 'complete'],
      [2, 'pending'],
      [3, 'active'],
    ]);
    expect(hintLevel).toBe('region');
    expect(workbench.snapshot().issue).toEqual(issue);
  });
});

describe('the hint level', () => {
  it('[coaching-backend 5.5] is told to the daemon with the one before, and shows at once', async () => {
    const { peer, workbench, settled } = await setUp('none');
    peer.send('editor:highlight_lines', MARK);
    await settled();
    workbench.setHintLevel('line');
    expect(workbench.snapshot().shown.marks.get('src/a.py')).toEqual([MARK]);
    expect((await peer.message('hints:level_change')).payload).toEqual({ level: 'line', previousLevel: 'none' });
    workbench.setHintLevel('line');
    workbench.setHintLevel('none');
    expect((await peer.message('hints:level_change')).payload).toEqual({ level: 'none', previousLevel: 'line' });
  });

  it('that was chosen without a connection is told when that is back', async () => {
    const { daemon, page, peer, workbench } = await setUp('none');
    peer.socket.terminate();
    await eventually(() => expect(workbench.snapshot().connection.status).toBe('waiting'));
    workbench.setHintLevel('region');
    page.clock.advance(250);
    const again = await (await daemon.peer()).greet({ hintLevel: 'none' });
    const { payload } = await again.message('hints:level_change');
    expect(payload).toEqual({ level: 'region', previousLevel: 'none' });
    expect(workbench.snapshot().hintLevel).toBe('region');
  });
});

describe('failed criteria', () => {
  it('are known by file, whatever the hint level, and the list of a file stays the same with it', async () => {
    const { workbench } = await setUp('none');
    const failure = { path: 'agent.py', line: 25, message: 'No greeting', criterion: 'It greets' };
    workbench.setFailures([failure, { ...failure, path: 'b.py' }]);
    const before = workbench.snapshot().failures.get('agent.py');
    expect(before).toEqual([failure]);
    workbench.setFailures([failure]);
    expect(workbench.snapshot().failures.get('agent.py')).toBe(before);
    expect(workbench.snapshot().failures.size).toBe(1);
  });
});
