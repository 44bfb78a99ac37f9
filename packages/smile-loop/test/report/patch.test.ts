import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc } from '@agent-factory/fuzzing';
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEdits, type Edit, editOf, type LocatedFix } from '../../src/report/edits.js';
import { combinedPatch, patchOf } from '../../src/report/patch.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'smile-patch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAMS = {
  git: (patch: string) => execFileSync('git', ['apply', '--whitespace=nowarn', patch], { cwd: folder, stdio: 'pipe' }),
  patch: (patch: string) => execFileSync('patch', ['-p1', '--silent', '-i', patch], { cwd: folder, stdio: 'pipe' }),
};

function applied(program: keyof typeof PROGRAMS, name: string, text: string, patch: string): string {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'the.patch'), patch);
  PROGRAMS[program](join(folder, 'the.patch'));
  return readFileSync(join(folder, name), 'utf8');
}

function edit(text: string, fix: LocatedFix): Edit {
  const found = editOf(text, fix);
  if (found === undefined) throw new Error('no such line');
  return found;
}

function fixed(text: string, line: number, quote: string, kind: LocatedFix['fix']['kind'], added = ''): string {
  return applyEdits(text, [edit(text, { line, quote, fix: { kind, text: added } })]);
}

describe('edits', () => {
  it('replaces the quote, and nothing around it', () => {
    expect(fixed('a\n  - run `npm i` now\nb\n', 2, 'npm i', 'replace', 'npm ci')).toBe('a\n  - run `npm ci` now\nb\n');
    expect(fixed('a\none\ntwo\nb\n', 2, 'one\ntwo', 'replace', 'three')).toBe('a\nthree\nb\n');
    expect(fixed('a\none  thing\nb\n', 2, 'one thing', 'replace', 'x')).toBe('a\nx\nb\n');
  });

  it('takes a quote by its words, wherever the text is wrapped', () => {
    const text = '# T\n\nRun the server with\nnpm start in the folder.\nThen test.\n';
    expect(fixed(text, 3, 'Run the server with npm start in the folder.', 'replace', 'X')).toBe(
      '# T\n\nX\nThen test.\n',
    );
    expect(fixed('a  b\r\nc d\r\n', 1, 'a b\nc', 'replace', 'x')).toBe('x d\r\n');
  });

  it('takes a line that is only alike as a whole, and never more or less than it', () => {
    const text = 'Run `npm instal` first.\nRun `npm test`.\n';
    expect(fixed(text, 1, 'Run `npm install` first.', 'replace', 'x')).toBe('x\nRun `npm test`.\n');
    const fix = { kind: 'remove', text: '' } as const;
    expect(editOf(text, { line: 1, quote: 'Run `npm install` first.\nRun `npm build`.', fix })).toBeUndefined();
    expect(
      editOf(text, { line: 1, quote: 'Run `npm install` first. Then go on with the tests.', fix }),
    ).toBeUndefined();
    expect(editOf(text, { line: 1, quote: 'Run `npm', fix: { ...fix, kind: 'insert_after' } })).toBeUndefined();
    expect(editOf(text, { line: 1, quote: 'npm inst', fix })).toEqual({ start: 5, end: 13, text: '' });
  });

  it('inserts lines before and after the quote’s', () => {
    expect(fixed('a\nb\nc\n', 2, 'b', 'insert_before', 'x\ny\n')).toBe('a\nx\ny\nb\nc\n');
    expect(fixed('a\nb\nc\n', 2, 'b', 'insert_after', 'x')).toBe('a\nb\nx\nc\n');
    expect(fixed('a\nb\nc\nd\n', 2, 'b\nc', 'insert_after', 'x')).toBe('a\nb\nc\nx\nd\n');
  });

  it('removes whole lines of which nothing is left', () => {
    expect(fixed('a\n  b\nc\n', 2, 'b', 'remove')).toBe('a\nc\n');
    expect(fixed('a\nb and c\n', 2, ' and c', 'remove')).toBe('a\nb \n');
  });

  it('keeps carriage returns, a byte order mark and a missing last line end', () => {
    expect(fixed('a\r\nb\r\n', 1, 'a', 'insert_after', 'x\ny')).toBe('a\r\nx\r\ny\r\nb\r\n');
    expect(fixed('\uFEFFa\nb', 1, 'a', 'insert_before', 'x')).toBe('\uFEFFx\na\nb');
    expect(fixed('\uFEFFa\nb', 1, 'a', 'remove')).toBe('\uFEFFb');
    expect(fixed('a\r\nb', 2, 'b', 'insert_after', 'x')).toBe('a\r\nb\r\nx');
  });

  it('knows no line beyond the text', () => {
    expect(editOf('a\n', { line: 5, quote: 'a', fix: { kind: 'remove', text: '' } })).toBeUndefined();
  });
});

const lines = fc.array(
  fc.constantFrom('', 'a', 'b', '  - c', '```sh', 'npm start', '-- d', '++ e', 'ü 中 🎉', '\tx  '),
  {
    minLength: 1,
    maxLength: 14,
  },
);
const texts = fc
  .tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
  .map(([all, eol, ended, mark]) => `${mark ? '\uFEFF' : ''}${all.join(eol)}${ended ? eol : ''}`)
  .filter((text) => text.replace('\uFEFF', '') !== '');
