import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { CODE, openPage, setUp, untilStored } from '../support/reloaded-page.js';

const REASON = 'The folder was moved. Put it back.';

/** A page with unsaved text, whose folder was moved meanwhile. */
async function setUpWithout() {
  const opened = await setUp();
  const { daemon, page } = opened;
  page.type('agent.py', 'mine');
  daemon.lose(REASON);
  await eventually(() => expect(page.workbench.snapshot().watching).toEqual({ by: 'nothing', reason: REASON }));
  return opened;
}

it('[workbench gone-folder] unsaved text stays in the page, can be gone on with, and is kept by the browser', async () => {
  const { browser, page } = await setUpWithout();
  page.type('agent.py', ', and more');
  page.clock.advance(250);
  await untilStored(browser, `${CODE}mine, and more`);
  expect(page.workbench.textOf('agent.py')).toBe(`${CODE}mine, and more`);
  expect(page.document('agent.py')).toMatchObject({ status: 'ready', dirty: true, deleted: false, conflict: null });
});

it('[workbench gone-folder] a save says that the folder is gone, and the text is saved once it is back', async () => {
  const { daemon, page } = await setUpWithout();
  const { workbench } = page;
  workbench.save('agent.py');
  await eventually(() =>
    expect(workbench.snapshot().problems).toMatchObject([{ code: 'project_not_found', path: 'agent.py' }]),
  );
  expect(page.document('agent.py')).toMatchObject({ dirty: true, saving: false });
  expect(workbench.textOf('agent.py')).toBe(`${CODE}mine`);
  daemon.putBack();
  workbench.save('agent.py');
  await eventually(() => expect(daemon.files.get('agent.py')).toBe(`${CODE}mine`));
  await eventually(() => expect(page.document('agent.py')?.dirty).toBe(false));
});

it('[workbench gone-folder] unsaved text is there again in a page that is loaded after the folder was put back', async () => {
  const { daemon, browser, page } = await setUpWithout();
  page.page.left.emit();
  daemon.putBack();
  const next = openPage(daemon, browser);
  await next.opened('agent.py');
  expect(next.workbench.textOf('agent.py')).toBe(`${CODE}mine`);
  expect(next.document('agent.py')?.dirty).toBe(true);
});
