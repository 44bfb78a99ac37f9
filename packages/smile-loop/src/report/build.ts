import type { Iteration } from '../contract/loop-state.js';
import type { LlmCall, Report } from '../contract/report.js';
import { findGaps } from './gaps.js';
import { commandsOf, type ReportInput } from './input.js';
import { type Locator, tutorialLocator } from './locate.js';
import { recommend } from './recommendations.js';
import { keepEnd, keepStart } from './shorten.js';

/** Characters of an output in a report; the whole is in the log. */
const MAX_REPORT_OUTPUT_CHARS = 500;
const MAX_ACTIONS_CHARS = 1000;

export interface BuiltReport {
  report: Report;
  /** Ids of gaps whose fix changes what another one changes. */
  leftOut: number[];
}

/** The report of a run that has ended. Throws if the run has no result yet: that is a bug. */
export function buildReport(input: ReportInput, locator: Locator = tutorialLocator): BuiltReport {
  const { gaps, combined } = findGaps(input, locator);
  const meta = metaOf(input);
  const report: Report = {
    meta,
    gaps,
    combinedPatch: combined.patch,
    ...verdictOf(input),
    timeline: input.state.history.map(timelineEntry),
    auditTrail: {
      commands: commandsOf(input).map((one) => ({ ...one, output: keepEnd(one.output, MAX_REPORT_OUTPUT_CHARS) })),
      files: [...input.audit.files],
      llmCalls: [...input.audit.llmCalls],
      denied: input.audit.denied,
    },
    recommendations: recommend(gaps, meta.outcome),
  };
  return { report, leftOut: combined.leftOut };
}

function verdictOf({ state }: ReportInput): Pick<Report, 'verdict'> {
  const verdict = state.history.findLast((one) => one.verdict !== undefined)?.verdict;
  return verdict === undefined ? {} : { verdict };
}

function metaOf({ state, tutorial, student, mentor, judgedBy, audit, endedAt }: ReportInput): Report['meta'] {
  if (state.finalResult === null) throw new Error(`Run ${state.runId} has not ended`);
  return {
    version: 1,
    runId: state.runId,
    tutorial: tutorial.path,
    status: state.status,
    outcome: state.finalResult.outcome,
    summary: state.finalResult.summary,
    iterations: state.iteration,
    duration: Math.round(state.elapsedMs / 1000),
    timestamp: endedAt.toISOString(),
    student: agent(student),
    mentor: agent(mentor),
    judgedBy,
    cost: costOf(audit.llmCalls),
    imagesMissing: tutorial.imagesMissing,
  };
}

function agent({ provider, model }: ReportInput['student']): Report['meta']['student'] {
  return model === undefined ? { provider } : { provider, model };
}

/** Unknown as soon as one price is: a sum of the others would pass for the whole. */
function costOf(calls: readonly LlmCall[]): Report['meta']['cost'] {
  const prices = calls.map(({ usd, cached }) => (cached ? 0 : usd));
  return {
    usd: prices.reduce((sum, usd) => (sum === null || usd === null ? null : sum + usd), 0),
    tokensIn: calls.reduce((sum, { tokensIn }) => sum + tokensIn, 0),
    tokensOut: calls.reduce((sum, { tokensOut }) => sum + tokensOut, 0),
  };
}

function timelineEntry(one: Iteration): Report['timeline'][number] {
  const notes = one.mentorResult?.kind === 'notes' ? one.mentorResult.notes : undefined;
  return {
    iteration: one.iteration,
    startedAt: one.startedAt,
    ...(one.endedAt === undefined ? {} : { endedAt: one.endedAt }),
    actions: actionsOf(one),
    result: resultOf(one),
    ...(one.trigger === undefined ? {} : { trigger: one.trigger }),
    ...(notes === undefined ? {} : { mentorNotes: notes }),
  };
}

function actionsOf({ studentResult }: Iteration): string {
  if (studentResult === undefined) return 'None are known: the student was ended before it could report.';
  const ran = `${studentResult.commands.length} commands run`;
  if (studentResult.kind !== 'answer') return ran;
  const { summary, attemptedActions, currentStep } = studentResult.answer;
  const told = summary.trim() || attemptedActions.join('; ') || currentStep;
  return keepStart(told.trim() === '' ? ran : `${told} (${ran})`, MAX_ACTIONS_CHARS);
}

function resultOf({ studentResult, verdict }: Iteration): string {
  if (studentResult === undefined) return 'none';
  if (studentResult.kind === 'failed') return `failed: ${studentResult.code}`;
  if (studentResult.kind !== 'answer') return studentResult.kind;
  const { status } = studentResult.answer;
  if (verdict === undefined) return status;
  const failed = verdict.criteria.filter(({ passed }) => !passed).map(({ name }) => name);
  return verdict.passed ? `${status}, and the checks passed` : `${status}, but checks failed: ${failed.join('; ')}`;
}
