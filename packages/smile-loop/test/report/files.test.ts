import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportCommand } from '../../src/commands/report.js';
import { reportSchema } from '../../src/contract/report.js';
import { buildReport } from '../../src/report/build.js';
import { readReport, renderReport } from '../../src/report/files/read.js';
import { writeReport } from '../../src/report/files/write.js';
import { auditLog } from '../../src/report/formats/audit.js';
import { reportJsonSchema, toJson } from '../../src/report/formats/json.js';
import { toJunit } from '../../src/report/formats/junit.js';
import { asked, CLAIM, command, completed, inputOf, stateOf } from './samples.js';

const LONG = `first line\n${'x'.repeat(9000)}\nlast line`;
const call = { agent: 'mentor', provider: 'codex', model: 'm', iteration: 1, status: 200, cached: false } as const;
const input = inputOf(stateOf([asked(1, { claim: CLAIM, commands: [command('make', 2, 'short')] }), completed(2)]), {
  audit: {
    commands: [{ ...command('make', 2, LONG), iteration: 1 }],
    files: [{ iteration: 1, path: 'out/a.txt', bytes: 3 }],
    llmCalls: [{ ...call, tokensIn: 5, tokensOut: 6, usd: null, durationMs: 7 }],
    denied: [{ iteration: 2, host: 'x.test', count: 1 }],
  },
});
const { report } = buildReport(input);
const texts = { markdown: '# markdown\n', json: toJson(report), audit: 'log\n' };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smile-report-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('writing', () => {
  it('puts three files into the folder, which it makes [smile-loop 9.1] [smile-loop 9.4] [smile-loop 9.E4] [smile-loop FR27]', async () => {
    const target = join(folder, 'a', 'b');
    expect(await writeReport(target, texts, { stdout: process.stdout })).toEqual({ written: true, folder: target });
    expect((await readdir(target)).sort()).toEqual(['smile-audit.log', 'smile-report.json', 'smile-report.md']);
    expect(await readFile(join(target, 'smile-report.md'), 'utf8')).toBe(texts.markdown);
  });

  it('tries again, and succeeds once there is room', async () => {
    const target = join(folder, 'busy');
    await writeFile(target, 'a file where the folder is to be');
    const writing = writeReport(target, texts, { stdout: process.stdout, retryAfterMs: [20, 200, 2000] });
    await rm(target);
    expect(await writing).toMatchObject({ written: true });
  });

  it('prints the report where it cannot be written [smile-loop 9.E3]', async () => {
    const target = join(folder, 'file');
    await writeFile(target, '');
    let printed = '';
    const write = (text: unknown) => {
      printed += String(text);
      return true;
    };
    const written = await writeReport(target, texts, { stdout: { write }, retryAfterMs: [1, 1] });
    expect(written).toEqual({ written: false, note: expect.stringContaining(`could not be written to ${target}`) });
    expect(printed).toBe(texts.markdown);
    expect(await readdir(folder)).toEqual(['file']);
  });
});

