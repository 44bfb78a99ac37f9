import { describe, expect, test } from 'vitest';
import { applyEdits, type Files } from '../src/mutants/apply.js';
import { editsOf } from '../src/mutants/derive.js';
import { type Edit, editSchema } from '../src/mutants/edit.js';
import { finishedWork } from '../src/mutants/finished.js';
import { TemporaryProject } from './support.js';

const FILES: Record<string, string> = {
  'loop.py': 'def run():\n    for step in range(3):\n        act()\n        act()\n    return step\n',
  'notes.md': 'no line break at the end',
};
/** Beside those that are text, there is a picture. */
const WORK: Files = { files: [...Object.keys(FILES), 'map.png'], read: (file) => FILES[file] };
const inLoop = (find: Edit['find'], replace: Edit['replace']): Edit => ({ file: 'loop.py', find, replace });

describe('edits of the finished work', () => {
  test.for<[string, Edit[], string, string | undefined]>([
    [
      'a line',
      [inLoop('    return step', '    return 3')],
      'loop.py',
      FILES['loop.py']?.replace('return step', 'return 3'),
    ],
    [
      'lines',
      [inLoop(['        act()', '    return step'], [])],
      'loop.py',
      'def run():\n    for step in range(3):\n        act()\n',
    ],
    ['a line by an empty one', [inLoop('def run():', '')], 'loop.py', FILES['loop.py']?.replace('def run():', '')],
    [
      'two places',
      [inLoop('    return step', '    return 3'), inLoop('def run():', ['', 'def run():'])],
      'loop.py',
      `\n${FILES['loop.py']?.replace('return step', 'return 3')}`,
    ],
    [
      'a text with line breaks',
      [inLoop('    return step\n', 'x\ny\n')],
      'loop.py',
      FILES['loop.py']?.replace('    return step', 'x\ny'),
    ],
    ['a new file', [{ file: 'new.py', replace: ['a', ''] }], 'new.py', 'a\n'],
    ['no file', [{ file: 'notes.md', replace: null }], 'notes.md', undefined],
    ['no picture', [{ file: 'map.png', replace: null }], 'map.png', undefined],
  ])('put %s in the place', ([, edits, file, text]) => {
    const { changes, problems } = applyEdits(
      edits.map((edit) => editSchema.parse(edit)),
      WORK,
    );
    expect(problems).toEqual([]);
    expect([...changes]).toEqual([[file, text]]);
  });

  test.for<[string, string, Edit[], number | undefined, string]>([
    [
      'of a file that is not there',
      'unknown_file',
      [{ file: 'gone.py', find: 'a', replace: 'b' }],
      0,
      'gone.py is in neither',
    ],
    [
      'that remove a file that is not there',
      'unknown_file',
      [{ file: 'gone.py', replace: null }],
      0,
      'gone.py is in neither',
    ],
    [
      'that make a file that is there',
      'file_exists',
      [{ file: 'loop.py', replace: 'a' }],
      0,
      'loop.py is there already',
    ],
    ['of a file that is not text', 'no_match', [{ file: 'map.png', find: 'a', replace: 'b' }], 0, 'not UTF-8 text'],
    ['that make a picture that is there', 'file_exists', [{ file: 'map.png', replace: 'a' }], 0, 'is there already'],
    ['that need a folder', 'file_exists', [{ file: 'loop.py/x.py', replace: 'a' }], 0, 'there is loop.py, so'],
    ['of part of a line', 'no_match', [inLoop('return step', 'x')], 0, '"return step"; line 5 is "    return step"'],
    ['of lines that are nowhere', 'no_match', [inLoop(['def run():', '    act()'], 'x')], 0, '"def run():" …'],
    [
      'of a line that stands twice',
      'several_matches',
      [inLoop('        act()', 'x')],
      0,
      'stands 2 times in loop.py (lines 3, 4)',
    ],
    [
      'that change nothing',
      'no_change',
      [inLoop('def run():', 'def go():'), inLoop('    return step', '    return step')],
      1,
      'are the same',
    ],
    [
      'of the same line',
      'overlap',
      [inLoop('    return step', 'x'), inLoop(['    return step', ''], 'y')],
      1,
      'another edit replaces',
    ],
    [
      'of a file as a whole and in part',
      'overlap',
      [inLoop('def run():', 'x'), { file: 'loop.py', replace: null }],
      1,
      'no other edit',
    ],
    [
      'that take back what others do',
      'same_as_solution',
      [inLoop('def run():', ['def run():', '    for step in range(3):']), inLoop('    for step in range(3):', [])],
      undefined,
      'leave the solution as it is',
    ],
  ])('are refused where there are some %s', ([, code, edits, edit, words]) => {
    const { problems } = applyEdits(edits, WORK);
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(words) }]);
    expect(problems[0]?.edit).toBe(edit);
  });

  test('may put a folder where a file was, and not two new files into the place of one', () => {
    const below: Edit = { file: 'loop.py/x.py', replace: 'a' };
    expect(applyEdits([below, { file: 'loop.py', replace: null }], WORK).problems).toEqual([]);
    const { problems } = applyEdits(
      [
        { file: 'new', replace: 'a' },
        { file: 'new/x', replace: 'a' },
      ],
      WORK,
    );
    expect(problems).toMatchObject([
      { code: 'file_exists', edit: 0, message: expect.stringContaining('there is new/x') },
      { code: 'file_exists', edit: 1, message: expect.stringContaining('there is new,') },
    ]);
  });

  test.for<[string, unknown, string]>([
    ['outside of the workspace', { file: '../x', find: 'a', replace: 'b' }, 'file'],
    ['without a line to find', { file: 'x', find: [], replace: 'b' }, 'find'],
    ['that find lines and remove the file', { file: 'x', find: 'a', replace: null }, 'replace'],
    ['without what stands there instead', { file: 'x', find: 'a' }, 'replace'],
  ])('are no edits %s', ([, edit, field]) => {
    expect(editSchema.safeParse(edit).error?.issues[0]?.path).toEqual([field]);
  });
});

