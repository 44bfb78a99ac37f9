// Checks of ask.mjs: an answer is followed to its end, whatever that is.
import { during, within } from './check_case.mjs';
import { expect, expectEqual, Failed, place, pretty, required, show } from './check_expect.mjs';
import { begin, DONE, events, eventsThenSilence, line, promised, startServer, text } from './check_server.mjs';

const FILE = 'ask.mjs';
const CALL = [
  line('call', { index: 0, id: 'c-9', name: 'pay' }),
  line('arguments', { index: 0, part: '{"cents": 5}' }),
];

export async function followsAnswers(module) {
  const ask = required(module, 'ask', FILE);
  await asksAndAnswers(ask);
  await givesTextAtOnce(ask);
  await endsAtDone(ask);
  await saysWhenItIsCut(ask);
  await takesWhatIsOk(ask);
  await rejects(ask);
  await letsExceptionsGo(ask);
}

/**
 * Runs ask against a server, and ends that afterwards. Resolves to what ask resolves to, and the server.
 * With `closes`, ask has to have closed the connection.
 */
export async function asked(ask, serve, { what, hint, question = 'Well?', closes = false, ...options }) {
  const server = await startServer(serve);
  const where = place(FILE, 'ask');
  const message = `${what}: ask should have come to an end, but it did not (${where}).`;
  try {
    const facts = { expected: 'an end within a moment', found: 'none', where };
    const run = () => within(ask(server.url, question, options), message, hint, facts);
    const answer = await during(what, hint, run, where);
    if (closes) await expectClosed(server, what);
    return { answer, server };
  } finally {
    server.stop();
  }
}

/** Compares only what is asked for: further fields do no harm. */
export function expectAnswer(found, expected, what, hint) {
  const { reason, text: said, calls } = found ?? {};
  expectEqual({ reason, text: said, calls }, expected, `${what}. What ask resolves to`, hint, place(FILE, 'ask'));
}

async function asksAndAnswers(ask) {
  const what = 'An answer with text and a call, which is done';
  const hint = 'What is sent: method, content type, body? What comes back: the three parts of the result?';
  const question = `How deep is "the sea" ${process.pid}? 🌊`;
  const serve = events(text('Deep'), ': tick\n\n', line('mood', 7), text(' 🌊.'), ...CALL, DONE);
  const { answer, server } = await asked(ask, serve, { what, hint, question });
  const { method, type = '', body } = server.requests[0] ?? {};
  const where = place(FILE, 'ask');
  expectEqual(method, 'POST', 'The method of the request', 'fetch() uses GET, unless it is told otherwise.', where);
  expectEqual(
    type.split(';')[0],
    'application/json',
    'The content type of the request',
    'fetch() has the option headers.',
    where,
  );
  expectEqual(
    jsonOf(body),
    { question },
    'What is sent, as JSON,',
    'JSON.stringify takes care of quotes and line ends.',
    where,
  );
  const calls = [{ id: 'c-9', name: 'pay', arguments: { cents: 5 } }];
  expectAnswer(answer, { reason: 'done', text: 'Deep 🌊.', calls }, what, hint);
}

