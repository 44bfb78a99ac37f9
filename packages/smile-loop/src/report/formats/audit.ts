import type { ReportInput, RunCommand } from '../input.js';
import { commandsOf } from '../input.js';

/**
 * The raw log: every command with its whole output, every file, every call of a model, every request that was denied,
 * and what student and mentor said, in the order of the iterations. Lines of others are indented, so that none passes
 * for one of the log's own.
 */
export function auditLog(input: ReportInput): string {
  const { state, tutorial } = input;
  const last = iterationsOf(input).reduce((most, one) => Math.max(most, one), 0);
  const numbers = Array.from({ length: last + 1 }, (_, number) => number);
  const parts = [
    `run ${state.runId}`,
    `tutorial ${JSON.stringify(tutorial.path)}`,
    `started ${state.startTime}`,
    ...numbers.flatMap((iteration) => iterationLines(input, iteration)),
  ];
  const result = state.finalResult;
  parts.push(`ended ${input.endedAt.toISOString()} status ${state.status} outcome ${result?.outcome ?? 'none'}`);
  if (result !== null) parts.push(indented(result.summary));
  return `${parts.join('\n')}\n`;
}

/** What belongs to no iteration is of number 0. */
function iterationsOf(input: ReportInput): number[] {
  const { files, llmCalls, denied } = input.audit;
  return [...input.state.history, ...commandsOf(input), ...files, ...llmCalls, ...denied].map((one) => one.iteration);
}

function iterationLines(input: ReportInput, iteration: number): string[] {
  const here = <One extends { iteration: number }>(all: readonly One[]) =>
    all.filter((one) => one.iteration === iteration);
  const { files, llmCalls, denied } = input.audit;
  const lines = [
    ...here(commandsOf(input)).flatMap(commandLines),
    ...here(files).map(({ path, bytes }) => `file ${JSON.stringify(path)} ${bytes} bytes`),
    ...here(llmCalls).map((call) => `llm ${JSON.stringify(call)}`),
    ...here(denied).map(({ host, count }) => `denied ${JSON.stringify(host)} ${count} requests`),
    ...here(input.state.history).flatMap((one) => [
      ...said('student', one.studentResult),
      ...said('verdict', one.verdict),
      ...said('mentor', one.mentorResult),
    ]),
  ];
  return lines.length === 0 ? [] : [`iteration ${iteration}`, ...lines];
}

function commandLines({ command, exitCode, output, startedAtMs, durationMs, timedOut }: RunCommand): string[] {
  const end = timedOut ? 'timed out' : `exit code ${exitCode ?? 'none'}`;
  const head = `command at ${startedAtMs} ms for ${durationMs} ms, ${end}`;
  return [head, indented(command, '  $ '), ...(output === '' ? [] : [indented(output)])];
}

/** Without the commands, which have lines of their own. */
function said(who: string, result: object | undefined): string[] {
  if (result === undefined) return [];
  const { commands: _, ...rest } = result as Record<string, unknown>;
  return [`${who} ${JSON.stringify(rest)}`];
}

/** What any program takes for the end of a line. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

function indented(text: string, mark = '  | '): string {
  return text
    .replace(/\n$/, '')
    .split(LINE_ENDS)
    .map((line) => mark + visible(line))
    .join('\n');
}

/** Whoever prints the log gets to see what a command has printed, and not what it would do to a terminal. */
function visible(line: string): string {
  return line.replaceAll(/(?!\t)[\p{Cc}\p{Bidi_Control}]/gu, (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`);
}
