import { posix } from 'node:path';
import { isAboutTutorial } from '../../contract/outcomes.js';
import type { Report } from '../../contract/report.js';
import { auditTables } from './audit-tables.js';
import { inline } from './escape.js';
import { gapsSection } from './markdown-gaps.js';
import { duration, money } from './words.js';

/** The report for people: GitHub's Markdown, safe against whatever a tutorial, a model or a command has written. */
export function toMarkdown(report: Report): string {
  const { meta, gaps, timeline, recommendations } = report;
  const name = posix.basename(meta.tutorial.replaceAll('\\', '/'));
  const blocks = [
    `# SMILE Loop Report: ${inline(name)}`,
    summary(report),
    ...(gaps.length === 0 ? [withoutGaps(meta)] : gapsSection(gaps)),
    '## Timeline',
    ...timeline.map(timelineEntry),
    ...auditTables(report.auditTrail),
    '## Recommendations',
    recommendations.map((text, index) => `${index + 1}. ${inline(text)}`).join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function summary({ meta }: Report): string {
  const { cost } = meta;
  const verdict = meta.judgedBy === 'checks' ? 'a script, after the student had finished' : 'the student’s own word';
  const items = [
    `**Status**: ${meta.status}`,
    `**Iterations**: ${meta.iterations}`,
    `**Duration**: ${duration(meta.duration)}`,
    `**Tutorial**: ${inline(meta.tutorial)}`,
    `**Outcome**: ${meta.outcome}${isAboutTutorial(meta.outcome) ? '' : ' (says nothing about the tutorial)'}`,
    `**In a sentence**: ${inline(meta.summary)}`,
    `**Verdict by**: ${verdict}`,
    `**Student**: ${agent(meta.student)}`,
    `**Mentor**: ${agent(meta.mentor)}`,
    `**Cost**: ${money(cost.usd)}, ${cost.tokensIn} tokens in, ${cost.tokensOut} out`,
    `**Ended**: ${inline(meta.timestamp)}`,
    `**Run**: ${inline(meta.runId)}`,
    ...meta.imagesMissing.map(({ path, line }) => `**Image missing**: Line ${line} - ${inline(path)}`),
  ];
  return `## Summary\n\n${bullets(items)}`;
}

function agent({ provider, model }: Report['meta']['student']): string {
  return model === undefined ? provider : `${provider} (${inline(model)})`;
}

function withoutGaps({ outcome }: Report['meta']): string {
  if (outcome === 'passed') return 'The student completed the tutorial by its text alone: no gaps were found.';
  if (outcome === 'docs_gap') return 'The student did not complete the tutorial; no line stands out as the cause.';
  return 'No gaps were found, but this run says nothing about the tutorial.';
}

function timelineEntry(entry: Report['timeline'][number]): string {
  const items = [
    `**Started**: ${inline(entry.startedAt)}`,
    ...(entry.endedAt === undefined ? [] : [`**Ended**: ${inline(entry.endedAt)}`]),
    `**Student Actions**: ${inline(entry.actions)}`,
    `**Result**: ${inline(entry.result)}`,
    ...(entry.trigger === undefined ? [] : [`**Trigger**: ${entry.trigger}`]),
    ...(entry.mentorNotes === undefined ? [] : [`**Mentor Notes**: ${inline(entry.mentorNotes)}`]),
  ];
  return `### Iteration ${entry.iteration}\n\n${bullets(items)}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
