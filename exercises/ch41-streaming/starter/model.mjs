// A stand-in for a model's server: it costs nothing, works offline, and
// always says the same.
//
// You do not need to change this file. What is worth knowing about it:
//
//   * It listens on your own machine only, on a port that happens to be free.
//   * It writes its answer in pieces of a few bytes, with pauses, as a network
//     might deliver them. They end in the middle of lines and of characters.
//   * It sends comments (": tick"), and events of types that you do not know.
//     Real servers do so as well.
//   * It stops as soon as nobody listens any more, and says so if
//     it has `onGone`.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const SEA =
  'The sea covers **seven tenths** of the Earth. Its deepest place lies ' +
  '10 935 metres down 🌊, and *nobody* has seen most of it.\n' +
  'Smørebrød, by the way, is best eaten **beside** it.';

/** Starts the server. Resolves to { url, close }. */
export async function startModel(options = {}) {
  const { milliseconds = 25, onGone = () => {} } = options;
  const server = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on('close', () => {
      if (response.writableFinished) return;
      gone.abort();
      onGone();
    });
    const question = await questionOf(request);
    if (question === undefined) {
      const problem = 'a question is a JSON object with "question" in it';
      return response.writeHead(400).end(problem);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    try {
      for (const piece of inPieces(answerTo(question))) {
        await pause(milliseconds, undefined, { signal: gone.signal });
        response.write(piece);
      }
      response.end();
    } catch (problem) {
      if (!gone.signal.aborted) throw problem;
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

async function questionOf(request) {
  try {
    const { question } = JSON.parse(await new Response(request).text());
    return typeof question === 'string' ? question : undefined;
  } catch {
    return undefined;
  }
}

/** The whole answer as it goes over the wire. */
function answerTo(question) {
  const found = [...question.matchAll(/\bin (\p{Lu}\p{L}*)/gu)];
  const cities = found.map(([, city]) => city);
  const isWeather = /weather/i.test(question) && cities.length > 0;
  const events = isWeather ? weather(cities) : words(SEA);
  return `: hello\r\n\r\n${events.join('')}${event('done', {})}`;
}

function words(text) {
  return text.match(/\S+\s*/g).map((word) => event('text', { text: word }));
}

/** One call for each city. Their arguments come in turns. */
function weather(cities) {
  const calls = cities.map((city, index) => ({
    index,
    parts: JSON.stringify({ city }).match(/.{1,5}/gu),
  }));
  const begins = calls.map(({ index }) =>
    event('call', { index, id: `call-${index + 1}`, name: 'weather' }),
  );
  const length = Math.max(...calls.map(({ parts }) => parts.length));
  const turns = Array.from({ length }, (_, turn) =>
    calls
      .filter(({ parts }) => turn < parts.length)
      .map(({ index, parts }) => ({ index, part: parts[turn] }))
      .map((data) => event('arguments', data)),
  );
  return [...words('Let me **look**. '), ...begins, ...turns.flat()];
}

function event(type, data) {
  const mood = type === 'call' ? 'event: mood\ndata: curious\n\n: tick\n' : '';
  return `${mood}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The bytes, cut after 11, 27 and 18 of them, again and again. */
function* inPieces(text) {
  const bytes = new TextEncoder().encode(text);
  for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
    const length = [11, 27, 18][turn % 3];
    yield bytes.subarray(from, from + length);
    from += length;
  }
}
