import { expect, type Locator, type Page } from '@playwright/test';
import { CoachedRepository } from '../../../src/coach/coached-repository.js';
import type { AgentProgram } from '../../../src/index.js';
import { collectComplaints, reportFailure } from '../../classroom/failure-report.js';
import { test as base } from '../../test.js';

/** What the student types into README.md. */
export const TYPED = 'A small shop.';

interface Fixtures {
  agent: AgentProgram;
  coached: CoachedRepository;
  /** The Workbench of the project, which was opened by the address that the command has said. */
  workbench: Page;
}

export const test = base.extend<Fixtures>({
  agent: ['claude', { option: true }],

  coached: async ({ agent }, use) => {
    await using coached = await CoachedRepository.start({ agent });
    await use(coached);
  },

  workbench: async ({ page, coached }, use, info) => {
    const complaints = collectComplaints(page);
    await page.goto(coached.project.url);
    await use(page);
    await reportFailure(info, page, complaints, coached.command.output);
  },
});

/** The text of the file in front. */
export function editorOf(page: Page): Locator {
  return page.locator('.wb-editor-host .cm-content');
}

/** The student opens a file and types a line at its end. */
export async function typeInto(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name }).click();
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(TYPED);
  await expect(page.getByRole('tab', { name: `${name}, unsaved` })).toBeVisible();
}

/** The student lets the agent see what is not saved, too. */
export async function showEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Agent sees saved files' }).click();
  await page.getByRole('radio', { name: 'Everything' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Agent sees everything' })).toBeVisible();
}

/** Types into the terminal of the page, and asks the agent there to begin. */
export async function request(page: Page, coached: CoachedRepository): Promise<void> {
  await page.getByRole('textbox', { name: 'Terminal input' }).focus();
  await coached.request(page.keyboard);
}
