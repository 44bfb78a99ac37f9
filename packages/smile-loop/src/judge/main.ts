import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { judgeTaskSchema } from '../contract/judge-task.js';
import { sealLine } from '../contract/sealed-line.js';
import { judgeExercise } from './judge-exercise.js';
import { judgeScript } from './judge-script.js';

// Runs in a container, next to what a student has left there, which the checks may start. The key of its seal comes by
// its input, for arguments and environment can be read by all. With this signal, anybody could have Node debugged.
process.on('SIGUSR1', () => undefined);
const key = await firstLine();
const task = judgeTaskSchema.parse(JSON.parse(process.argv[2] ?? 'null'));
const finding = task.kind === 'exercise' ? await judgeExercise(task.id) : await judgeScript(task);
// A line of its own, whatever else has written to its output.
stdout.write(`\n${sealLine(key, finding)}\n`);

/** It reads no more than that: nobody ends its input. */
async function firstLine(): Promise<string> {
  const lines = createInterface({ input: stdin });
  for await (const line of lines) {
    stdin.destroy();
    return line;
  }
  return '';
}
