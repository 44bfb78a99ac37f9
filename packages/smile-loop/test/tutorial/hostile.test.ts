import { describe, expect, it } from 'vitest';
import { namedHosts } from '../../src/tutorial/hosts.js';
import { imageReferences } from '../../src/tutorial/image-references.js';
import { findQuote, lineOfCommand } from '../../src/tutorial/lines.js';

/** What a tutorial has at most. */
const CHARS = 100_000;
/** More than ten times what any of these takes, and a part of what each has taken when it was quadratic. */
const MOMENT_MS = 5000;
/** Characters of a text that a student tells at most, each of them another. */
const DISTINCT = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');

function many(part: string, chars = CHARS): string {
  return part.repeat(chars / part.length);
}

/** Of the processor's time: what else a machine does at once is no matter of the text. */
function milliseconds(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

describe('a hostile tutorial takes a moment', () => {
  it.each([
    ['marks after an address', `http://${many('.')}a`],
    ['brackets in an address', `http://x${many(')')}]a`],
  ])('whose hosts are looked for: %s', (_, text) => {
    expect(milliseconds(() => namedHosts(text))).toBeLessThan(MOMENT_MS);
  });

  it('and a host that is longer than any is none', () => {
    // To make ASCII of it takes seconds.
    expect(namedHosts(`http://${DISTINCT} http://a.io`)).toEqual(['a.io']);
  });

  it.each([
    ['tags without an end', '<img '],
    ['tags on lines of their own', '<img src=a>\n'],
  ])('whose images are looked for: %s', (_, tag) => {
    // More than a tutorial has: what is slow here takes a second or two for that.
    expect(milliseconds(() => imageReferences(`<p>\n${many(tag, 4 * CHARS)}`))).toBeLessThan(MOMENT_MS);
  });

  it.each([
    ['blank lines', many('\n'), DISTINCT],
    ['one character', many('a'), `${many('a', 10_000)}b${many('a', 9999)}`],
  ])('in which ten quotes are looked for: %s', (_, text, quote) => {
    const search = () => Array.from({ length: 10 }, () => findQuote(text, quote));
    expect(milliseconds(search)).toBeLessThan(MOMENT_MS);
  });

  it.each([
    ['of many parts', many('b;', 20_000)],
    ['of many lines', `${many('a\n', 20_000)}b`],
  ])('in whose code ten commands are looked for: %s', (_, command) => {
    const text = `\`\`\`\n${many('a\n')}\`\`\`\n`;
    const search = () => Array.from({ length: 10 }, () => lineOfCommand(text, command));
    expect(milliseconds(search)).toBeLessThan(MOMENT_MS);
  });
});

it('lines are those of the text that is asked for, whatever was asked before', () => {
  const [one, other] = ['# A\n\n    npm ci\n', '# A\n\ntext\n\n    npm ci\n'];
  const places = [one, other, one].map((text) => [lineOfCommand(text, 'npm ci'), findQuote(text, 'npm  ci')?.line]);
  expect(places).toEqual([
    [3, 3],
    [5, 5],
    [3, 3],
  ]);
});
