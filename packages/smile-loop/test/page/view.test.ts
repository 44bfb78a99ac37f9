// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/contract/agents.js';
import type { LoopState } from '../../src/contract/loop-state.js';
import type { ObserveEvent } from '../../src/contract/observe-events.js';
import { viewOf } from '../../src/page/view/after.js';
import { blockAt, blocksOf } from '../../src/page/view/blocks.js';
import { elapsedAt } from '../../src/page/view/elapsed.js';

const ENDED: Command = {
  command: 'npm ci',
  exitCode: 1,
  output: 'no lock file',
  startedAtMs: 0,
  durationMs: 5,
  timedOut: false,
};

function live(
  pieces: Extract<ObserveEvent, { type: 'live' }>['pieces'],
  more: { line?: number; dropped?: number } = {},
): ObserveEvent {
  return { type: 'live', role: 'student', iteration: 1, dropped: 0, ...more, pieces };
}

const STATE: LoopState = {
  version: 1,
  runId: 'r',
  iteration: 2,
  phase: 'student',
  status: 'running',
  startTime: '2026-01-01T00:00:00.000Z',
  elapsedMs: 0,
  mentorNotes: ['Install it first.'],
  history: [
    {
      iteration: 1,
      startedAt: '2026-01-01T00:00:00.000Z',
      studentResult: { kind: 'unreadable', raw: 'Hm.', commands: [ENDED] },
      mentorResult: { kind: 'notes', notes: 'Install it first.', unresolvable: false, cut: false },
    },
  ],
  finalResult: null,
};

describe('what the page shows of a run', () => {
  test('pieces of one text are read as one, and a command is one thing from its start to its end', () => {
    const view = viewOf([
      { type: 'iteration_start', iteration: 1, timestamp: '2026-01-01T00:00:00.000Z' },
      live([
        { kind: 'text', text: 'I ins' },
        { kind: 'text', text: 'tall it.' },
      ]),
      live([{ kind: 'command_start', command: 'npm ci' }], { line: 12 }),
      live([{ kind: 'command_end', command: ENDED }]),
    ]);
    expect(view.line).toBe(12);
    expect(view.tries).toEqual([
      {
        iteration: 1,
        startedAt: '2026-01-01T00:00:00.000Z',
        entries: [
          { kind: 'text', role: 'student', text: 'I install it.' },
          { kind: 'command', role: 'student', command: 'npm ci', line: 12, ended: ENDED },
        ],
      },
    ]);
  });

  test('where events were joined, the line is that of the command that began last', () => {
    const { tries } = viewOf([
      live(
        [
          { kind: 'command_start', command: 'npm ci' },
          { kind: 'command_end', command: ENDED },
          { kind: 'command_start', command: 'npm start' },
        ],
        { line: 12 },
      ),
    ]);
    expect(tries[0]?.entries).toEqual([
      { kind: 'command', role: 'student', command: 'npm ci', ended: ENDED },
      { kind: 'command', role: 'student', command: 'npm start', line: 12 },
    ]);
  });

  test('the time is that of the work: a break before it was resumed does not count', () => {
    const run = { name: 't.md', text: '', maxIterations: null, report: null, state: { ...STATE, elapsedMs: 5000 } };
    const at = '2026-01-02T00:00:00.000Z';
    const events = [
      { seq: 1, at, event: { type: 'iteration_start', iteration: 2, timestamp: at } as const },
      { seq: 2, at: '2026-01-02T00:00:01.000Z', event: { type: 'error', message: 'e' } as const },
    ];
    expect(elapsedAt({ ...run, events, recorded: true }, Date.parse(at) + 9000)).toBe(5000);
    expect(elapsedAt({ ...run, events, recorded: false }, Date.parse(at) + 9000)).toBe(14_000);
    expect(elapsedAt({ ...run, events, recorded: false }, Date.parse(at) - 9000)).toBe(5000);
  });

  test('the end of a command whose start was left out is shown all the same', () => {
    const { tries } = viewOf([live([{ kind: 'command_end', command: ENDED }], { dropped: 3 })]);
    expect(tries[0]?.entries).toEqual([
      { kind: 'dropped', count: 3 },
      { kind: 'command', role: 'student', command: 'npm ci', ended: ENDED },
    ]);
  });

  test('who comes late sees what the state tells, and who comes again keeps what they saw', () => {
    const connected: ObserveEvent = { type: 'connected', state: STATE };
    const late = viewOf([connected]);
    expect(late).toMatchObject({ iteration: 2, notes: [{ iteration: 1, text: 'Install it first.' }] });
    expect(late.tries[0]?.entries.map(({ kind }) => kind)).toEqual(['command', 'result', 'notes']);
    const seen = viewOf([live([{ kind: 'text', text: 'Hello.' }]), connected]);
    expect(seen.tries).toEqual([{ iteration: 1, entries: [{ kind: 'text', role: 'student', text: 'Hello.' }] }]);
  });

  test('the end of the run is its status and its outcome', () => {
    const view = viewOf([
      { type: 'loop_complete', status: 'completed', outcome: 'docs_gap', summary: 'One gap.', iterations: 2 },
    ]);
    expect(view).toMatchObject({ status: 'completed', outcome: 'docs_gap', summary: 'One gap.' });
  });
});

describe('the tutorial in blocks', () => {
  test('keep the lines of the text, front matter and blank lines included', () => {
    const blocks = blocksOf('---\ntitle: T\n---\n\n# Head\n\nText\nof two lines.\n\n```sh\nls\n```\n');
    expect(blocks.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [5, 5],
      [7, 8],
      [10, 12],
    ]);
    expect(blockAt(blocks, 11)?.html).toContain('<code class="language-sh"><span data-line="11">ls');
    expect(blockAt(blocks, 9)?.from).toBe(7);
    expect(blockAt(blocks, 0)).toBeUndefined();
  });

  test('align columns without a style, which the page does not allow', () => {
    const [table] = blocksOf('| a | b |\n|---|--:|\n| 1 | 2 |\n');
    expect(table?.html).toContain('<td class="right">2</td>');
    expect(table?.html).not.toContain('style');
  });

  test('run nothing of the tutorial, and load nothing from elsewhere', () => {
    const text = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.org)',
      '![p](https://example.org/p.png) ![q](img/q.png) ![r](//example.org/r.png) !["><b>](x.png)',
    ].join('\n\n');
    const html = blocksOf(text)
      .map((block) => block.html)
      .join('');
    const page = new DOMParser().parseFromString(html, 'text/html');
    expect(page.querySelectorAll('script, [onerror], b')).toHaveLength(0);
    expect([...page.querySelectorAll('a')].map((a) => a.getAttribute('href'))).toEqual(['https://example.org']);
    expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
      'tutorial/img/q.png',
      'tutorial/x.png',
    ]);
  });
});
