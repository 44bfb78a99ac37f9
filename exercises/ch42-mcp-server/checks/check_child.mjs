// Runs one check on a learner's module, inside the process that check_process.mjs started.
import { readFileSync, writeSync } from 'node:fs';
import { judge, uncaught } from './check_expect.mjs';

/** The pipe for the verdict, which no print reaches. */
const REPORT = 3;

const [criteria, file, name] = process.argv.splice(2);
// Over a pipe, because arguments can be read by the learner's code; and before any of it runs.
const token = readFileSync(0, 'utf8').trim();
const exit = process.reallyExit.bind(process);

function tell(fact) {
  // The token first: what the learner's code may write into this pipe has none.
  writeSync(REPORT, `\n${token}${JSON.stringify(fact)}\n`);
}

process.on('uncaughtException', (problem) => {
  tell(uncaught(problem));
  exit(0);
});

const { [name]: check } = await import(criteria);
tell(await judge(file, check, () => tell({ loaded: true })));
exit(0); // Timers and exit handlers of the learner's have no say in the verdict.
