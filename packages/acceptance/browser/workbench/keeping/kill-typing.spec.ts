import { expect } from '@playwright/test';
import { test } from '../room/room.js';

/** What is typed: each word is there once, so that one that is missing or twice can be told. */
const WORDS = Array.from({ length: 120 }, (_, at) => `w${at}`);
const TEXT = WORDS.join(' ');

test('a daemon that is killed twice while the student types costs no character [workbench kill-typing]', async ({
  workbench,
  desk,
}) => {
  const { daemon } = desk;
  await workbench.edit('README.md');
  const typing = workbench.type(TEXT);
  const reached = (word: string) => expect(workbench.text).toContainText(`${word} `);
  await reached('w15');
  await daemon.kill();
  await reached('w35');
  await daemon.restart();
  await reached('w60');
  await daemon.kill();
  await typing;
  await expect(workbench.connection).not.toHaveText('Connected');
  expect((await workbench.lines()).join('\n')).toBe(`# Shop\n${TEXT}`);
  expect(await desk.read('README.md')).toBe('# Shop\n');
  await daemon.restart();
  await workbench.comeBack();
  await expect(workbench.connection).toHaveText('Connected');
  await workbench.save();
  await expect.poll(() => desk.read('README.md')).toBe(`# Shop\n${TEXT}`);
  await workbench.expectTab('README.md', 'saved');
});

test('what was typed is there when the page is opened anew after the daemon was killed [workbench kill-typing]', async ({
  workbench,
  desk,
}) => {
  await workbench.edit('README.md');
  await workbench.type('before, ');
  await desk.daemon.kill();
  await expect(workbench.connection).not.toHaveText('Connected');
  await workbench.type('and after');
  await desk.daemon.restart();
  await workbench.page.reload();
  await expect(workbench.text).toContainText('before, and after');
  await workbench.text.focus();
  await workbench.save();
  await expect.poll(() => desk.read('README.md')).toBe('# Shop\nbefore, and after');
});
