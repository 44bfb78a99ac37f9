import { describe, expect, it } from 'vitest';
import { CODE, openPage, setUp } from '../support/reloaded-page.js';

describe('a daemon that is killed while the student types', () => {
  it('costs no character: what was typed before, meanwhile and after is in the editor, and the daemon gets it', async () => {
    const { daemon, page } = await setUp();
    let typed = '';
    const type = (letters: string) => {
      for (const letter of letters) {
        page.type('agent.py', letter);
        typed += letter;
        page.clock.advance(7);
      }
    };
    type('before ');
    const crashed = daemon.crash();
    type('while ');
    await crashed;
    type('away ');
    await page.until(() => page.workbench.snapshot().connection.status === 'waiting');
    await daemon.restart();
    type('back ');
    await page.until(() => daemon.buffers.get('agent.py') === CODE + typed);
    expect(page.workbench.textOf('agent.py')).toBe(CODE + typed);
    page.workbench.save('agent.py');
    await page.until(() => daemon.files.get('agent.py') === CODE + typed);
  });

  it('and the page loaded again before it is back: the text is there', async () => {
    const { daemon, browser, page } = await setUp();
    page.type('agent.py', 'typed');
    await daemon.crash();
    page.type('agent.py', ' and more');
    page.page.left.emit();
    const again = openPage(daemon, browser);
    await daemon.restart();
    await again.until(() => again.document('agent.py')?.status === 'ready');
    expect(again.workbench.textOf('agent.py')).toBe(`${CODE}typed and more`);
  });

  it('does a save that was asked for meanwhile once it is back', async () => {
    const { daemon, page } = await setUp();
    page.type('agent.py', 'x');
    await daemon.crash();
    await page.until(() => page.workbench.snapshot().connection.status !== 'open');
    page.workbench.save('agent.py');
    expect(page.document('agent.py')).toMatchObject({ saving: true, dirty: true });
    await daemon.restart();
    await page.until(() => daemon.files.get('agent.py') === `${CODE}x`);
    await page.until(() => page.document('agent.py')?.dirty === false);
  });

  it('takes a save that reached the disk without an answer for done', async () => {
    const { daemon, page } = await setUp();
    page.type('agent.py', 'x');
    daemon.holdsSaves = true;
    page.workbench.save('agent.py');
    const [peer] = daemon.pages;
    await peer?.message('file:save');
    page.type('agent.py', 'y');
    daemon.files.set('agent.py', `${CODE}x`);
    await daemon.crash();
    daemon.holdsSaves = false;
    await daemon.restart();
    await page.until(() => daemon.files.get('agent.py') === `${CODE}xy`);
    expect(page.document('agent.py')?.conflict).toBeNull();
  });
});
