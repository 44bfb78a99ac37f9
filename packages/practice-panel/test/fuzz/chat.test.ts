import { anyText, fc, fuzz, oddText } from '@agent-factory/fuzzing';
import { ThreadBuilder } from '@agent-factory/protocol/conversations';
import { expect } from 'vitest';
import { readEvents } from '../../src/client/conversations/read-events.js';
import { type ServerSent, ServerSentParser } from '../../src/client/streams/server-sent.js';
import { blocksOf } from '../../src/react/chat/markdown/blocks.js';
import { safeLink } from '../../src/react/chat/markdown/safe-link.js';
import { withoutAnsi } from '../../src/react/chat/tools/ansi.js';
import { diffOf } from '../../src/react/chat/tools/diff-lines.js';

const line = fc.oneof(
  fc.constantFrom('', ': caught up', 'data', 'data: {}', 'id: 1', 'data: {"id":1,"at":"","event":{"type":"X"}}'),
  oddText.map((text) => `data: ${text}`),
  anyText,
);
const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map((lines) => lines.flat().join(''));

function parse(pieces: readonly string[]): ServerSent[] {
  const parser = new ServerSentParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
}

fuzz({
  parser: 'server-sent events',
  says: 'however a stream is cut, the same messages and comments come of it',
  input: fc.tuple(stream, fc.array(fc.nat(), { maxLength: 5 })),
  holds: ([text, cuts]) => {
    const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
    const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
    expect(parse(pieces)).toEqual(parse([text]));
    expect(parse([...text.split('')])).toEqual(parse([text]));
  },
});

fuzz({
  parser: 'events of a conversation',
  says: 'whatever is sent, reading it ends with a reason, and the thread takes what was let through',
  input: stream,
  holds: async (text) => {
    const builder = new ThreadBuilder();
    const outcome = await readEvents(new Response(text), {
      onEvent: (event) => builder.add(event),
      onCaughtUp: () => {},
      onAlive: () => {},
    });
    expect(outcome.ok).toBe(false);
    expect(builder.snapshot().items).toEqual([]);
  },
});

const markdown = fc
  .array(fc.constantFrom('a', '- b', '1. c', '```', '~~~', '    d', '', '', '> e', '| f |', '# g', '[h]: i', '```js'))
  .map((lines) => lines.join('\n'));

fuzz({
  parser: 'blocks of Markdown',
  says: 'joined, they are the text again, and none is empty',
  input: fc.oneof(markdown, anyText),
  holds: (text) => {
    const blocks = blocksOf(text);
    expect(blocks.join('')).toBe(text);
    if (text !== '') expect(blocks.every((block) => block !== '')).toBe(true);
  },
});

fuzz({
  parser: 'links of an agent',
  says: 'what may be followed leads to the web, a mailbox or this site',
  input: fc.oneof(
    anyText,
    fc
      .tuple(
        fc.constantFrom('javascript:', 'JAVASCRIPT:', 'data:', '//', '/\\', 'https:', ' /', '\tjavascript:'),
        oddText,
      )
      .map(([start, rest]) => start + rest),
  ),
  holds: (href) => {
    const link = safeLink(href);
    if (link === undefined) return;
    const { protocol, origin } = new URL(link, 'http://lessons.test/');
    expect(['http:', 'https:', 'mailto:']).toContain(protocol);
    if (link.startsWith('/')) expect(origin).toBe('http://lessons.test');
  },
});

fuzz({
  parser: 'output of programs',
  says: 'what is left has no control characters but tabs and line ends',
  input: fc.oneof(
    anyText,
    fc
      .array(fc.constantFrom('\u001b[31m', '\u001b]0;x\u0007', '\u001b', '[', 'm', '\r', '\n', 'a', '\u009b'))
      .map((parts) => parts.join('')),
  ),
  holds: (text) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matching them is the point
    expect(withoutAnsi(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
  },
});

fuzz({
  parser: 'patches of an agent',
  says: 'any patch gives lines or nothing, and never throws',
  input: fc.oneof(
    anyText,
    fc
      .array(fc.constantFrom('--- a', '+++ b', '@@ -1,2 +1,2 @@', '@@', '-x', '+y', ' z', '\\ No newline'))
      .map((lines) => lines.join('\n')),
  ),
  holds: (patch) => {
    const diff = diffOf({ path: 'a', patch });
    if (diff !== undefined) expect(diff.added).toBe(diff.lines.filter(({ op }) => op === 'added').length);
  },
});
