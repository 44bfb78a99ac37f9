// @vitest-environment happy-dom
import type { ThreadItem } from '@agent-factory/protocol/conversations';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { withoutAnsi } from '../../src/react/chat/tools/ansi.js';
import { diffOf } from '../../src/react/chat/tools/diff-lines.js';
import { ToolCard } from '../../src/react/chat/tools/ToolCard.js';

type ToolItem = Extract<ThreadItem, { kind: 'tool' }>;

afterEach(cleanup);

function show(detail: Partial<ToolItem['detail']>, facts: Partial<ToolItem> = {}) {
  const tool: ToolItem = {
    eventId: 1,
    at: '2026-01-01T00:00:00.000Z',
    kind: 'tool',
    id: 't',
    name: 'SomeTool',
    args: '',
    isDone: true,
    detail: { toolCallId: 't', ...detail },
    ...facts,
  };
  return render(<ToolCard tool={tool} />);
}

const card = () => screen.getByRole('group', { name: /:/ });

describe('what an agent does', () => {
  test.each([
    [{ kind: 'read', paths: ['a.py', 'b.py'] }, 'Read a.py, b.py: Done'],
    [{ kind: 'search', title: 'TODO in src' }, 'Searched TODO in src: Done'],
    [{ kind: 'execute', command: 'npm test', status: 'failed' }, 'Ran npm test: Failed'],
    [{ kind: 'execute', command: 'rm -rf build', status: 'refused' }, 'Run rm -rf build: Refused'],
    [{ kind: 'fetch', title: 'example.com' }, 'Fetched example.com: Done'],
    [{}, 'Used SomeTool: Done'],
    [{ kind: 'of a newer server' as never }, 'Used SomeTool: Done'],
  ] as const)('%o says: %s', (detail, words) => {
    show(detail as Partial<ToolItem['detail']>);
    expect(card().getAttribute('aria-label')).toBe(words);
  });

  test('says that it goes on until it is done', () => {
    show({ kind: 'execute', command: 'sleep 9' }, { isDone: false });
    expect(card().getAttribute('aria-label')).toBe('Running sleep 9: Running');
  });

  test('shows the last lines of a command’s output, without its colours, and the rest on demand', () => {
    const output = `\u001b[32m${Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')}\u001b[0m\n`;
    show({ kind: 'execute', command: 'npm test', output, exitCode: 2, status: 'failed' });
    const shown = screen.getByRole('group', { name: 'Output' });
    expect(shown.textContent).toMatch(/^line 28\n.*line 39$/s);
    expect(screen.getByText('Exit code 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show 28 more lines above' }));
    expect(shown.textContent).toMatch(/^line 0\n/);
  });

  test('shows an edit line by line, with signs as well as colours', () => {
    show({ kind: 'edit', edits: [{ path: 'a.py', oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\n' }] });
    expect(screen.getByRole('group', { name: 'Change to a.py' }).textContent).toBe('  one\n− two\n+ 2\n  three\n');
    expect(screen.getByText('+1')).toBeTruthy();
    expect(screen.getByText('−1')).toBeTruthy();
  });

  test('keeps the arguments of a tool that it does not know behind a fold', () => {
    show({}, { args: '{"city":"Bern"}', result: 'sunny' });
    expect(screen.getByText('Details').closest('details')?.open).toBe(false);
    expect(screen.getByRole('group', { name: 'Arguments', hidden: true }).textContent).toBe('{\n  "city": "Bern"\n}');
  });
});

describe('a diff', () => {
  test('reads a patch, over all its parts', () => {
    const patch = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n-x\n+y\n z\n@@ -9,1 +9,2 @@\n q\n+r\n\\ No newline at end of file\n';
    expect(diffOf({ path: 'a', patch })).toMatchObject({
      added: 2,
      removed: 1,
      lines: [
        { op: 'removed' },
        { op: 'added' },
        { op: 'kept' },
        { op: 'gap' },
        { op: 'kept' },
        { op: 'added', text: 'r' },
      ],
    });
  });

  test('of a new file adds all of it, and of an emptied one removes all', () => {
    expect(diffOf({ path: 'a', oldText: null, newText: 'x\ny\n' })).toMatchObject({ added: 2, removed: 0 });
    expect(diffOf({ path: 'a', oldText: 'x\n', newText: '' })).toMatchObject({ added: 0, removed: 1 });
  });

  test('is not there where only the file is known, or the patch is none', () => {
    expect(diffOf({ path: 'a' })).toBeUndefined();
    expect(diffOf({ path: 'a', patch: '@@ what is this' })).toBeUndefined();
  });

  test('of two long texts that share nothing does not hold up the page', () => {
    const text = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index * 7}`).join('\n');
    const before = process.cpuUsage();
    expect(diffOf({ path: 'a', oldText: text('old'), newText: text('new') })).toMatchObject({ removed: 20_000 });
    // Of the processor's time, as others use it too. The smallest diff would take minutes.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});

test('colours, titles and lines that a program wrote over leave plain text', () => {
  expect(withoutAnsi('\u001b]0;title\u0007\u001b[1;31mred\u001b[0m\r\n10%\r50%\r100%\nend\u0007')).toBe(
    'red\n100%\nend',
  );
});
