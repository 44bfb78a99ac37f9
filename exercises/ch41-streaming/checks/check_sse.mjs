// Checks of sse.mjs: bytes to text, and text to events.
import { during, within } from './check_case.mjs';
import { expectEqual, place, required, show } from './check_expect.mjs';
import { atOnce, observer } from './check_remote.mjs';

const FILE = 'sse.mjs';
const TEXTS = ['Grüße, 你好 und 🌊!', 'naïve — 7 €', '👩‍🚀👍🏽'];

export async function keepsCharactersWhole(module) {
  const decode = required(module, 'decode', FILE);
  const where = place(FILE, 'decode');
  const { joined } = await observer(module, 'observe_text');
  const hint = 'The bytes that are missing come with the next chunk. Who remembers those that are there already?';
  for (const text of ['plain letters', ...TEXTS]) {
    const bytes = new TextEncoder().encode(text);
    for (const [how, chunks] of waysToCut(bytes)) {
      const what = `decode, for the bytes of ${show(text)}, ${how}`;
      const found = await during(what, hint, () => joined(decode, chunks));
      expectEqual(found, text, `The text of ${what},`, hint, where);
    }
  }
  await yieldsAtOnce(decode, where);
}

function* waysToCut(bytes) {
  yield ['in one chunk', [bytes]];
  for (let at = 1; at < bytes.length; at += 1) {
    yield [`in two chunks, of ${at} and ${bytes.length - at}`, [bytes.subarray(0, at), bytes.subarray(at)]];
  }
  yield ['one at a time', Array.from(bytes, (byte) => Uint8Array.of(byte))];
  yield ['with an empty chunk between two', [bytes.subarray(0, 1), new Uint8Array(0), bytes.subarray(1)]];
}

/** The second chunk never comes. */
async function yieldsAtOnce(decode, where) {
  async function* chunks() {
    yield new TextEncoder().encode('now');
    await new Promise(() => {});
  }
  const message = `The text of a chunk should be there before the next chunk is, but none came (${where}).`;
  const hint = 'What is sure is yielded at once. Are you collecting all chunks first?';
  const facts = { expected: "'now'", found: 'nothing yet', where };
  const first = async () => {
    for await (const piece of await decode(chunks())) if (piece) return piece;
  };
  expectEqual(await within(first(), message, hint, facts), 'now', 'The text of the first chunk', hint, where);
}

const VALUE = 'What belongs to the value: which of the ":", and which of the spaces?';
const NOTHING = 'Which lines say nothing? And is there an event without any data line?';
const NEXT = 'What does the next event know of the one before it?';

// biome-ignore format: a table is read by lines
const LINES = [
  ['an event with a type', 'event: text\ndata: hello\n\n', [['text', 'hello']], 'Line by line: a name, a value.'],
  ['the data before the type', 'data: hello\nevent: text\n\n', [['text', 'hello']], 'Lines may come in any order.'],
  ['an event without a type', 'data: hello\n\n', [['message', 'hello']], 'Without an event line, the type is "message".'],
  ['three data lines', 'data: a\ndata:\ndata: c\n\n', [['message', 'a\n\nc']], 'Data lines are joined by "\\n", an empty one as well.'],
  ['no space behind the ":"', 'event:sum\ndata:7\n\n', [['sum', '7']], VALUE],
  ['two spaces behind the ":", and some at the end', 'data:  x  \n\n', [['message', ' x  ']], VALUE],
  ['a value with ":" in it', 'data: {"url": "http://sea.example:80"}\n\n', [['message', '{"url": "http://sea.example:80"}']], VALUE],
  ['a data line without ":"', 'event: mark\ndata\n\n', [['mark', '']], 'A line without ":" is a name, and its value is empty.'],
  ['an empty data line', 'data:\n\n', [['message', '']], 'An empty text is data too: it is not the same as no data line.'],
  ['comments', ': hello\ndata: a\n:data: b\n: event: c\n\n', [['message', 'a']], NOTHING],
  ['names that are ignored', 'id: 7\nretry: 10\nDATA: b\ndatas: c\ndata: a\nevents: d\n\n', [['message', 'a']], 'Only the names event and data count, written exactly so.'],
  ['an event without data', 'event: ping\n\ndata: a\n\n', [['message', 'a']], NOTHING],
  ['empty lines and comments only', '\n\n: tick\n\n\n', [], NOTHING],
  ['two events', 'event: a\ndata: 1\n\ndata: 2\n\n', [['a', '1'], ['message', '2']], NEXT],
  ['an event whose empty line is missing', 'data: 1\n\ndata: 2\n', [['message', '1']], 'An event is complete at its empty line.'],
  ['a "\\r" in the middle of a line', 'data: a\rb\rc \n\n', [['message', 'a\rb\rc ']], 'A line ends with "\\n" or with "\\r\\n". A "\\r" alone is a character like any other.'],
  ['spaces around a type', 'event:  text \ndata: a\n\n', [[' text ', 'a']], VALUE],
  ['line ends of two characters', 'event: text\r\ndata: a\r\ndata: b\r\n\r\n', [['text', 'a\nb']], 'A line may end with "\\r\\n". Neither of the two belongs to it.'],
];

