import { stdout } from 'node:process';
import { judgeTaskSchema } from '../contract/judge-task.js';
import { judgeExercise } from './judge-exercise.js';
import { judgeScript } from './judge-script.js';

// Runs in a container, next to what a student has left there. What it finds is all that it prints: one line of JSON.
const task = judgeTaskSchema.parse(JSON.parse(process.argv[2] ?? 'null'));
const verdict = task.kind === 'exercise' ? await judgeExercise(task.id) : await judgeScript(task);
stdout.write(`${JSON.stringify(verdict)}\n`);
