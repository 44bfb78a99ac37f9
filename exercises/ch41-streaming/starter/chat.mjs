// Asks the model a question and shows its answer as it arrives. Finished:
// it uses your code.
//
//     node chat.mjs Tell me about the sea
//     node chat.mjs "What is the weather in Oslo and in Rome?"
//     node chat.mjs --wire Tell me about the sea      what comes over the wire
//
// Ctrl+C stops the answer.
import { ask } from './ask.mjs';
import { startModel } from './model.mjs';
import { Renderer } from './render.mjs';

const words = process.argv.slice(2);
const asked = words.filter((word) => word !== '--wire').join(' ');
const question = asked || 'Tell me about the sea';
const onGone = () => console.log('[the server stopped sending]');
const model = await startModel({ milliseconds: 60, onGone });
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

try {
  if (words.includes('--wire')) await showWire();
  else await showAnswer();
} finally {
  await model.close();
}

async function showWire() {
  const asking = { method: 'POST', body: JSON.stringify({ question }) };
  const { body } = await fetch(model.url, asking);
  for await (const chunk of body) {
    console.log(JSON.stringify(Buffer.from(chunk).toString()));
  }
}

async function showAnswer() {
  const renderer = new Renderer();
  const onText = (text) => process.stdout.write(renderer.push(text));
  const { signal } = stop;
  const { reason, calls } = await ask(model.url, question, { signal, onText });
  process.stdout.write(`${renderer.end()}\n[${reason}]\n`);
  for (const call of calls) console.log('It wants:', call);
}
