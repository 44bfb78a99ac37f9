// Checks of ask.mjs: it stops when its signal is aborted, and only then.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, expectEqual, place, pretty, required } from './check_expect.mjs';
import { asked, expectAnswer, problemOf } from './check_follow.mjs';
import { begin, DONE, events, eventsThenSilence, line, text } from './check_server.mjs';

const FILE = 'ask.mjs';
const CALL = [
  line('call', { index: 0, id: 'c-9', name: 'pay' }),
  line('arguments', { index: 0, part: '{"cents": 5}' }),
];
// Milliseconds: long enough for what arrived together to have been read.
const A_MOMENT = 100;

export async function stopsWhenTold(module) {
  const ask = required(module, 'ask', FILE);
  await stopsBeforeAsking(ask);
  await stopsWhileNothingComes(ask);
  await stopsInTheMiddleOfAPiece(ask);
  await goesOnUnlessTold(ask);
}

async function stopsBeforeAsking(ask) {
  const what = 'The signal is aborted before ask is called';
  const hint = 'fetch() with an aborted signal rejects at once. Is it inside of what you catch?';
  const signal = AbortSignal.abort();
  const { answer, server } = await asked(ask, events(text('a'), DONE), { what, hint, signal });
  expectAnswer(answer, { reason: 'cancelled', text: '', calls: [] }, what, hint);
  const said = `${what}. The number of requests that reach the server`;
  expectEqual(server.requests.length, 0, said, 'fetch() takes the signal as an option.', place(FILE, 'ask'));
}

/** The server is silent when the signal is aborted, and never ends by itself. */
async function stopsWhileNothingComes(ask) {
  const hint =
    'Whoever waits for the next piece has to hear of the signal. What does fetch() take, and what does it do then?';
  const thinking = new AbortController();
  const early = 'The signal is aborted while the model thinks, before it answers';
  const options = { what: early, hint, closes: true, signal: thinking.signal };
  const { answer } = await asked(ask, () => thinking.abort(), options);
  expectAnswer(answer, { reason: 'cancelled', text: '', calls: [] }, early, hint);
  for (const [what, reason] of [
    ['The signal is aborted after some text and a call', undefined],
    ['The signal is aborted because its time is over', new DOMException('too slow', 'TimeoutError')],
    ['The signal is aborted with a reason of its own', new Error('bored')],
  ]) {
    const controller = new AbortController();
    const onText = () => setTimeout(() => controller.abort(reason), A_MOMENT);
    const silent = eventsThenSilence(text('I will '), ...CALL);
    const told = { what, hint, closes: true, signal: controller.signal, onText };
    expectAnswer(
      (await asked(ask, silent, told)).answer,
      { reason: 'cancelled', text: 'I will ', calls: [] },
      what,
      hint,
    );
  }
}

/** Several events arrive at once, and onText aborts at the first. */
async function stopsInTheMiddleOfAPiece(ask) {
  const what = 'The signal is aborted by onText, at the second of five events that came at once';
  const hint =
    'Events that have arrived already wait in your loop. Who asks the signal before the next one is handed on?';
  const controller = new AbortController();
  const pieces = [];
  const onText = (piece) => {
    pieces.push(piece);
    if (pieces.length === 2) controller.abort();
  };
  const serve = async (response) => {
    begin(response).write(text('a') + text('b') + text('c') + CALL.join('') + DONE);
    await pause(A_MOMENT);
    response.end();
  };
  const { answer } = await asked(ask, serve, { what, hint, onText, signal: controller.signal });
  const where = place(FILE, 'ask');
  expectEqual(pieces, ['a', 'b'], `${what}. What onText was called with`, hint, where);
  expectEqual([answer?.reason, answer?.calls], ['cancelled', []], `${what}. The reason, and the calls,`, hint, where);
}

/** A signal that nobody aborts changes nothing. */
async function goesOnUnlessTold(ask) {
  const { signal } = new AbortController();
  const hint = 'Only an aborted signal is a reason to say "cancelled". Which question tells you that?';
  const done = await asked(ask, events(text('a'), DONE), { what: 'A signal that is not aborted', hint, signal });
  expectAnswer(done.answer, { reason: 'done', text: 'a', calls: [] }, 'A signal that is not aborted', hint);
  const what = 'The server gives up, and the signal is not aborted';
  const found = await problemOf(ask, events(line('error', { message: 'tired' })), { what, hint, signal });
  const facts = { expected: 'an Error with: tired', found: pretty(found), where: place(FILE, 'ask') };
  expect(found instanceof Error, `${what}: ask should reject, as it does without a signal.`, hint, facts);
}
