import type { Outcome } from '../../contract/outcomes.js';
import type { Gap, Report } from '../../contract/report.js';

interface Case {
  name: string;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  message: string;
  details: string;
}

/** Whether a run that says nothing about its tutorial is an error, or was only not done. */
const SILENT: Readonly<Record<Exclude<Outcome, 'passed' | 'docs_gap'>, 'error' | 'skipped'>> = {
  budget_exhausted: 'skipped',
  agent_refusal: 'skipped',
  infra_error: 'error',
  harness_error: 'error',
};

/** Runs in the form that CI systems read: a suite for each tutorial; a case for each gap and each criterion of a check. */
export function toJunit(reports: readonly Report[]): string {
  const suites = reports.map((report) => ({ meta: report.meta, cases: casesOf(report) }));
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = suites.reduce((sum, { meta }) => sum + meta.duration, 0);
  const shown = suites.map(
    ({ meta, cases }) =>
      `  <testsuite name="${escapeXml(meta.tutorial)}"${totals(cases, meta.duration)} timestamp="${escapeXml(meta.timestamp)}">\n${cases.map((one) => testcase(meta.tutorial, one)).join('')}  </testsuite>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="smile-loop"${totals(all, seconds)}>\n${shown.join('')}</testsuites>\n`;
}

function casesOf({ meta, gaps, verdict }: Report): Case[] {
  const criteria = (verdict?.criteria ?? []).map(({ name, passed, message = '' }): Case => {
    return { name, kind: passed ? 'passed' : 'failure', message, details: message };
  });
  return [...wholeRun(meta, gaps), ...gaps.map(gapCase), ...criteria];
}

/** The run itself: always there, so that a suite is never empty. */
function wholeRun({ outcome, summary }: Report['meta'], gaps: readonly Gap[]): Case[] {
  const name = 'the tutorial can be followed';
  if (outcome === 'passed') return [{ name, kind: 'passed', message: '', details: '' }];
  if (outcome !== 'docs_gap') return [{ name, kind: SILENT[outcome], message: `${outcome}: ${summary}`, details: '' }];
  return gaps.length > 0 ? [] : [{ name, kind: 'failure', message: summary, details: summary }];
}

function gapCase(gap: Gap): Case {
  const place = gap.location.line === null ? 'no line found' : `line ${gap.location.line}`;
  const shown = gap.evidence.map(({ command, exitCode, output }) => `$ ${command}\n${output}\n(exit code ${exitCode})`);
  return {
    name: `gap ${gap.id} (${place}): ${gap.title}`,
    kind: 'failure',
    message: gap.problem,
    details: [`“${gap.location.text}”`, gap.problem, gap.suggestedFix, ...shown, gap.patch].join('\n\n'),
  };
}

function totals(cases: readonly Case[], seconds: number): string {
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  return ` tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds.toFixed(3)}"`;
}

function testcase(suite: string, { name, kind, message, details }: Case): string {
  const opening = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="0"`;
  if (kind === 'passed') return `${opening}/>\n`;
  return `${opening}>\n      <${kind} message="${escapeXml(message)}">${escapeXml(details)}</${kind}>\n    </testcase>\n`;
}

/** XML has no control characters, not even escaped. Line ends in attributes would be read as blanks. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
