import { describe, expect, it } from 'vitest';
import { fetchHistory } from '../../src/client/server/history.js';
import { ScrollAmount } from '../../src/terminal/history/gestures/scroll-amount.js';
import { findRow, type Rows } from '../../src/terminal/history/pages/align.js';
import { answerJson, serve, unusedPort } from '../support/http.js';

function rows(...texts: string[]): Rows {
  return { length: texts.length, text: (row) => texts[row] ?? '' };
}

function numbers(from: number, to: number): Rows {
  return rows(...Array.from({ length: to - from + 1 }, (_, at) => String(from + at)));
}

describe('the place of a row in a later snapshot', () => {
  it('is the guess where nothing was forgotten', () => {
    expect(findRow(numbers(1, 100), numbers(1, 300), 80, 80)).toBe(80);
  });

  it('is further up where the oldest lines were forgotten', () => {
    expect(findRow(numbers(1, 100), numbers(61, 300), 80, 80)).toBe(20);
  });

  it('is further down where the later one goes further up', () => {
    expect(findRow(numbers(61, 100), numbers(1, 100), 20, 20)).toBe(80);
  });

  it('is found by what is above it, as single lines repeat', () => {
    const before = rows('a', 'same', 'b', 'same');
    expect(findRow(before, rows('a', 'same', 'b', 'same', 'c', 'same'), 3, 5)).toBe(3);
  });

  it('is nowhere where all of it was forgotten', () => {
    expect(findRow(numbers(1, 100), numbers(500, 900), 80, 80)).toBeUndefined();
  });
});

describe('the turns of a wheel', () => {
  it('add up to whole lines', () => {
    const amount = new ScrollAmount();
    const turns = Array.from({ length: 10 }, () => amount.turn({ delta: -4, mode: 0 }, 16, 40));
    expect(turns.reduce((sum, lines) => sum + lines)).toBe(-2);
    expect(turns.filter((lines) => lines !== 0)).toEqual([-1, -1]);
  });

  it('begin anew in the other direction', () => {
    const amount = new ScrollAmount();
    expect(amount.turn({ delta: -15, mode: 0 }, 16, 40)).toBe(-0);
    expect(amount.turn({ delta: 16, mode: 0 }, 16, 40)).toBe(1);
  });

  it('may be counted in lines or pages', () => {
    const amount = new ScrollAmount();
    expect(amount.turn({ delta: 3, mode: 1 }, 16, 40)).toBe(3);
    expect(amount.turn({ delta: -1, mode: 2 }, 16, 40)).toBe(-40);
  });

  it('are nothing where there is no height to measure by', () => {
    expect(new ScrollAmount().turn({ delta: -100, mode: 0 }, 0, 40)).toBe(0);
  });
});

describe('asking for the history', () => {
  const history = {
    cols: 80,
    rows: 24,
    lines: 1,
    limit: 50_000,
    from: 0,
    alternate: false,
    ignoresPageKeys: true,
    text: 'a\n',
  };

  it('goes to the address of the terminal, with its ticket', async () => {
    const asked: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      asked.push(request.url);
      answerJson(response, history);
    });
    const terminal = `${server.url.replace('http', 'ws')}/terminal/af-x?ticket=t%2B1`;
    expect(await fetchHistory(terminal, {})).toEqual({ ok: true, value: history });
    await fetchHistory(terminal, { lines: 0, plain: true });
    expect(asked).toEqual([
      '/terminal/af-x/history?ticket=t%2B1',
      '/terminal/af-x/history?ticket=t%2B1&lines=0&style=plain',
    ]);
  });

  it('reads it row by row where it is sent so, and every character that was cut is whole', async () => {
    const { text, ...facts } = { ...history, text: 'a\u{1f600}b\n' };
    const rows = [
      { type: 'facts', facts },
      { type: 'text', text: text.slice(0, 2) },
      { type: 'text', text: text.slice(2) },
    ];
    let sent: object[] = [...rows, { type: 'end' }];
    await using server = await serve((request, response) => {
      expect(request.headers.accept).toBe('application/x-ndjson');
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
      response.end(sent.map((row) => `${JSON.stringify(row)}\n`).join(''));
    });
    const terminal = `${server.url.replace('http', 'ws')}/terminal/af-x?ticket=t`;
    expect(await fetchHistory(terminal, {})).toEqual({ ok: true, value: { ...facts, text } });
    sent = rows;
    expect(await fetchHistory(terminal, {})).toMatchObject({ ok: false, error: { error: 'unreachable' } });
    sent = [{ type: 'rest' }];
    expect(await fetchHistory(terminal, {})).toMatchObject({ ok: false, error: { error: 'unexpected_answer' } });
  });

  it('fails with words where nobody answers', async () => {
    const outcome = await fetchHistory(`ws://127.0.0.1:${await unusedPort()}/terminal/af-x?ticket=t`, {});
    expect(outcome).toMatchObject({ ok: false, error: { error: 'unreachable' } });
  });
});
