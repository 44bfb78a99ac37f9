import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newStudent } from '../../src/index.js';
import { PracticePage } from '../classroom/practice-page.js';
import { test } from '../test.js';
import { newAuthor } from './author.js';

const ID = 'fit-a-headline';
const FLAGS = [
  '--title',
  'Fit a headline',
  '--lesson',
  'new',
  '--language',
  'python',
  '--difficulty',
  'beginner',
  '--minutes',
  '20',
];
const OLD_HINT = 'Count the characters of the result.';
const NEW_HINT = 'Count them with a finger.';

test('an author makes an exercise, sees it in the lesson site, changes it while it runs, and completes it [exercises 6 preview]', async ({
  page,
}, testInfo) => {
  // Two servers and a first build of the site.
  test.setTimeout(480_000);
  await using student = await newStudent({ agents: [] });
  await using author = await newAuthor(student);
  expect(await author.kit('new', ID, ...FLAGS)).toMatchObject({ code: 0 });
  expect(await author.kit('lint')).toMatchObject({ code: 0, said: expect.stringContaining('0 errors, 0 warnings') });
  expect(await author.kit('test', '--jobs', '2')).toMatchObject({
    code: 0,
    said: expect.stringContaining('5 mutants caught; 3 criteria'),
  });

  const preview = await author.preview(ID);
  const { origin, pathname } = new URL(preview.address);
  const practice = new PracticePage(page, origin);
  await practice.start(pathname);
  await practice.waitUntilConnected();
  const failed = practice.results.locator('[data-status=failed]');
  await practice.check();
  await practice.waitUntilChecked();
  await expect(failed.first()).toContainText('Keeps a text that fits');

  // A mistake of a learner's, judged by a check that its author changes meanwhile.
  const finished = await readFile(author.at('exercises', ID, 'solution/shorten.py'), 'utf8');
  await writeFile(join(await preview.workspace(), 'shorten.py'), finished.replace(' + "…"', ''));
  const tooLong = failed.filter({ hasText: 'Makes a long text fit' });
  await practice.check();
  await expect(tooLong).toContainText(OLD_HINT);
  const criteria = author.at('exercises', ID, 'checks/check_criteria.py');
  await writeFile(criteria, (await readFile(criteria, 'utf8')).replace(OLD_HINT, NEW_HINT));
  const served = author.at('exercises/dist', ID, 'checks/check_criteria.py');
  await expect.poll(() => readFile(served, 'utf8')).toContain(NEW_HINT);
  // A criterion is shown as soon as it is judged, and the button checks anew only once all are.
  await practice.waitUntilChecked();
  await practice.check();
  await expect(tooLong).toContainText(NEW_HINT);
  await page.screenshot({ path: testInfo.outputPath('preview.png') });

  await cp(author.at('exercises', ID, 'solution'), await preview.workspace(), { recursive: true });
  await practice.check();
  await expect(practice.celebration).toBeVisible();
  expect(await preview.end()).toBe(0);
  expect((await readdir(student.env.TMPDIR ?? '')).filter((name) => name.startsWith('exercise-'))).toEqual([]);
});
