import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { SHELL_PROMPT } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { pasteText, readRaw } from '../classroom/pasting.js';

test.use({ daemonFlags: ['--agent', 'shell'] });

test('5 MB of text are pasted whole, with the page alive and what is typed behind it [terminal 1 paste-whole]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  const make = { line: 'a line with é, 你好 and 👩‍🚀\n', times: 130_000 };
  const expected = Buffer.concat([
    Buffer.from(make.line.replace('\n', '\r').repeat(make.times)),
    Buffer.from('typed behind'),
  ]);
  expect(expected.length).toBeGreaterThan(5_000_000);
  await readRaw(practice, classroom, expected.length);
  const longTasks = await practice.page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'longtask' });
    return seen;
  });
  await pasteText(practice, make);
  await practice.page.keyboard.type('typed behind');
  await classroom.pane.waitForScreen('read 42');
  const read = await readFile(join(classroom.workspace, 'read.bin'));
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(sum(read)).toBe(sum(expected));
  console.info('longest task in milliseconds:', Math.max(0, ...(await longTasks.jsonValue())));
});

test('a paste is in brackets where the program wants it, and cannot end them [terminal 1 paste-bracketed]', async ({
  practice,
  classroom,
}) => {
  await practice.start();
  await practice.waitUntilConnected();
  await classroom.pane.waitForScreen(SHELL_PROMPT.trimEnd());
  const expected = '\x1b[200~one\rtwo[201~ three\x1b[201~';
  await readRaw(practice, classroom, expected.length, '\\033[?2004h');
  await pasteText(practice, { line: 'one\ntwo\x1b[201~ three', times: 1 });
  await classroom.pane.waitForScreen('read 42');
  expect(await readFile(join(classroom.workspace, 'read.bin'), 'utf8')).toBe(expected);
});