export async function readsLines(module) {
  const EventParser = required(module, 'EventParser', FILE);
  for (const [what, text, events, hint] of LINES) {
    const found = await during(`EventParser, with ${what}`, hint, () => atOnce(new EventParser().push(text)));
    expectEqual(plain(found), asEvents(events), `With ${what}, push(${show(text)})`, hint, place(FILE, 'push'));
  }
}

const asEvents = (events) => events.map(([type, data]) => ({ type, data }));
/** Only what is asked for: further fields do no harm. */
const plain = (found) =>
  Array.isArray(found) ? found.map((event) => (event ? { type: event.type, data: event.data } : event)) : found;

const STREAM =
  ': hi\r\n\r\nevent: text\r\ndata: a:b\r\n\r\nevent: none\n\ndata: one\ndata:  two\n\nevent: sea\ndata: 🌊\n\n';
const WHOLE = asEvents([
  ['text', 'a:b'],
  ['message', 'one\n two'],
  ['sea', '🌊'],
]);

export async function readsPieces(module) {
  const EventParser = required(module, 'EventParser', FILE);
  const where = place(FILE, 'push');
  const hint =
    'What is left of a piece when its last line end is taken away? And what of an event, before its empty line?';
  for (const [how, pieces] of waysToSplit(STREAM)) {
    const what = `the pieces ${how}`;
    const found = await during(`EventParser, with ${what}`, hint, async () =>
      (await pushed(new EventParser(), pieces)).flat(),
    );
    expectEqual(plain(found), WHOLE, `The events of ${what}`, hint, where);
  }
  await isPrompt(EventParser, where);
  await sharesNothing(EventParser, where);
}

function* waysToSplit(text) {
  for (let at = 1; at < text.length; at += 1) {
    const pieces = [text.slice(0, at), text.slice(at)];
    yield [`${show(pieces[0].slice(-12))} | ${show(pieces[1].slice(0, 12))} (cut after ${at} characters)`, pieces];
  }
  yield ['of one character each', text.split('')];
  yield ['with empty ones between them', ['', ...text.split(/(?=\n)/).flatMap((piece) => [piece, ''])]];
}

function pushed(parser, pieces) {
  return Promise.all(pieces.map((piece) => atOnce(parser.push(piece))));
}

async function isPrompt(EventParser, where) {
  const hint = 'An event is returned by the push that brings the end of its empty line, not by a later one.';
  const pieces = ['event: a\ndata: 1\n', '\nevent: b', '\r\ndata: 2\r\n', '\r\n', 'data: 3\n\ndata: 4\n\nda'];
  const what = `What push returns for each of ${show(pieces)}`;
  const found = await during('EventParser, with five pieces', hint, async () =>
    (await pushed(new EventParser(), pieces)).map(plain),
  );
  const wanted = [
    [],
    [['a', '1']],
    [],
    [['b', '2']],
    [
      ['message', '3'],
      ['message', '4'],
    ],
  ];
  expectEqual(found, wanted.map(asEvents), what, hint, where);
}

async function sharesNothing(EventParser, where) {
  const hint = 'Every parser has a rest of its own. Where is yours kept?';
  const [one, other] = [new EventParser(), new EventParser()];
  const found = await during('Two EventParsers in turns', hint, async () => [
    ...(await pushed(one, ['event: x\ndata: 1'])),
    ...(await pushed(other, ['data: 2\n\n'])).map(plain),
    ...(await pushed(one, ['\n\n'])).map(plain),
  ]);
  const wanted = [[], [['message', '2']], [['x', '1']]].map(asEvents);
  expectEqual(found, wanted, 'What two parsers return that are used in turns', hint, where);
}
