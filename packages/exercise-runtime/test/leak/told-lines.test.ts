import { describe, expect, test } from 'vitest';
import { LEAK_IN_ROW, LEAK_LINES, leakOf, linesIn, ownLinesOf, squeezed } from '../../src/index.js';

const SOLUTION = `import json

def total(prices):
    # adds them up
    sum_of_all = 0
    for price in prices:
        if price.isValid():
            sum_of_all += price.amount
    return round(sum_of_all, 2)

print(total(load("prices.json")))
`;
const STARTER = 'import json\n\ndef total(prices):\n    pass\n\nprint(total(load("prices.json")))\n';

const own = (text = SOLUTION, ...known: string[]) => ownLinesOf([{ text }], known.length === 0 ? [STARTER] : known);

/** What somebody gives away who says this. */
async function said(text: string, lines: Awaited<ReturnType<typeof own>>) {
  return leakOf(lines, await linesIn(squeezed(text), lines));
}

describe('[coach truth-leak] lines that only a solution has', () => {
  test('are neither in the starter or a hint, nor what everybody writes', async () => {
    expect(await own()).toEqual([
      'sum_of_all=0',
      'forpriceinprices:',
      'ifprice.isValid():',
      'sum_of_all+=price.amount',
      'returnround(sum_of_all,2)',
    ]);
    const hint = 'A loop goes round: `for price in prices:` takes one after the other.';
    expect(await own(SOLUTION, STARTER, hint)).not.toContain('forpriceinprices:');
  });

  test('are those of all its files, each once and in their order', async () => {
    const files = [{ text: 'a = first()\nb = second()\n' }, { text: 'b = second()\r\nc = third()\r\n' }];
    expect(await ownLinesOf(files, [])).toEqual(['a=first()', 'b=second()', 'c=third()']);
  });

  test('there are none of a solution that is the starter, or empty', async () => {
    expect([await own(STARTER), await own('')]).toEqual([[], []]);
    expect(await said(SOLUTION, [])).toBeUndefined();
  });

  test('of minified code are its parts, and the first of them are told by who tells its beginning', async () => {
    const minified = Array.from({ length: 500 }, (_, index) => `v${index}=f(${index});`).join('');
    const lines = await own(minified);
    expect(lines.length).toBeGreaterThan(LEAK_IN_ROW);
    expect(lines.join('')).toBe(minified);
    expect(await said(minified.slice(0, 2000), lines)).toMatchObject({ inRow: 5 });
  });

  test('of megabytes are found in turns: nobody else waits', async () => {
    const line = (index: number) => `value_${index} = compute(${index}, "${'x'.repeat(60)}")`;
    const huge = Array.from({ length: 25_000 }, (_, index) => line(index)).join('\n');
    const starter = Array.from({ length: 25_000 }, (_, index) => line(index + 12_500)).join('\n');
    let others = 0;
    const clock = setInterval(() => {
      others += 1;
    }, 1);
    const lines = await own(huge, starter);
    const found = await linesIn(squeezed(line(3)), lines);
    clearInterval(clock);
    expect(lines).toHaveLength(1000);
    expect([...found]).toEqual([3]);
    expect(others).toBeGreaterThan(20);
  });
});

describe('[coach truth-leak] a solution is given away', () => {
  test.each([
    ['as it is', (text: string) => text],
    ['indented otherwise', (text: string) => text.replace(/^ */gm, '\t\t')],
    ['in a code fence with words around it', (text: string) => `Try this:\n\`\`\`python\n${text}\`\`\`\nDoes it help?`],
    ['wrapped anywhere', (text: string) => text.replace(/(.{7})/g, '$1\n')],
    ['in a frame that a terminal draws', (text: string) => text.replace(/^/gm, '│ ').replace(/$/gm, ' │')],
    ['with characters that nobody sees', (text: string) => [...text].join('\u200b')],
    ['as a diff', (text: string) => text.replace(/^/gm, '+ ')],
    ['numbered', (text: string) => text.replace(/^/gm, '12 │ ')],
  ])('%s', async (_how, written) => {
    expect(await said(written(SOLUTION), await own())).toEqual({ lines: 5, inRow: 5, of: 5 });
  });

  test('by so many lines one after the other, or anywhere in it', async () => {
    const lines = await own(Array.from({ length: 12 }, (_, index) => `step_${index}(data)`).join('\n'));
    const some = (...places: number[]) => leakOf(lines, new Set(places));
    expect(some(4, 5)).toBeUndefined();
    expect(some(4, 5, 6)).toEqual({ lines: LEAK_IN_ROW, inRow: LEAK_IN_ROW, of: 12 });
    expect(some(0, 2, 4, 6)).toBeUndefined();
    expect(some(0, 2, 4, 6, 8)).toEqual({ lines: LEAK_LINES, inRow: 1, of: 12 });
    expect(leakOf(lines, new Set())).toBeUndefined();
  });

  test('by its one line, where it has but one, and by both of two', async () => {
    const one = await own('print(sum(values))');
    expect(await said('Write print( sum(values) ), that is all.', one)).toEqual({ lines: 1, inRow: 1, of: 1 });
    const two = await own('a = first()\nb = second()');
    expect(await said('Write a = first() there.', two)).toBeUndefined();
    expect(await said('Write a = first()\nb = second()', two)).toMatchObject({ lines: 2 });
  });

  test('not by other names, which nobody looks through, nor by talk about it', async () => {
    const lines = await own();
    expect(await said(SOLUTION.replaceAll('sum_of_all', 'result').replaceAll('price', 'item'), lines)).toBeUndefined();
    expect(
      await said('Go through prices one by one; which of them count? Add them up, then round.', lines),
    ).toBeUndefined();
  });
});
