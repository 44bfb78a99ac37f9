import { expect } from '@playwright/test';
import { boxOf, overlap } from '../room/boxes.js';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

const PARTS = ['Files', 'Coach', 'Editor', 'Terminal'] as const;
type Part = (typeof PARTS)[number];

const LARGE = { width: 1440, height: 900 };
const SIZES = [LARGE, { width: 1024, height: 768 }, { width: 768, height: 1024 }];
const PHONE = { width: 390, height: 844 };

/** Every part is in the window, and none lies on another. */
async function expectShared(workbench: WorkbenchPage, { width, height }: typeof LARGE) {
  const boxes = await Promise.all(PARTS.map((part) => boxOf(workbench.part(part))));
  for (const [at, box] of boxes.entries()) {
    expect(box.left, PARTS[at]).toBeGreaterThanOrEqual(0);
    expect(box.right, PARTS[at]).toBeLessThanOrEqual(width);
    expect(box.bottom, PARTS[at]).toBeLessThanOrEqual(height);
    for (const other of boxes.slice(at + 1)) expect(overlap(box, other), PARTS[at]).toBe(false);
  }
  expect(await workbench.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

async function arrange({ page }: WorkbenchPage, kind: 'radio' | 'checkbox', name: string): Promise<void> {
  await page.getByRole('button', { name: 'Layout' }).click();
  await page.getByRole(kind, { name, exact: true }).click();
  await page.keyboard.press('Escape');
}

const widthOf = async (workbench: WorkbenchPage, part: Part) => {
  const { left, right } = await boxOf(workbench.part(part));
  return Math.round(right - left);
};

test('the parts share the page in any split, which is remembered, down to a tablet [workbench layouts]', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.show('README.md');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect(workbench.text).toBeInViewport();
    await expectShared(workbench, size);
  }
  const line = page.getByRole('separator', { name: 'Size of files, coach and editor' });
  // The page lays its parts out anew behind the window's new size.
  const tablet = async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect(line).toHaveAttribute('aria-orientation', 'horizontal');
  };
  const large = async () => {
    await page.setViewportSize(LARGE);
    await expect(line).toHaveAttribute('aria-orientation', 'vertical');
  };
  await large();
  const before = await widthOf(workbench, 'Terminal');
  const { left, top, bottom } = await boxOf(line);
  await page.mouse.move(left + 3, (top + bottom) / 2);
  await page.mouse.down();
  await page.mouse.move(left - 97, (top + bottom) / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => widthOf(workbench, 'Terminal')).toBe(before + 100);
  await line.press('Shift+ArrowLeft');
  await expect.poll(() => widthOf(workbench, 'Terminal')).toBe(before + 180);
  await expectShared(workbench, LARGE);

  await tablet();
  await line.press('Shift+ArrowUp');
  const { top: terminalTop } = await boxOf(workbench.part('Terminal'));
  await large();
  await workbench.reload();
  expect(await widthOf(workbench, 'Terminal')).toBe(before + 180);
  await tablet();
  await expect.poll(async () => (await boxOf(workbench.part('Terminal'))).top).toBe(terminalTop);
  await large();
  await line.press('Enter');
  await expect.poll(() => widthOf(workbench, 'Terminal')).toBe(before);
});

test('the terminal is where the student wants it, and what they put away stays away [workbench layouts]', async ({
  workbench,
}) => {
  const [editor, terminal] = [workbench.part('Editor'), workbench.part('Terminal')];
  await workbench.show('README.md');
  expect((await boxOf(terminal)).left).toBeGreaterThan((await boxOf(editor)).right);
  await arrange(workbench, 'radio', 'Terminal below');
  await expect.poll(async () => (await boxOf(terminal)).top > (await boxOf(editor)).bottom).toBe(true);
  await expectShared(workbench, LARGE);
  await arrange(workbench, 'radio', 'Terminal on the left');
  await expect.poll(async () => (await boxOf(terminal)).right < (await boxOf(editor)).left).toBe(true);
  await expectShared(workbench, LARGE);
  await arrange(workbench, 'checkbox', 'Coach');
  await expect(workbench.part('Coach')).toBeHidden();
  await workbench.reload();
  await expect(workbench.part('Coach')).toBeHidden();
  expect((await boxOf(terminal)).right).toBeLessThan((await boxOf(editor)).left);
  await arrange(workbench, 'checkbox', 'Coach');
  await expect(workbench.part('Coach')).toBeVisible();
});

test('on a phone the parts take turns, and none loses what is in it [workbench layouts]', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize(PHONE);
  const choice = page.getByRole('navigation', { name: 'Parts of the page' });
  const bring = (part: Part) => choice.getByRole('button', { name: new RegExp(`^${part}`) }).click();
  await bring('Files');
  await workbench.edit('README.md');
  await expect(choice.getByRole('button', { name: 'Editor' })).toHaveAttribute('aria-current', 'true');
  await workbench.type('on the phone');
  for (const part of ['Terminal', 'Coach', 'Files', 'Editor'] as const) {
    await bring(part);
    for (const other of PARTS) await expect(workbench.part(other)).toBeVisible({ visible: other === part });
    const { left, right } = await boxOf(workbench.part(part));
    expect([left, right]).toEqual([0, PHONE.width]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  }
  await expect(workbench.text).toContainText('on the phone');
});