const fixes = fc.record({
  at: fc.nat(13),
  kind: fc.constantFrom<LocatedFix['fix']['kind']>('replace', 'insert_before', 'insert_after', 'remove'),
  text: fc.constantFrom('new', 'two\nlines', '- item\n\n  more\n', '🎉'),
});

function place(text: string, { at, kind, text: added }: { at: number; kind: LocatedFix['fix']['kind']; text: string }) {
  const all = text.split('\n');
  const index = at % all.length;
  const quote = (all[index] ?? '').replace('\uFEFF', '').trim();
  return editOf(text, { line: index + 1, quote, fix: { kind, text: added } });
}

describe.each(['git', 'patch'] as const)('patches with %s', (program) => {
  it('apply and give the changed text', () => {
    fc.assert(
      fc.property(texts, fixes, (text, fix) => {
        const change = place(text, fix);
        const patch = change === undefined ? '' : patchOf('doc.md', text, [change]);
        if (change === undefined || patch === '') return;
        expect(applied(program, 'doc.md', text, patch)).toBe(applyEdits(text, [change]));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('apply together where they do not conflict', () => {
    fc.assert(
      fc.property(texts, fc.array(fixes, { minLength: 2, maxLength: 5 }), (text, several) => {
        const changes = several.flatMap((fix) => place(text, fix) ?? []);
        const { patch, leftOut } = combinedPatch('doc.md', text, changes);
        if (patch === '') return;
        const kept = changes.filter((_, index) => !leftOut.includes(index));
        expect(applied(program, 'doc.md', text, patch)).toBe(applyEdits(text, kept));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('apply to a name with blanks and signs of other languages', () => {
    const change = edit('a\n', { line: 1, quote: 'a', fix: { kind: 'replace', text: 'b' } });
    for (const name of ['my first guide.md', 'straße.md', 'a "b".md']) {
      expect(applied(program, name, 'a\n', patchOf(name, 'a\n', [change]))).toBe('b\n');
    }
  });
});

describe('a patch', () => {
  it('is what a comparison of the whole texts gives, where no two lines are the same', () => {
    const several = fc.array(fixes, { minLength: 1, maxLength: 5 });
    const endings = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), endings, fc.boolean(), several, (count, eol, ended, all) => {
        const text = Array.from({ length: count }, (_, index) => `line ${index}`).join(eol) + (ended ? eol : '');
        const changes = all.flatMap((fix, at) => place(text, { ...fix, text: `first ${at}\nsecond ${at}` }) ?? []);
        const { patch, leftOut } = combinedPatch('doc.md', text, changes);
        const kept = changes.filter((_, index) => !leftOut.includes(index));
        expect(patch).toBe(patchOfWhole(text, applyEdits(text, kept)));
      }),
    );
  });

  it('shows of a quote only the lines that a fix changes', () => {
    const text = 'a\nb\nc\nd\ne\n';
    const fix = { kind: 'replace', text: 'B\nc\nD' } as const;
    expect(patchOf('doc.md', text, [edit(text, { line: 2, quote: 'b\nc\nd', fix })])).toBe(
      '--- a/doc.md\n+++ b/doc.md\n@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n-d\n+D\n e\n',
    );
  });
});

/** By the algorithm of Myers, as `diff` has it; empty for texts of which nothing is left. */
function patchOfWhole(text: string, changed: string): string {
  if (changed === text || changed === '') return '';
  const options = { context: 3 };
  return formatPatch(
    structuredPatch('a/doc.md', 'b/doc.md', text, changed, undefined, undefined, options),
    FILE_HEADERS_ONLY,
  );
}

describe('combined patch', () => {
  it('puts insertions at the same line in their order, and leaves out what changes the same text', () => {
    const text = 'a\nb\n';
    const after = (added: string) => edit(text, { line: 1, quote: 'a', fix: { kind: 'insert_after', text: added } });
    const replaced = edit(text, { line: 2, quote: 'b', fix: { kind: 'replace', text: 'c' } });
    const { patch, leftOut } = combinedPatch('doc.md', text, [after('x'), after('y'), replaced, replaced]);
    expect(leftOut).toEqual([3]);
    expect(applied('git', 'doc.md', text, patch)).toBe('a\nx\ny\nc\n');
  });

  it('stays in the folder, and is empty where it changes nothing', () => {
    const change = edit('a\n', { line: 1, quote: 'a', fix: { kind: 'replace', text: 'b' } });
    expect(patchOf('/home/me/doc.md', 'a\n', [change])).toContain('--- a/doc.md\n');
    expect(patchOf('../x/doc.md', 'a\n', [change])).toContain('+++ b/doc.md\n');
    expect(patchOf('./docs/doc.md', 'a\n', [change])).toContain('--- a/docs/doc.md\n');
    expect(patchOf('doc.md', 'a\n', [])).toBe('');
    expect(patchOf('doc.md', 'a\n', [{ start: 0, end: 2, text: '' }])).toBe('');
  });
});
