import type { Phase } from '@agent-factory/protocol/coach';
import { afterEach, describe, expect, it } from 'vitest';
import { CoachDaemon } from '../support/coach-daemon.js';
import { eventually } from '../support/eventually.js';
import { OpenPage } from '../support/open-workbench.js';

const opened: AsyncDisposable[] = [];

async function setUp() {
  const daemon = await CoachDaemon.start();
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  const peer = await (await daemon.peer()).greet({ hintLevel: 'line' });
  await page.connected();
  return { page, peer, workbench: page.workbench };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

function phase(number: number): Phase {
  const title = `Step ${number}`;
  return { id: `p${number}`, number, title, description: '', status: 'pending', hintLevel: 'file' };
}

describe('the plan', () => {
  it('has its phases by their numbers, in whatever order they are told', async () => {
    const { peer, workbench } = await setUp();
    for (const number of [3, 1, 2])
      peer.send('coaching:phase_update', { phase: phase(number), status: 'active', description: '' });
    const numbers = () => workbench.snapshot().phases.map(({ number }) => number);
    await eventually(() => expect(numbers()).toHaveLength(3));
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it('belongs to no session once that has ended', async () => {
    const { peer, workbench } = await setUp();
    expect(workbench.snapshot().sessionId).toBe('s1');
    peer.send('session:ended', { summary: '' });
    await eventually(() => expect(workbench.snapshot().sessionId).toBeNull());
  });
});

describe('explanations', () => {
  it('of lines that begin alike are kept beside each other', async () => {
    const { peer, workbench } = await setUp();
    for (const line of [3, 5]) {
      const range = { start: { line: 3, column: 1 }, end: { line, column: 1 } };
      peer.send('editor:hover_hint', { path: 'a.py', range, hintText: `Up to ${line}` });
    }
    const texts = () =>
      workbench
        .snapshot()
        .shown.marks.get('a.py')
        ?.map(({ hoverText }) => hoverText);
    await eventually(() => expect(texts()).toContain('Up to 5'));
    expect(texts()).toEqual(['Up to 3', 'Up to 5']);
  });
});

describe('files that glow', () => {
  it('glow as the strongest hint says, also if a weaker one comes after it', async () => {
    const { peer, workbench } = await setUp();
    peer.send('explorer:hint_files', {
      hints: [
        { path: 'a/one.py', style: 'critical', directories: true },
        { path: 'a/two.py', style: 'suggested', directories: true },
      ],
    });
    const { glows } = await eventually(() => {
      const { shown } = workbench.snapshot();
      expect(shown.glows.get('a/two.py')).toBe('suggested');
      return shown;
    });
    expect(glows.get('a')).toBe('critical');
  });
});

describe('failed criteria', () => {
  it('are shown up to as many as a check can have that has not gone wrong as a whole', async () => {
    const { workbench } = await setUp();
    const failure = { path: 'a.py', line: 1, message: 'No', criterion: 'It works' };
    workbench.setFailures(Array.from({ length: 501 }, () => failure));
    expect(workbench.snapshot().failures.get('a.py')).toHaveLength(500);
  });
});
