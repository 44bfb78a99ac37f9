import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/contract/report.js';
import { buildReport } from '../../src/report/build.js';
import { toMarkdown } from '../../src/report/formats/markdown.js';
import { asked, CLAIM, command, completed, inputOf, stateOf, TUTORIAL } from './samples.js';

const markdown = new MarkdownIt({ html: true, linkify: false });
const EVIL =
  'a | b\n\n# no heading\n\n<script>alert(1)</script> **bold** `code` [x](javascript:1) ![i](y) $m$ ```\n| c \\| d\x1b[31mred';

function reportOf(more: Parameters<typeof asked>[1] = {}): Report {
  const state = stateOf([
    asked(1, { claim: CLAIM, commands: [command('./setup.sh', 127, 'not found')], ...more }),
    completed(2),
  ]);
  const call = { agent: 'student', provider: 'claude', model: 'small', iteration: 1, status: 200 } as const;
  const llmCalls = [{ ...call, tokensIn: 900, tokensOut: 40, usd: 0.002, durationMs: 1500, cached: false }];
  const files = [{ iteration: 1, path: 'a|b.txt', bytes: 12 }];
  return buildReport(
    inputOf(state, { audit: { files, llmCalls, denied: [{ iteration: 1, host: 'x.test', count: 2 }] } }),
  ).report;
}

function headings(text: string): string[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, index) =>
    token.type === 'heading_open' ? [`${token.tag} ${plainOf(tokens[index + 1]?.children ?? [])}`] : [],
  );
}

function plainOf(tokens: readonly { content: string }[]): string {
  return tokens.map(({ content }) => content).join('');
}

/** The cells of each table, row by row. */
function tables(text: string): string[][][] {
  const found: string[][][] = [];
  for (const [index, token] of markdown.parse(text, {}).entries()) {
    if (token.type === 'table_open') found.push([]);
    if (token.type === 'tr_open') found.at(-1)?.push([]);
    const inside = markdown.parse(text, {})[index + 1];
    if (token.type === 'td_open' || token.type === 'th_open')
      found
        .at(-1)
        ?.at(-1)
        ?.push(plainOf(inside?.children ?? []));
  }
  return found;
}