describe('the finished work', () => {
  test('has the starter file where solution/ has a folder of its name', () => {
    using project = new TemporaryProject({ 'one/starter/notes': 'begin\n', 'one/solution/notes/more': 'end\n' });
    const work = finishedWork(project.at('one'));
    expect(work.source('notes')).toBe(project.at('one/starter/notes'));
    expect(work.read('notes')).toBe('begin\n');
    expect(work.read('notes/more')).toBe('end\n');
  });
});

function applied(edits: readonly Edit[], before: string | undefined) {
  const work = { files: before === undefined ? [] : ['f'], read: () => before };
  const { changes, problems } = applyEdits(edits, work);
  expect(problems).toEqual([]);
  return [...changes];
}

/** Every text of one line or more, up to this many. */
function allTexts(lines: readonly string[], most: number): string[] {
  if (most === 1) return [...lines];
  const shorter = allTexts(lines, most - 1);
  const longest = shorter.filter((text) => text.split('\n').length === most - 1);
  return [...shorter, ...longest.flatMap((text) => lines.map((line) => `${text}\n${line}`))];
}

describe('edits that are made from two texts', () => {
  test.for<[string, string | undefined, string | undefined, Omit<Edit, 'file'>[]]>([
    ['hold what differs and nothing else', 'a\nb\nc\n', 'a\nB\nc\n', [{ find: 'b', replace: 'B' }]],
    ['stand beside a line where one is added', 'a\nb\n', 'a\nnew\nb\n', [{ find: 'a', replace: ['a', 'new'] }]],
    ['have an empty list for what is left out', 'a\nb\nc\n', 'a\nc\n', [{ find: 'b', replace: [] }]],
    [
      'find as many lines as show the place',
      'x\ny\nx\nz\n',
      'x\ny\nX\nz\n',
      [{ find: ['y', 'x'], replace: ['y', 'X'] }],
    ],
    ['rather find a line that says something', 'a\n\nb\n', 'a\n\nnew\nb\n', [{ find: 'b', replace: ['new', 'b'] }]],
    [
      'join changes with one line between',
      'a\nb\nc\n',
      'A\nb\nC\n',
      [{ find: ['a', 'b', 'c'], replace: ['A', 'b', 'C'] }],
    ],
    [
      'are several where changes are apart',
      'a\nb\nc\nd\n',
      'A\nb\nc\nD\n',
      [
        { find: 'a', replace: 'A' },
        { find: 'd', replace: 'D' },
      ],
    ],
    ['see the last line break', 'a\nb', 'a\nb\n', [{ find: 'b', replace: ['b', ''] }]],
    ['take the whole where all is blank', '\n\n', '\n', [{ find: ['', '', ''], replace: ['', ''] }]],
    ['make a file', undefined, 'a\n', [{ replace: ['a', ''] }]],
    ['remove a file', 'a\n', undefined, [{ replace: null }]],
    ['are none where nothing differs', 'a\n', 'a\n', []],
  ])('%s', ([, before, after, expected]) => {
    const edits = editsOf(new Map([['f', after]]), () => before);
    expect(edits).toEqual(expected.map((edit) => ({ file: 'f', ...edit })));
    if (edits.length > 0) expect(applied(edits, before)).toEqual([['f', after]]);
  });

  test.for<[string, string[], string[], Omit<Edit, 'file'>[]]>([
    [
      'a line that stands four times, and another number of times afterwards',
      ['pass', 'pass', 'pass', 'pass'],
      ['x = 1', 'pass', 'pass'],
      [{ find: ['pass', 'pass', 'pass', 'pass'], replace: ['x = 1', 'pass', 'pass'] }],
    ],
    [
      'one of a hundred equal lines, of which too many would show the place',
      Array(100).fill('a'),
      [...Array(50).fill('a'), 'b', ...Array(49).fill('a')],
      [{ find: Array(100).fill('a'), replace: [...Array(50).fill('a'), 'b', ...Array(49).fill('a')] }],
    ],
  ])('take the whole file for %s', ([, before, after, expected]) => {
    const edits = editsOf(new Map([['f', after.join('\n')]]), () => before.join('\n'));
    expect(edits).toEqual(expected.map((edit) => ({ file: 'f', ...edit })));
  });

  test.for<[number, string, string[], number]>([
    [62, 'two lines', ['a', 'b'], 5],
    [39, 'two lines and blank ones', ['a', 'b', ''], 3],
  ])('make any of %i texts of any other, all of %s', ([count, , lines, most]) => {
    const texts = allTexts(lines, most);
    expect(texts.length).toBe(count);
    for (const before of texts) {
      for (const after of texts) {
        const edits = editsOf(new Map([['f', after]]), () => before);
        if (edits.length === 0) expect(after).toBe(before);
        else expect(applied(edits, before)).toEqual([['f', after]]);
      }
    }
  });
});
