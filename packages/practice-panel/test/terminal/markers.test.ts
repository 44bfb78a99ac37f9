// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SessionMarkers } from '../../src/client/markers/session-markers.js';
import { MarkerPainter } from '../../src/terminal/markers/painter.js';
import { textWithBadges } from '../../src/terminal/markers/plain-badges.js';
import { cellsOf } from '../../src/terminal/markers/xterm-cells.js';
import { ALL_DRAWN, MarkedTerminal, textOf, written } from '../support/marked-terminal.js';

const STAGE = '[STAGE_COMPLETE:2]';
const PAID = `[PAYMENT_CONFIRMED:2:0x${'ab12'.repeat(16)}]`;
const BADGE = 'Stage 2 ✓';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function open(cols: number, rows: number, look = ALL_DRAWN): MarkedTerminal {
  const terminal = new MarkedTerminal({ cols, rows }, look);
  closing.push(() => terminal.dispose());
  return terminal;
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function expectOnlyBadges(terminal: MarkedTerminal): void {
  expect(terminal.differences()).toEqual([]);
  expect(terminal.seen()).toEqual([]);
}

describe('xterm’s cells', () => {
  it('are read and written as in the version they were looked up in', async () => {
    const terminal = new Terminal({ cols: 20, rows: 2, allowProposedApi: true });
    const cells = cellsOf(terminal);
    if (cells === undefined) throw new Error('xterm is different inside: see xterm-cells.ts');
    const parsed = vi.fn();
    const resized: string[] = [];
    cells.beforeParsing(parsed);
    cells.aroundResizing(
      () => resized.push(`before ${cells.lines.get(0)?.length}`),
      () => resized.push(`after ${cells.lines.get(0)?.length}`),
    );
    await written(terminal, '\x1b[1;4;31;44mA\x1b[0m');
    expect(parsed).toHaveBeenCalledOnce();
    const line = cells.lines.get(0);
    const cell = line?.loadCell(0, { content: 0, fg: 0, bg: 0 });
    expect(line?.getCodePoint(0)).toBe('A'.charCodeAt(0));
    if (line === undefined || cell === undefined) throw new Error('no cell');
    line.setCell(5, cell);
    const copy = terminal.buffer.active.getLine(0)?.getCell(5);
    expect([copy?.getChars(), copy?.isBold() !== 0, copy?.isUnderline() !== 0]).toEqual(['A', true, true]);
    expect([copy?.getFgColor(), copy?.getBgColor()]).toEqual([1, 4]);
    terminal.resize(30, 2);
    expect(resized).toEqual(['before 20', 'after 30']);
    terminal.dispose();
  });

  it('that are different inside leave markers as they are', async () => {
    const terminal = new Terminal({ cols: 20, rows: 2, allowProposedApi: true });
    const other = { buffer: terminal.buffer, write: terminal.write } as unknown as Terminal;
    expect(cellsOf(other)).toBeUndefined();
    const painter = new MarkerPainter(other, ALL_DRAWN);
    painter.follow();
    painter.repaint();
    await painter.paint(() => true);
    await written(terminal, STAGE);
    expect(textOf(terminal)).toContain(STAGE);
    terminal.dispose();
  });
});

describe('a marker in a terminal', () => {
  it('is a badge in exactly its cells', async () => {
    const terminal = open(60, 3);
    await terminal.write(`Well done. \x1b[1;44m${STAGE}\x1b[0m Go on.`);
    expect(terminal.text.split('\n')[0]).toBe(`Well done. ${BADGE}          Go on.`);
    expectOnlyBadges(terminal);
    const [first, blank] = [11, 25].map((col) => terminal.drawn.buffer.active.getLine(0)?.getCell(col));
    expect([first?.isBold(), first?.getBgColor(), blank?.getBgColor()]).toEqual([0, 4, 4]);
  });

  it('has the background of its text also where that has its colours swapped', async () => {
    const terminal = open(60, 3);
    await terminal.write(`\x1b[7;32m${STAGE}\x1b[0m`);
    const [first, blank] = [0, 15].map((col) => terminal.drawn.buffer.active.getLine(0)?.getCell(col));
    expect([first?.isInverse() !== 0, first?.getFgColor(), blank?.isInverse() !== 0]).toEqual([true, 2, true]);
  });

  it('is never seen, at whichever byte it is split, with colours and wide characters around it', async () => {
    const bytes = bytesOf(`学\x1b[31m[STA\x1b[1mGE_COMPL\x1b[38;2;1;2;3mETE:2\x1b[0m] é\r\n${PAID}`);
    for (let at = 1; at < bytes.length; at += 1) {
      const terminal = open(30, 8);
      await terminal.write(bytes.subarray(0, at));
      expectOnlyBadges(terminal);
      await terminal.write(bytes.subarray(at));
      expectOnlyBadges(terminal);
      expect(terminal.text).toContain(BADGE);
      expect(terminal.text).toContain('Stage 2 unlocked');
    }
  });

  it('is never seen while its characters come one by one', async () => {
    const terminal = open(40, 3);
    for (const byte of bytesOf(`ok ${STAGE}`)) {
      await terminal.write(new Uint8Array([byte]));
      expect(terminal.text).not.toContain('[STA');
    }
    expect(terminal.text).toContain(`ok ${BADGE}`);
  });

  it('is a badge wherever it wraps at the right edge', async () => {
    for (let cols = 2; cols <= 40; cols += 1) {
      for (const before of ['', 'Done: ']) {
        const terminal = open(cols, 50);
        await terminal.write(`${before}${STAGE} next`);
        expectOnlyBadges(terminal);
        expect(terminal.text.replace(/\s+/g, ''), `${cols} columns`).toContain('Stage2✓next');
      }
    }
  });

  it.each([
    ['indented', '  a [STAGE_\r\n  COMPLETE:2] b'],
    ['in a frame', '│ a [STAGE_  │\r\n│ COMPLETE:2] b │'],
    ['in a quotation', '▎ a [STAGE_\r\n▎ COMPLETE:2] b'],
    ['in the right one of two columns', 'left │ a [STAGE_\r\nmore │ COMPLETE:2] b'],
    ['in the left one of two columns', 'a [STAGE_   │ right\r\nCOMPLETE:2] b │ more'],
    ['over three rows', '│ [STAGE │\r\n│ _COMPL │\r\n│ ETE:2] │'],
    ['with a bar before its first row only', '▎ a [STAGE_\r\nCOMPLETE:2] b'],
    ['beside a scroll bar', 'a [STAGE_   █\r\nCOMPLETE:2]  ░'],
  ])('is a badge where a program wraps it %s', async (_, text) => {
    const terminal = open(40, 5);
    await terminal.write(text);
    expectOnlyBadges(terminal);
    expect(terminal.text).not.toMatch(/STAGE|COMP/);
    expect(terminal.text.replace(/[│\s]+/g, ' ')).toContain('Stage 2 ✓');
  });

  it('is drawn whole in the first of its rows that has room', async () => {
    const terminal = open(30, 3);
    await terminal.write('twenty-six characters are [STAGE_COMPLETE:2]');
    expect(terminal.text).toContain(BADGE);
  });

  it('is found when it is drawn out of order', async () => {
    const terminal = open(40, 3);
    await terminal.write('\x1b[2;10H_COMPLETE:2] x');
    expect(terminal.text).toContain('_COMPLETE:2] x');
    await terminal.write('\x1b[2;4H[STAGE');
    expect(terminal.text).toContain(`   ${BADGE}`);
    expectOnlyBadges(terminal);
  });

  it('is what the program printed as soon as a part of it is overwritten, moved or repeated', async () => {
    const terminal = open(40, 4);
    await terminal.write(STAGE);
    await terminal.write('\x1b[1;17H3');
    expect(terminal.text).toContain('Stage 3 ✓');
    expectOnlyBadges(terminal);
    await terminal.write('\x1b[1;1H\x1b[4@ab');
    expectOnlyBadges(terminal);
    await terminal.write('\x1b[1;12H##');
    expect(terminal.text).toContain('ab  [STAGE_##MPLETE:3]');
    expectOnlyBadges(terminal);
    await terminal.write(`\r\n${STAGE}\x1b[3b`);
    expectOnlyBadges(terminal);
    expect(terminal.text).toContain(`${BADGE}         ]]]`);
  });

  it('stays a badge as it is scrolled away, laid out for other sizes, and cleared', async () => {
    const terminal = open(40, 4);
    await terminal.write(`one ${STAGE} two`);
    for (const [cols, rows] of [
      [12, 4],
      [9, 4],
      [60, 5],
      [18, 4],
    ] as const) {
      terminal.resize(cols, rows);
      expectOnlyBadges(terminal);
      await terminal.write('');
      expectOnlyBadges(terminal);
    }
    await terminal.write('\r\n'.repeat(6));
    expectOnlyBadges(terminal);
    for (const each of [terminal.drawn, terminal.plain]) each.clear();
    await terminal.write('again');
    expectOnlyBadges(terminal);
    for (const each of [terminal.drawn, terminal.plain]) each.reset();
    await terminal.write(`${STAGE}\x1b[?1049h${STAGE}\x1b[?1049l`);
    expectOnlyBadges(terminal);
    expect(terminal.text.split(BADGE)).toHaveLength(2);
  });

  it('whose first rows have scrolled off the top is not seen either', async () => {
    for (const cols of [4, 10, 17, 30]) {
      const terminal = open(cols, 4);
      const rows = Math.ceil(PAID.length / cols);
      await terminal.write('\x1b[?1049h');
      for (let at = 0; at < PAID.length; at += cols) await terminal.write(PAID.slice(at, at + cols));
      for (let row = 0; row < rows + 4; row += 1) {
        for (const more of ['y', '\r\nx']) {
          expectOnlyBadges(terminal);
          expect(terminal.text).not.toMatch(/ab|12|\]/);
          await terminal.write(more);
        }
      }
    }
  });

  it('of which a new connection has but the end is not seen', async () => {
    const terminal = open(40, 4);
    await terminal.write('MPLETE:2] then\r\n2] and ]');
    expect(terminal.text).toBe('          then\n2] and ]\n\n\n');
    await terminal.write('\x1b[2J\x1b[H');
    await terminal.write('  2] in a list\r\nMPLETE:2]');
    expect(terminal.text).toBe('  2] in a list\nMPLETE:2]\n\n\n');
  });

  it('is drawn in the same turn as it is parsed', async () => {
    const terminal = open(40, 4);
    const atEnd: string[] = [];
    terminal.drawn.write(`first ${STAGE}`, () => queueMicrotask(() => atEnd.push(terminal.text)));
    await new Promise((resolve) => setTimeout(resolve));
    expect(atEnd[0]).toContain(BADGE);
  });

  it.each(['[STAGE_COMPLETE:N]', '[STAGE_COMPLETE:', '[STAGE_COMPLETE: 2]', '[STAGE', '[DUNGEON_COMPLETE'])(
    '%s is text like any other where more follows it',
    async (text) => {
      const terminal = open(40, 4);
      await terminal.write(`say ${text} now`);
      expect(terminal.text).toContain(`say ${text} now`);
    },
  );

  it('is nothing to a terminal that is gone', () => {
    const stop = vi.fn();
    const terminal = new Terminal({ cols: 20, rows: 2, allowProposedApi: true });
    new MarkerPainter(terminal, { ...ALL_DRAWN, onChange: () => stop }).dispose();
    expect(stop).toHaveBeenCalledOnce();
    terminal.dispose();
  });

  it('in a flood of beginnings costs little', async () => {
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 1, allowProposedApi: true });
    const painter = new MarkerPainter(terminal, ALL_DRAWN);
    painter.follow();
    const began = performance.now();
    for (let count = 0; count < 64; count += 1) await written(terminal, '[STAGE_COMPLETE:'.repeat(1024));
    expect(performance.now() - began).toBeLessThan(10_000);
    terminal.dispose();
  });
});

