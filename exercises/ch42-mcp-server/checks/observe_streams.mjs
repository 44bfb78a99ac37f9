// Beside the student's code: streams for serve() to read and write, and the program that it is part of.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const ECHO = new Map([
  ['echo', ({ text }) => ({ text })],
  ['hush', () => ({})],
]);

/** Keeps what is written, and notices each piece at once. */
class Written extends Writable {
  text = '';

  _write(chunk, _encoding, done) {
    this.text += chunk;
    this.emit('text');
    done();
  }
}

/** Runs serve on chunks of bytes. Resolves to what it has written when it has come to its end. */
export async function served(serve, chunks) {
  const input = new PassThrough();
  const output = new Written();
  const ended = serve(input, output, ECHO);
  for (const chunk of chunks) {
    input.write(Buffer.from(chunk));
    await new Promise((resolve) => setImmediate(resolve)); // Otherwise chunks are read together.
  }
  input.end();
  await ended;
  return output.text;
}

/** The same, with a method `slow`, which ends some time after something was written, and a method `fast`. */
export async function servedInTurns(serve, text) {
  const output = new Written();
  const methods = new Map([
    ['slow', () => once(output, 'text').then(() => pause(50, { slow: true }))],
    ['fast', () => ({ fast: true })],
  ]);
  const input = new PassThrough();
  const ended = serve(input, output, methods);
  input.end(text);
  await ended;
  return output.text;
}

/** Runs a program in the current folder, as an agent would, with this input. Resolves to what it has written, and its exit code. */
export async function ran(program, text) {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => {}); // It may have ended before it read.
  const output = new Written();
  child.stdout.pipe(output);
  child.stdin.end(text);
  const [exitCode] = await once(child, 'close');
  return { text: output.text, exitCode };
}