describe('the report in Markdown', () => {
  it('has the structure of its specification [smile-loop 9.2] [smile-loop 9.5] [smile-loop FR28]', () => {
    const text = toMarkdown(reportOf());
    expect(headings(text)).toEqual([
      'h1 SMILE Loop Report: start.md',
      'h2 Summary',
      'h2 Gaps Identified',
      'h3 Gap 1: The script has no folder',
      'h2 Timeline',
      'h3 Iteration 1',
      'h3 Iteration 2',
      'h2 Audit Trail',
      'h3 Commands Executed',
      'h3 Files Created',
      'h3 LLM Calls',
      'h3 Network Requests Denied',
      'h2 Recommendations',
    ]);
    for (const field of [
      '- **Status**: completed',
      '- **Iterations**: 2',
      '- **Duration**: 4 min 5 s',
      '- **Tutorial**: docs/start.md',
      '- **Location**: Line 7 - "./setup.sh"',
      '- **Problem**: The text does not say where setup.sh is.',
      '- **Suggested Fix**: Replace “./setup.sh” by: ./scripts/setup.sh',
      '- **Started**: 2026-02-02T10:01:00Z',
      '- **Student Actions**: ran it (1 commands run)',
      '- **Result**: ask_mentor',
      '- **Mentor Notes**: Look in scripts.',
      '1. Line 7 (gap 1, medium): Replace',
    ]) {
      expect(text).toContain(field);
    }
    expect(tables(text)).toEqual([
      [
        ['Iteration', 'Command', 'Exit Code', 'Output Summary'],
        ['1', './setup.sh', '127', 'not found'],
      ],
      [
        ['Iteration', 'Path', 'Size'],
        ['1', 'a|b.txt', '12 B'],
      ],
      [
        ['Agent', 'Provider', 'Tokens In', 'Tokens Out', 'Duration', 'Cost'],
        ['student', 'claude', '900', '40', '1.5 s', '$0.0020'],
      ],
      [
        ['Iteration', 'Host', 'Requests'],
        ['1', 'x.test', '2'],
      ],
    ]);
  });

  it('shows evidence and patch as they are, in fences', () => {
    const fences = markdown.parse(toMarkdown(reportOf()), {}).filter(({ type }) => type === 'fence');
    expect(fences.map(({ info, content }) => [info, content.split('\n')[0]])).toEqual([
      ['text', '$ ./setup.sh'],
      ['diff', '--- a/docs/start.md'],
    ]);
  });

  it('renders whatever others have written as their text [smile-loop 9.S4]', () => {
    const claim = { ...CLAIM, title: EVIL, missing: EVIL, fix: { kind: 'replace' as const, text: EVIL } };
    const commands = [command(EVIL, 1, `${EVIL}\n\`\`\`\`\nx`)];
    const hostile = reportOf({ claim, commands, notes: EVIL, problem: EVIL });
    const text = toMarkdown({
      ...hostile,
      meta: { ...hostile.meta, tutorial: `docs/${EVIL.replaceAll('/', '')} #`, summary: EVIL, runId: EVIL },
      recommendations: [EVIL, '# one', '- two', '3. three'],
    });
    expect(headings(text)).toHaveLength(13);
    expect(text).not.toContain('\x1b');
    const types = new Set(
      markdown.parse(text, {}).flatMap(({ type, children }) => [type, ...(children ?? []).map((one) => one.type)]),
    );
    for (const type of ['html_inline', 'html_block', 'link_open', 'image', 'code_inline', 'em_open']) {
      expect(types).not.toContain(type);
    }
    expect(tables(text).map((rows) => rows.map((cells) => cells.length))).toEqual([
      [4, 4],
      [3, 3],
      [6, 6],
      [3, 3],
    ]);
    expect(tables(text)[0]?.[1]?.[1]).toContain('a | b # no heading <script>alert(1)</script> **bold** `code`');
    expect(markdown.render(text)).not.toContain('<script');
  });

  it('lets no text begin a comment, end a heading or become a formula', () => {
    const report = reportOf({ claim: { ...CLAIM, title: 'In C #', missing: 'It costs $5 or $6' } });
    const text = toMarkdown({ ...report, recommendations: ['<!-- one', 'two'] });
    expect(headings(text)).toContain('h3 Gap 1: In C #');
    expect(text).toContain('It costs &#36;5 or &#36;6');
    expect(markdown.render(text)).toContain('&lt;!-- one');
  });

  it('renders every other text of others as text, too', () => {
    const report = reportOf({ commands: [command('./setup.sh', null)] });
    const [gap] = report.gaps;
    if (gap === undefined) throw new Error('It has a gap.');
    const text = toMarkdown({
      ...report,
      meta: {
        ...report.meta,
        ...{
          judgedBy: 'checks',
          student: { provider: 'claude', model: EVIL },
          imagesMissing: [{ path: EVIL, line: 1 }],
        },
      },
      gaps: [
        { ...gap, location: { line: 1, text: EVIL }, evidence: [{ command: 'x', exitCode: null, output: '' }] },
        { ...gap, evidence: [{ command: 'x', exitCode: 0, output: '' }] },
      ],
      timeline: report.timeline.map((entry) => ({ ...entry, actions: EVIL, result: EVIL })),
    });
    expect(markdown.render(text)).not.toMatch(/<script|<strong>bold|<h1>no heading/);
    expect(text).toContain('**Verdict by**: a script');
    expect(text).toContain('(ended before it was done)');
    expect(text).toContain('(exit code 0)');
  });

  it('tells calls that cost nothing, and commands that were ended', () => {
    const report = reportOf({ commands: [{ ...command(`x${'y'.repeat(300)}`, null), timedOut: true }] });
    const [call] = report.auditTrail.llmCalls;
    if (call === undefined) throw new Error('It has a call.');
    const auditTrail = { ...report.auditTrail, llmCalls: [{ ...call, cached: true }] };
    const [commands, , calls] = tables(toMarkdown({ ...report, auditTrail }));
    expect(commands?.[1]?.[2]).toBe('timed out');
    expect(commands?.[1]?.[1]).toHaveLength(200);
    expect(calls?.[1]?.at(-1)).toBe('cached');
  });

  it('says that all is well, and has no gaps section [smile-loop 9.E1]', () => {
    const state = stateOf([completed(1)], { finalResult: { outcome: 'passed', summary: 'Done.' } });
    const text = toMarkdown(buildReport(inputOf(state)).report);
    expect(headings(text)).not.toContain('h2 Gaps Identified');
    expect(text).toContain('The student completed the tutorial by its text alone: no gaps were found.');
    expect(text).toContain('**Outcome**: passed\n');
  });

  it('does not pass for a verdict where it is none', () => {
    const state = stateOf([], { status: 'failed', finalResult: { outcome: 'infra_error', summary: 'No engine.' } });
    const text = toMarkdown(buildReport(inputOf(state)).report);
    expect(text).toContain('infra_error (says nothing about the tutorial)');
    expect(text).toContain('No gaps were found, but this run says nothing about the tutorial.');
  });

  it('keeps carriage returns in a patch', () => {
    const state = stateOf([asked(1, { claim: CLAIM })]);
    const tutorial = { path: 'a.md', text: TUTORIAL.replaceAll('\n', '\r\n'), imagesMissing: [] };
    expect(toMarkdown(buildReport(inputOf(state, { tutorial })).report)).toContain('+./scripts/setup.sh\r\n');
  });
});