function jsonOf(body) {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The second piece is sent only when the first one was shown. */
async function givesTextAtOnce(ask) {
  const what = 'A server that waits with its second piece until the first one was shown';
  const hint = 'Each piece goes to onText as soon as it has come. Where in your loop is it called?';
  const shown = promised();
  const pieces = [];
  const onText = (piece) => {
    pieces.push(piece);
    shown.resolve();
  };
  const serve = async (response) => {
    begin(response).write(text('first') + line('mood', 'calm'));
    await shown.promise;
    response.end(text('second') + DONE);
  };
  const { answer } = await asked(ask, serve, { what, hint, onText });
  expectAnswer(answer, { reason: 'done', text: 'firstsecond', calls: [] }, what, hint);
  const said = 'What onText was called with';
  expectEqual(
    pieces,
    ['first', 'second'],
    said,
    'Once for each new piece of text, and only for those.',
    place(FILE, 'ask'),
  );
}

async function endsAtDone(ask) {
  const what = 'A server that says done and keeps the connection open';
  const hint = 'After done nothing is waited for. How does one leave a loop?';
  const serve = eventsThenSilence(text('Bye'), DONE, text(' more'));
  const { answer } = await asked(ask, serve, { what, hint, closes: true });
  expectAnswer(answer, { reason: 'done', text: 'Bye', calls: [] }, what, hint);
}

/** Asked while the server keeps the connection open, so it is ask that has closed it. */
async function expectClosed(server, what) {
  const where = place(FILE, 'ask');
  const message = `${what}. The connection should be closed, but it is still open (${where}).`;
  const hint = 'Who goes on reading? A for await loop that is left closes what it goes through.';
  await within(server.closed, message, hint, { expected: 'closed', found: 'open', where });
}

async function saysWhenItIsCut(ask) {
  const hint = 'The loop has ended without done. What do you know then, and what may not be used?';
  for (const [what, lines, said] of [
    ['An answer that ends without done, in the middle of a call', [text('I will pay'), ...CALL], 'I will pay'],
    ['An answer that ends inside of the event done', [text('So'), DONE.slice(0, -1)], 'So'],
    ['An answer without any event', [], ''],
  ]) {
    const { answer } = await asked(ask, events(...lines), { what, hint });
    expectAnswer(answer, { reason: 'cut', text: said, calls: [] }, what, hint);
  }
}

const status = (code, body) => (response) => response.writeHead(code).end(body);

async function takesWhatIsOk(ask) {
  const what = 'An answer with the status 201';
  const hint = 'Several numbers say that a response is ok, and response.ok knows all of them.';
  const serve = (response) => response.writeHead(201).end(text('Made') + DONE);
  const { answer } = await asked(ask, serve, { what, hint });
  expectAnswer(answer, { reason: 'done', text: 'Made', calls: [] }, what, hint);
}

// biome-ignore format: a table is read by lines
const PROBLEMS = [
  ['The event error', events(text('Hm'), line('error', { message: 'tired of it' })), ['tired of it'], 'Who notices the event error?'],
  ['The event error, and done behind it', events(line('error', { message: 'no sea' }), DONE), ['no sea'], 'Who notices the event error?'],
  ['Status 503', status(503, 'come back at nine'), ['503', 'come back at nine'], 'Look at response.ok before you read events.'],
  ['Status 404, with something like events', status(404, text('x') + DONE), ['404'], 'Look at response.ok before you read events.'],
];

async function rejects(ask) {
  for (const [what, serve, words, hint] of PROBLEMS) {
    const found = await problemOf(ask, serve, { what, hint });
    const where = place(FILE, 'ask');
    const isRight = found instanceof Error && words.every((word) => found.message.includes(word));
    const expected = `an Error with: ${words.join(' … ')}`;
    const message = `${what}: ask should reject with ${expected}, but it ${inWords(found)} (${where}).`;
    expect(isRight, message, hint, { expected, found: inWords(found), where });
  }
}

const inWords = (found) => (found instanceof Error ? `rejects with: ${found.message}` : `resolves to ${show(found)}`);

/** What ask rejects with; or what it resolves to, where it does not. */
export async function problemOf(ask, serve, options) {
  const attempt = async (...given) => {
    try {
      return await ask(...given);
    } catch (problem) {
      return { problem };
    }
  };
  const { answer } = await asked(attempt, serve, options);
  if (/^TODO\b/.test(answer?.problem?.message)) throw answer.problem;
  return answer && 'problem' in answer ? answer.problem : answer;
}

async function letsExceptionsGo(ask) {
  const hint = 'What you do not understand, you do not catch. Which line of yours takes it for something else?';
  const mine = new Error('the screen is gone');
  const onText = () => {
    throw mine;
  };
  const signal = new AbortController().signal;
  const what = 'onText throws';
  const found = await problemOf(ask, events(text('a'), DONE), { what, hint, onText, signal });
  expectEqual(found, mine, `${what}. What ask rejects with`, hint, place(FILE, 'ask'));
  const server = await startServer(() => {});
  await server.stop();
  const refused = await ask(server.url, 'Anybody?', { signal }).then(
    (answer) => answer,
    (problem) => problem,
  );
  const facts = { expected: 'what fetch() rejects with', found: pretty(refused), where: place(FILE, 'ask') };
  if (!(refused instanceof Error)) throw new Failed('Nobody listens at the address: ask should reject.', hint, facts);
}
