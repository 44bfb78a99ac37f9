import type { Command, StudentAnswer } from '../contract/agents.js';
import { mostSpecific, type Trigger } from '../contract/triggers.js';
import { TRIGGER_RULES } from './trigger-rules.js';

/** Commands, from the last, in which an ask can have its cause: what was earlier, the student has got over. */
const RECENT = 12;
/** What comes before the program itself in a command. */
const BEFORE = /^(?:\s*(?:sudo(?:\s+-\S+)*|env|time|nohup|exec|command)\s+|\s*\w+=\S*\s+|\s*cd\s+\S+\s*(?:&&|;)\s*)+/;

/** What of a command's end counts as a trigger: nothing for one that succeeded. */
export function classifyCommand(command: Command): Trigger[] {
  if (command.timedOut) return ['timeout'];
  if (command.exitCode === 0) return [];
  const rules = TRIGGER_RULES.filter(
    ({ exitCode, output }) => exitCode === command.exitCode || output?.test(command.output) === true,
  );
  const said = new Set(rules.map(({ trigger }) => trigger));
  // Of a command without an exit code only its words are known.
  return command.exitCode === null ? [...said] : [...said, 'command_failure'];
}

/** What makes two commands attempts at the same step: the program and what it is to do. */
function stepOf(command: string): string {
  const [program = '', ...words] = command.replace(BEFORE, '').trim().split(/\s+/);
  const what = words.find((word) => !word.startsWith('-')) ?? '';
  return `${program} ${what}`.trim();
}

/** What counts of a command; found once for each, as it takes all of its output. */
interface Attempt {
  readonly step: string;
  /** Nothing for one that succeeded. Of a command without an exit code, its words tell. */
  readonly fired: readonly Trigger[];
}

function recentAttempts(commands: readonly Command[]): Attempt[] {
  return commands.slice(-RECENT).map((one) => ({ step: stepOf(one.command), fired: classifyCommand(one) }));
}

/** How often the step of the last command has failed since it last succeeded; 0 if the last command succeeded. */
export function consecutiveFailures(commands: readonly Command[]): number {
  return failuresInARow(recentAttempts(commands));
}

function failuresInARow(attempts: readonly Attempt[]): number {
  const same = attempts.filter(({ step }) => step === attempts.at(-1)?.step);
  const lastSuccess = same.findLastIndex(({ fired }) => fired.length === 0);
  return same.length - 1 - lastSuccess;
}

/** All that has fired and was not got over: a step that succeeded later counts no more. */
export function firedBy(commands: readonly Command[], maxRetries: number): Trigger[] {
  const attempts = recentAttempts(commands);
  const open = [...attempts.entries()].filter(([at, { step, fired }]) => {
    const later = attempts.slice(at + 1).filter((one) => one.step === step);
    return fired.length > 0 && later.every((one) => one.fired.length > 0);
  });
  const fired = new Set(open.flatMap(([, attempt]) => attempt.fired));
  const worst = Math.max(0, ...open.map(([at]) => failuresInARow(attempts.slice(0, at + 1))));
  if (maxRetries > 0 && worst >= maxRetries) fired.add('max_retries');
  return [...fired];
}

/**
 * Why a student asks. What was seen beats what it says: its own word counts where nothing was seen, and for an
 * instruction that it does not understand, which only it can know.
 */
export function askTrigger(fired: readonly Trigger[], answer: StudentAnswer): Trigger {
  const said = answer.trigger === 'check_failed' ? undefined : answer.trigger;
  const seen = said === 'ambiguous_instruction' ? [...fired, said] : fired;
  return mostSpecific(seen) ?? said ?? toldBy(answer) ?? 'ambiguous_instruction';
}

/** The trigger by which it may ask; undefined where the one that it has is switched off. */
export function allowedTrigger(
  { fired, mayAsk }: { fired: readonly Trigger[]; mayAsk: readonly Trigger[] },
  answer: StudentAnswer,
): Trigger | undefined {
  const trigger = askTrigger(fired, answer);
  if (mayAsk.includes(trigger)) return trigger;
  // Enough failed attempts are a reason of their own.
  return fired.includes('max_retries') && mayAsk.includes('max_retries') ? 'max_retries' : undefined;
}

/** From the error message that it quotes. */
function toldBy({ problem }: StudentAnswer): Trigger | undefined {
  const rule = TRIGGER_RULES.find(({ output }) => output?.test(problem) === true);
  return rule?.trigger;
}
