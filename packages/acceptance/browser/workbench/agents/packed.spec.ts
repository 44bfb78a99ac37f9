import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { coachCall, INPUTS } from '../../../src/coach/calls.js';
import { CoachedRepository } from '../../../src/coach/coached-repository.js';
import { installPacked } from '../../../src/coach/packed-server.js';
import { test as base, editorOf, request, TYPED, typeInto } from './coached-page.js';

/** The student has nothing but what npm has installed. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs
  coached: async ({}, use) => {
    await using server = await installPacked();
    await using coached = await CoachedRepository.start({ agent: 'claude', program: [server.program] });
    await use(coached);
  },
});

test('[workbench packed] from the packed package, a repository that nobody prepared has an editor, a terminal and a coach that points', async ({
  workbench,
  coached,
}) => {
  await test.step('editor', async () => {
    await typeInto(workbench, 'README.md');
    await workbench.keyboard.press('ControlOrMeta+s');
    const saved = () => readFile(join(coached.project.folder, 'README.md'), 'utf8');
    await expect.poll(saved).toBe(`# Shop\n${TYPED}`);
  });
  await test.step('terminal and tools', async () => {
    coached.model.will([coachCall('paige_get_buffer'), coachCall('paige_open_file'), coachCall('paige_show_message')]);
    await request(workbench, coached);
    expect(await coached.model.next()).toContain(TYPED);
    await coached.model.all();
    await expect(editorOf(workbench)).toContainText('class Cart');
    await expect(workbench.locator('.wb-balloon')).toContainText(INPUTS.paige_show_message.message);
  });
});