describe('a session’s markers', () => {
  const ALL = { kind: 'course_complete' } as const;
  const TWO = { kind: 'stage_complete', stageNumber: 2 } as const;
  const type = (markers: SessionMarkers, text: string) => {
    for (const character of text) markers.handleTyped(bytesOf(character));
  };

  it('look as the practice server says', async () => {
    const markers = new SessionMarkers();
    const terminal = open(40, 4, markers);
    await terminal.write(`${STAGE}\r\n[DUNGEON_COMPLETE]`);
    expect(terminal.text).toContain('Stage 2 …');
    markers.states.setState(TWO, 'refused');
    expect(terminal.text).toContain('Stage 2 ✗');
    markers.handleFrame({ type: 'stage_complete', stageNumber: 2 });
    markers.handleFrame({ type: 'course_complete' });
    expect(terminal.text).toContain(BADGE);
    expect(terminal.text).toContain('All stages ✓');
    expectOnlyBadges(terminal);
    markers.states.clear();
    expect(terminal.text).toContain('All stages …');
  });

  it('that are typed or pasted stay as they are, and so do their beginnings', async () => {
    const markers = new SessionMarkers();
    const terminal = open(60, 6, markers);
    for (const character of STAGE) {
      type(markers, character);
      await terminal.write(character);
    }
    expect(terminal.text).toContain(STAGE);
    type(markers, '\r[STAGE_COM\r');
    await terminal.write('\r\n[STAGE_COM\r\n');
    expect(terminal.text).toContain('[STAGE_COM\n');
    markers.handleTyped(bytesOf('a [PAYMENT_CONFIRMED:1:0xab] b'));
    await terminal.write('a [PAYMENT_CONFIRMED:1:0xab] [STAGE_COMPLETE:3]');
    expect(terminal.text).toContain('a [PAYMENT_CONFIRMED:1:0xab] Stage 3 …');
    markers.states.setState(TWO, 'complete');
    expect(terminal.text).toContain(BADGE);
  });

  it('that are typed with corrections, arrow keys and reports between are known', () => {
    const markers = new SessionMarkers();
    type(markers, '[STAGX\x7fE_COM');
    markers.handleTyped(bytesOf('\x1b[I\x1b[<35;10;3M\x1b[?1;2c'));
    type(markers, 'PLETE:2]');
    expect(markers.isDrawn(STAGE)).toBe(false);
    expect(markers.isDrawn('[STAGE_COMPLETE:3]')).toBe(true);
    type(markers, '\r');
    expect(markers.isDrawn('[STAGE_COMP')).toBe(true);
  });

  it('are none in a shell, also after the agent has left, but for those that count', async () => {
    const shell = new SessionMarkers();
    shell.setAgent('shell');
    expect(shell.isDrawn(STAGE)).toBe(false);
    const markers = new SessionMarkers();
    markers.setAgent('claude');
    const terminal = open(40, 4, markers);
    await terminal.write(`${STAGE}\r\n[DUNGEON_COMPLETE]\r\n[STAGE_`);
    markers.states.setState(ALL, 'complete');
    expect(terminal.text).not.toContain('[');
    markers.handleFrame({
      type: 'agent_exited',
      agent: 'claude',
      exitCode: 0,
      early: false,
      message: '',
      commands: [],
    });
    expect(terminal.text).toBe(`${STAGE}\nAll stages ✓\n[STAGE_\n\n`);
  });

  it('in a paste of megabytes are remembered without keeping it', () => {
    const markers = new SessionMarkers();
    const began = performance.now();
    for (let count = 0; count < 64; count += 1) markers.handleTyped(bytesOf('[STAGE_COMPLETE:'.repeat(4096)));
    markers.handleTyped(bytesOf('5]'));
    expect(markers.isDrawn('[STAGE_COMPLETE:5]')).toBe(false);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe('a terminal’s text', () => {
  it('has badges in the places of markers, wrapped ones too, and every other character where it was', () => {
    const text = `a ${STAGE} b\n\n│ x [STAGE_  │\n│ COMPLETE:7] y │\nend`;
    expect(textWithBadges(text, ALL_DRAWN)).toBe(`a ${BADGE}          b\n\n│ x          │\n│ Stage 7 ✓   y │\nend`);
  });
});

describe('a terminal with a long history', () => {
  it('is drawn a part at a time, also a marker over the border of two parts', async () => {
    const terminal = new Terminal({ cols: 30, rows: 5, scrollback: 10_000, allowProposedApi: true });
    const painter = new MarkerPainter(terminal, ALL_DRAWN);
    await written(terminal, `${'x\r\n'.repeat(1999)}0123456789012345678 ${STAGE}\r\n${'y\r\n'.repeat(3000)}${STAGE}`);
    await painter.paint(() => true);
    expect(textOf(terminal).split(BADGE)).toHaveLength(3);
    expect(textOf(terminal)).not.toContain('[STAGE');
    terminal.resize(80, 6);
    expect(textOf(terminal)).not.toContain('[STAGE');
    terminal.resize(30, 5);
    terminal.reset();
    painter.forget();
    await written(terminal, STAGE);
    await painter.paint(() => false);
    expect(textOf(terminal)).toContain(STAGE);
    painter.dispose();
    terminal.dispose();
  });
});
