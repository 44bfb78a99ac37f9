import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.js';
import { FileDaemon, versionOf } from './support/file-daemon.js';
import { OpenPage } from './support/open-workbench.js';

const THEIRS = 'theirs\n';
const opened: AsyncDisposable[] = [];

/** A page with a file that the student and something else have changed. */
async function setUp() {
  const daemon = await FileDaemon.start({ 'a.py': 'a\n', 'b.py': 'b\n' });
  const page = new OpenPage(daemon.url);
  opened.push(page, daemon);
  await page.opened('a.py');
  page.type('a.py', 'mine');
  daemon.write('a.py', THEIRS);
  await eventually(() => expect(page.document('a.py')?.conflict?.disk).toBe(THEIRS));
  return { daemon, page, workbench: page.workbench };
}

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

describe('a conflict', () => {
  it('is not begun anew when what is known of the disk is told once more', async () => {
    const { daemon, page } = await setUp();
    const before = page.document('a.py')?.conflict;
    const [peer] = daemon.pages;
    const asked = () => peer?.ofType('file:open').filter(({ payload }) => payload.path === 'a.py').length;
    const times = asked();
    peer?.send('fs:tree_update', { action: 'change', path: 'a.py', version: versionOf(THEIRS) });
    await page.opened('b.py'); // behind it
    expect(asked()).toBe(times);
    expect(page.document('a.py')?.conflict).toBe(before);
  });

  it('is none any more when the file is deleted: what the student has can be saved', async () => {
    const { daemon, page, workbench } = await setUp();
    daemon.remove('a.py');
    await eventually(() => expect(page.document('a.py')?.deleted).toBe(true));
    expect(page.document('a.py')?.conflict).toBeNull();
    workbench.save('a.py');
    await eventually(() => expect(daemon.files.get('a.py')).toBe('a\nmine'));
    await eventually(() => expect(page.document('a.py')?.deleted).toBe(false));
  });

  it('is one, too, when the disk has again what a save long ago did not bring there', async () => {
    const { daemon, page, workbench } = await setUp();
    await page.opened('b.py');
    page.type('b.py', 'one');
    daemon.holdsSaves = true;
    workbench.save('b.py');
    await [...daemon.pages][0]?.message('file:save');
    await daemon.crash();
    daemon.holdsSaves = false;
    page.type('b.py', 'two');
    await daemon.restart();
    await page.until(() => daemon.files.get('b.py') === 'b\nonetwo');
    await page.until(() => page.document('b.py')?.dirty === false);
    page.type('b.py', 'three');
    daemon.write('b.py', 'b\none');
    await eventually(() => expect(page.document('b.py')?.conflict?.disk).toBe('b\none'));
  });
});
