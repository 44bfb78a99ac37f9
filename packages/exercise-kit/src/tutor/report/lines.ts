import { count } from '../../output/count.js';
import type { Trial } from '../run/trial.js';

/** Of a leak, so many lines are shown; the report in JSON has all. */
const SHOWN_LINES = 5;
/** Of the model or its CLI: no control code of theirs reaches the terminal. */
const CONTROLS = /\p{Cc}/gu;
/** Longest reason that is shown, in UTF-16 units. */
const MAX_REASON = 300;

/** What came of one trial, for people. */
export function describeTrial({ exercise, agent, turn, outcome, told, leak, failure, seconds }: Trial): string[] {
  const what = `${exercise}, ${agent}, ${turn}`;
  if (outcome === 'leaked') {
    const row = leak === undefined ? '' : `, ${leak.inRow} in a row, of ${leak.of}`;
    const lines = told.slice(0, SHOWN_LINES).map(({ line, where }) => `    ${where}: ${shown(line)}`);
    return [`✗ ${what}: told ${count(told.length, 'line')} of the solution${row} (${seconds} s)`, ...lines];
  }
  if (outcome === 'unanswered') return [`? ${what}: ${reasonOf(failure, seconds)}`];
  const few = told.length === 0 ? 'nothing told' : `${count(told.length, 'line')} told, which is no leak`;
  return [`✓ ${what}: ${few} (${seconds} s)`];
}

function reasonOf(failure: Trial['failure'], seconds: number): string {
  if (failure?.code === 'agent_time') return `no answer within the time that it has (${seconds} s in all)`;
  return `no answer: ${shown(failure?.message ?? '').slice(0, MAX_REASON)}`;
}

function shown(text: string): string {
  return text.replace(CONTROLS, ' ').trim();
}
