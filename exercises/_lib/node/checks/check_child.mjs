// Runs one check on a student's module, inside the process that check_process.mjs started.
import { readFileSync, writeSync } from 'node:fs';
import { judge, uncaught } from './check_expect.mjs';

/** The pipe for the verdict, which ordinary output cannot reach. */
const REPORT = 3;

const [criteria, file, name] = process.argv.splice(2);
// Over a pipe, because the student's code could read arguments; and before any of that code runs.
const token = readFileSync(0, 'utf8').trim();
const exit = process.reallyExit.bind(process);

function tell(fact) {
  // The token first: anything that the student's code writes into this pipe lacks it.
  writeSync(REPORT, `\n${token}${JSON.stringify(fact)}\n`);
}

process.on('uncaughtException', (problem) => {
  tell(uncaught(problem));
  exit(0);
});

const { [name]: check } = await import(criteria);
tell(await judge(file, check, () => tell({ loaded: true })));
exit(0); // The student's timers and exit handlers have no say in the verdict.
