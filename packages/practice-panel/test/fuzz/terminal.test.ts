// @vitest-environment happy-dom
import { anyText, fc, fuzz, oddText, validDocuments, wellFormed } from '@agent-factory/fuzzing';
import type { WidthsResponse } from '@agent-factory/protocol';
import { Terminal } from '@xterm/xterm';
import { expect, vi } from 'vitest';
import { allowClipboardWrites } from '../../src/terminal/input/clipboard.js';
import { cutBytes, encodeInput } from '../../src/terminal/input/input.js';
import { linkHandler } from '../../src/terminal/links/links.js';
import { WidthTable } from '../../src/terminal/widths/width-table.js';

const MAX_CLIPBOARD_LENGTH = 1024 * 1024;

const copied: string[] = [];
vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
const opened: unknown[][] = [];
vi.spyOn(window, 'open').mockImplementation((...args) => {
  opened.push(args);
  return null;
});

/** What a terminal with our handlers types by itself when a program prints this. */
async function answersTo(printed: string): Promise<string> {
  const terminal = new Terminal({ allowProposedApi: true, linkHandler });
  allowClipboardWrites(terminal);
  let typed = '';
  terminal.onData((data) => {
    typed += data;
  });
  await new Promise<void>((resolve) => terminal.write(printed, resolve));
  terminal.dispose();
  return typed;
}

const base64 = anyText.map((text) => Buffer.from(text).toString('base64'));
const argument = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('', 'c', '?', ' ?', 'ls -l') },
  { weight: 2, arbitrary: base64 },
  { weight: 1, arbitrary: oddText },
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the sequence
const inSequence = (text: string) => text.replace(/[\x00-\x1f\x7f-\x9f]/g, '');
const clipboardSequence = fc
  .array(argument, { minLength: 1, maxLength: 4 })
  .map((parts) => inSequence(parts.join(';')));

fuzz({
  parser: 'clipboard sequences',
  says: 'a program puts text there that it has encoded, and is never answered, whatever it asks',
  input: clipboardSequence,
  cost: 4,
  holds: async (data) => {
    copied.length = 0;
    expect(await answersTo(`\x1b]52;${data}\x07`)).toBe('');
    expect(copied.length).toBeLessThanOrEqual(1);
    const [text = ''] = copied;
    expect(text.length).toBeLessThanOrEqual(MAX_CLIPBOARD_LENGTH);
    if (text !== '') expect(Buffer.from(text).toString('base64')).toBe(data.split(';')[1]);
  },
});

const titleOrLink = fc
  .tuple(
    fc.constantFrom('0', '1', '2', '8', '7', '133', '1337'),
    clipboardSequence,
    fc.constantFrom('\x07', '\x1b\\', '\x18', ''),
  )
  .map(([code, data, end]) => `\x1b]${code};${data}${end}`);

fuzz({
  parser: 'titles and links',
  says: 'a sequence of a program neither answers, nor opens, nor renames the page',
  input: fc.array(fc.oneof(titleOrLink, oddText.map(inSequence)), { maxLength: 5 }).map((parts) => parts.join('')),
  cost: 4,
  holds: async (printed) => {
    opened.length = 0;
    document.title = 'the lesson';
    expect(await answersTo(printed)).toBe('');
    expect(opened).toEqual([]);
    expect(document.title).toBe('the lesson');
  },
});

const address = fc.oneof(
  fc.webUrl(),
  oddText,
  fc
    .tuple(
      fc.constantFrom(
        'http:',
        'https://',
        'mailto:',
        'javascript:',
        'JAVASCRIPT:',
        ' java\nscript:',
        'data:',
        'file://',
        'vscode:',
        'blob:http://',
        '//',
      ),
      oddText,
    )
    .map((parts) => parts.join('')),
);

fuzz({
  parser: 'titles and links',
  says: 'a click leads to pages and mail alone, in a tab that knows nothing of this one',
  input: address,
  holds: (uri) => {
    opened.length = 0;
    linkHandler.activate(new MouseEvent('click'), uri, { start: { x: 1, y: 1 }, end: { x: 2, y: 1 } });
    for (const [target, ...others] of opened) {
      expect(['http:', 'https:', 'mailto:']).toContain(new URL(String(target)).protocol);
      expect(others).toEqual(['_blank', 'noopener,noreferrer']);
    }
  },
});

fuzz({
  parser: 'typed text',
  says: 'its pieces are the text again, and none is longer than it may be',
  input: fc.tuple(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 4, max: 50 })),
  holds: ([text, most]) => {
    const pieces = encodeInput(text, most);
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    expect(pieces.map((piece) => strict.decode(piece)).join('')).toBe(text);
    expect(pieces.every(({ length }) => length > 0 && length <= most)).toBe(true);
  },
});

fuzz({
  parser: 'typed text',
  says: 'bytes that are no text come whole',
  input: fc.tuple(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 4, max: 50 })),
  holds: ([bytes, most]) => {
    const pieces = cutBytes(new Uint8Array(bytes), most);
    expect(Buffer.concat(pieces).equals(Buffer.from(bytes))).toBe(true);
    expect(pieces.every(({ length }) => length > 0 && length <= most)).toBe(true);
  },
});

/** How xterm packs them: whether a character joins the one before it, and the width of the whole. */
const [JOINS, WIDTH] = [1, 6];

const point = fc.oneof(
  fc.integer({ min: 0x80, max: 0x3000 }),
  fc.integer({ min: 0x1f000, max: 0x1ffff }),
  fc.integer({ min: 0x80, max: 0x10ffff }),
);
const width = fc.constantFrom(0, 1, 2);
const widths: fc.Arbitrary<WidthsResponse> = fc.record({
  tmux: fc.constant('3.6'),
  ranges: fc.array(fc.tuple(point, point, width), { maxLength: 20 }),
  joins: fc.record({
    zwj: fc.boolean(),
    variationSelector: fc.boolean(),
    modifierBases: fc.array(fc.tuple(point, point), { maxLength: 5 }),
    flags: fc.constantFrom('apart', 'pairs', 'modifiers'),
  }),
  maxCharacterBytes: fc.integer({ min: 4, max: 255 }),
});
const printedText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), oddText.map(wellFormed));

fuzz({
  parser: 'widths of characters',
  says: 'every text has cells of a width that there is, and a character no more bytes than tmux keeps',
  input: fc.tuple(
    fc.oneof(widths, fc.constantFrom(...(validDocuments('widthsResponse') as WidthsResponse[]))),
    printedText,
  ),
  cost: 8,
  holds: ([answer, text]) => {
    const table = new WidthTable(answer);
    const characters = [...text].map((character) => ({
      bytes: Buffer.byteLength(character),
      properties: 0,
      point: character.codePointAt(0) ?? 0,
    }));
    for (const [index, each] of characters.entries()) {
      const before = characters[index - 1];
      each.properties = table.propertiesOf(each.point, before?.properties ?? 0);
      if (each.properties & JOINS) each.bytes += before?.bytes ?? 0;
    }
    expect(characters.filter(({ properties }) => (properties & WIDTH) === WIDTH)).toEqual([]);
    expect(characters.filter(({ bytes }) => bytes > answer.maxCharacterBytes)).toEqual([]);
  },
});
