// The process that has the student's code, for one criterion. What is expected of that code is nowhere in it.
import { Socket } from 'node:net';
import { Lines } from './check_wire.mjs';
import { Worker } from './check_worker.mjs';

/** Questions come over the first one. Answers go over the second one, and on it a reply can be waited for. */
const [QUESTIONS, ANSWERS] = [3, 4];

const [checks] = process.argv.splice(2);
const worker = new Worker(ANSWERS, { work: process.cwd(), checks });
const questions = new Socket({ fd: QUESTIONS, readable: true, writable: false });
const lines = new Lines(Number.POSITIVE_INFINITY);

questions.setEncoding('utf8');
questions.on('data', (text) => {
  questions.unref(); // What is left to do now is only the student's.
  for (const line of lines.push(text)) worker.hear(JSON.parse(line));
});
questions.on('close', () => process.exit(0)); // The judge is gone.

process.on('beforeExit', () => {
  worker.tellIdle();
  questions.ref();
});
process.on('uncaughtException', (problem) => worker.say({ uncaught: worker.write(problem) }));