it('leaves nothing half written where a file cannot take its place', async () => {
  await mkdir(join(folder, 'smile-report.json'));
  const stdout = { write: () => true };
  expect(await writeReport(folder, texts, { stdout, retryAfterMs: [1] })).toMatchObject({ written: false });
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

describe('reading', () => {
  it('gives a recorded report again in each form', async () => {
    await writeReport(folder, texts, { stdout: process.stdout });
    const again = await readReport(folder);
    expect(again).toEqual(report);
    expect(renderReport(again, 'md')).toMatch(/^# SMILE Loop Report: start\.md\n/);
    expect(renderReport(again, 'json')).toBe(texts.json);
    expect(renderReport(again, 'junit')).toContain('<testsuite name="docs/start.md"');
  });

  it('says that there is none, or that it is none', async () => {
    await expect(readReport(folder)).rejects.toMatchObject({ code: 'run_not_found' });
    await writeFile(join(folder, 'smile-report.json'), '{"meta":');
    await expect(readReport(folder)).rejects.toMatchObject({ code: 'state_unreadable' });
  });
});

describe('JSON', () => {
  it('is what its schema says [smile-loop 9.S3]', () => {
    expect(reportSchema.parse(JSON.parse(toJson(report)))).toEqual(report);
    expect(reportJsonSchema()).toMatchObject({
      type: 'object',
      required: ['meta', 'gaps', 'combinedPatch', 'timeline', 'auditTrail', 'recommendations'],
    });
  });

  it('does not know a sum of which one price is unknown', () => {
    expect(report.meta.cost).toEqual({ usd: null, tokensIn: 5, tokensOut: 6 });
  });
});

describe('the audit log', () => {
  it('has every command, file, call and denied request [smile-loop 9.S2]', () => {
    const log = auditLog(input);
    expect(log).toContain('command at 10 ms for 20 ms, exit code 2\n  $ make\n  | first line\n');
    expect(log).toContain('file "out/a.txt" 3 bytes\n');
    expect(log).toContain('llm {"agent":"mentor","provider":"codex"');
    expect(log).toContain('iteration 2\ndenied "x.test" 1 requests\n');
    expect(log).toContain('mentor {"kind":"notes","notes":"Look in scripts."');
    expect(log).toContain('ended 2026-02-02T10:04:05.000Z status completed outcome docs_gap\n');
  });

  it('has verdicts, what belongs to no iteration, and each command once', () => {
    const verdict = { passed: true, criteria: [{ name: 'serves', passed: true }] };
    const commands = [command('make', 0, 'iteration 9\nended')];
    const log = auditLog(
      inputOf(stateOf([{ ...completed(1, commands), verdict }]), {
        audit: { files: [], llmCalls: [], denied: [{ iteration: 0, host: 'early.test', count: 2 }] },
      }),
    );
    expect(log).toContain('iteration 0\ndenied "early.test" 2 requests\niteration 1\n');
    expect(log).toContain('verdict {"passed":true');
    expect(log.match(/make/g)).toHaveLength(1);
    expect(log).toContain('  | iteration 9\n  | ended\n');
  });

  it('shows what a terminal would follow, and takes no line of others for one of its own', () => {
    const output = 'a\rended\u2028ended\v\x1b[31mred\u202e\tb';
    const history = [completed(1, [command('make', 0, output)])];
    const log = auditLog(inputOf(stateOf(history), { tutorial: { path: 'a\nended.md', text: '', imagesMissing: [] } }));
    expect(log).toContain('  | a\n  | ended\n  | ended\n  | \\u{1b}[31mred\\u{202e}\tb\n');
    expect(log).toContain('tutorial "a\\nended.md"\n');
  });

  it('is written of a run with very many requests', () => {
    const denied = Array.from({ length: 200_000 }, (_, number) => ({ iteration: 1, host: `${number}.test`, count: 1 }));
    const log = auditLog(inputOf(stateOf([completed(1)]), { audit: { files: [], llmCalls: [], denied } }));
    expect(log).toContain('denied "199999.test" 1 requests\n');
  });

  it('has outputs whole that the reports cut [smile-loop 9.E2]', () => {
    expect(auditLog(input)).toContain('x'.repeat(9000));
    const output = report.auditTrail.commands[0]?.output ?? '';
    expect(output.length).toBeLessThan(600);
    expect(output).toMatch(/^\[\d+ characters left out\]\nx/);
    expect(output).toMatch(/last line$/);
  });
});

describe('JUnit', () => {
  const verdict = {
    passed: false,
    criteria: [
      { name: 'serves', passed: true },
      { name: 'a<b\x07', passed: false, message: 'no & "so"' },
    ],
  };

  it('has a case for each gap and each criterion, and is XML', () => {
    const xml = toJunit([{ ...report, verdict }]);
    expect(xml).toContain('tests="3" failures="2" errors="0" skipped="0"');
    expect(xml).toContain('name="gap 1 (line 7): The script has no folder"');
    expect(xml).toContain('<failure message="no &amp; &quot;so&quot;">');
    expect(xml).not.toContain('\x07');
    const read = spawnSync(
      'python3',
      ['-c', 'import sys,xml.dom.minidom as m; m.parseString(sys.stdin.buffer.read())'],
      { input: xml },
    );
    if (read.error === undefined) expect(read.stderr.toString()).toBe('');
  });

  it.each([
    ['infra_error', 'error', 'errors="1" skipped="0"'],
    ['harness_error', 'error', 'errors="1" skipped="0"'],
    ['budget_exhausted', 'skipped', 'errors="0" skipped="1"'],
    ['agent_refusal', 'skipped', 'errors="0" skipped="1"'],
  ] as const)('does not blame a tutorial for %s', (outcome, kind, totals) => {
    const state = stateOf([], { status: 'failed', finalResult: { outcome, summary: 'Why.' } });
    const xml = toJunit([buildReport(inputOf(state)).report]);
    expect(xml).toContain(`<${kind} message="${outcome}: Why.">`);
    expect(xml).toContain(`failures="0" ${totals}`);
  });

  it('is red for a tutorial that failed at no line, and counts the time of all runs', () => {
    const lost = { ...report, gaps: [], meta: { ...report.meta, summary: 'one\rtwo' } };
    const xml = toJunit([lost, report]);
    expect(xml).toContain('<failure message="one&#13;two">');
    expect(xml).toMatch(/<testsuites name="smile-loop" tests="2" failures="2" .* time="490\.000">/);
    expect(xml).toContain('time="245.000" timestamp');
  });

  it('is green for a pass', () => {
    const state = stateOf([completed(1)], { finalResult: { outcome: 'passed', summary: 'Done.' } });
    expect(toJunit([buildReport(inputOf(state)).report])).toContain('tests="1" failures="0" errors="0"');
  });
});

describe('a report that is printed', () => {
  it.each([
    ['terminal', true],
    ['file', false],
  ])('to a %s has controls only where nobody follows them', async (_, isTTY) => {
    const tutorial = { path: 'a.md', text: 'a\n./setup.sh\n\u001b[31mred\n', imagesMissing: [] };
    const { report: own } = buildReport(inputOf(stateOf([asked(1, { claim: CLAIM }), completed(2)]), { tutorial }));
    const runFolder = join(folder, 'smile-results', 'runs', '20260202T100000000-00000000');
    await mkdir(runFolder, { recursive: true });
    await writeFile(join(runFolder, 'smile-report.json'), toJson(own));
    const printed: string[] = [];
    const stdout = { isTTY, write: (text: string) => printed.push(text) };
    const context = { cwd: folder, env: {}, stdout, stderr: stdout } as unknown as Parameters<typeof reportCommand>[0];
    expect(await reportCommand(context, undefined, { format: 'md' })).toBe(1);
    expect(printed.join('')).toMatch(/^\+\.\/scripts\/setup\.sh$/m);
    expect(printed.join('').includes('\u001b')).toBe(!isTTY);
  });
});
