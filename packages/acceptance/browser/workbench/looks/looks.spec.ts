import { expect } from '@playwright/test';
import type { Desk } from '../../../src/workbench/desk.js';
import { inEveryColour } from '../../pictures/pictures.js';
import { test } from '../room/room.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

const CART = `from money import Money


class Cart:
    """What a customer wants to buy."""

    def __init__(self):
        self.items = []

    def add(self, name, price, count=1):
        self.items.append((name, Money(price), count))

    def total(self):
        # What does an empty cart cost?
        return 0

    def is_empty(self):
        return len(self.items) == 0
`;

test.use({
  tenant: 'agent',
  files: {
    'README.md': '# Shop\n',
    'src/cart.py': CART,
    'src/money.py': 'class Money:\n    def __init__(self, cents):\n        self.cents = cents\n',
    'src/prices.json': '{ "tea": 450, "cup": 900 }\n',
    'tests/test_cart.py': 'from cart import Cart\n',
    'notes.txt': 'Ask about the cups.\n',
  },
  contextOptions: { reducedMotion: 'reduce' },
});

const SIZES = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
];

/** Everything at once that the coach can point at. */
async function point(workbench: WorkbenchPage, desk: Desk): Promise<void> {
  const tools = await desk.tools();
  await (await desk.project()).plan(['Read the tests', 'Add the total', 'Show it on the receipt']);
  await workbench.reload();
  await workbench.hints.press('End');
  await workbench.edit('src/cart.py');
  await tools.call('paige_update_phase', { phase: 1, status: 'complete' });
  await tools.call('paige_update_phase', { phase: 2, status: 'active' });
  await tools.call('paige_show_issue_context', {
    ...{ number: 7, title: 'The total is always 0', labels: ['bug', 'good first issue'] },
    summary: 'Whatever is in a cart, its total is 0. It should be what the things in it cost together.',
    url: 'https://example.com/shop/7',
  });
  const file = { path: 'src/cart.py' } as const;
  for (const [start, end, style, hoverText] of [
    [5, 5, 'success', 'Well described.'],
    [10, 11, 'hint', 'What is kept of each thing?'],
    [13, 15, 'focus', 'Here is what the tests ask for.'],
    [15, 15, 'warning', 'The same for every cart.'],
    [18, 18, 'error', 'There is a shorter way.'],
  ] as const)
    await tools.call('paige_highlight_lines', { ...file, start, end, style, hoverText });
  await tools.call('paige_hint_files', {
    hints: [
      { path: 'tests/test_cart.py', style: 'critical', directories: true },
      { path: 'src/money.py', style: 'important' },
      { path: 'src/prices.json', style: 'suggested' },
    ],
  });
  await tools.call('paige_show_message', {
    ...{ message: 'What does each thing cost, and how many of it are there?', type: 'hint' },
    anchor: { ...file, line: 15 },
  });
  await expect(workbench.text.getByRole('note')).toBeVisible();
}

/** The same state in every size and both colours; `name` is the begin of the pictures' names. */
async function expectPictures({ page }: WorkbenchPage, name: string, before: () => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await before();
    await inEveryColour(page, async (colour) => {
      await expect(page.locator(`html[data-theme=${colour}]`)).toHaveCount(1);
      await page.mouse.move(0, 0);
      // The day and the time of what was logged.
      const mask = [page.locator('.wb-actions :is(time, h4)').filter({ visible: true })];
      await expect(page).toHaveScreenshot(`workbench-${name}-${size.width}-${colour}.png`, {
        caret: 'hide',
        mask,
      });
    });
  }
}

/** On a phone, a part comes to the front; elsewhere all are there. */
async function bring({ page }: WorkbenchPage, part: string): Promise<void> {
  const button = page
    .getByRole('navigation', { name: 'Parts of the page' })
    .getByRole('button', { name: new RegExp(`^${part}`) });
  if ((page.viewportSize()?.width ?? 0) < 640) await button.click();
}

test('marks, glows, a balloon and the plan look as they did [workbench looks]', async ({ workbench, desk }) => {
  await point(workbench, desk);
  await expectPictures(workbench, 'pointed', () => bring(workbench, 'Editor'));
  const { page } = workbench;
  for (const part of ['Files', 'Coach']) {
    await bring(workbench, part);
    await expectPhone(workbench, part.toLowerCase());
  }
  await page.setViewportSize(SIZES[0] ?? { width: 1440, height: 900 });
});

/** A part that has the whole of a phone's page. */
async function expectPhone({ page }: WorkbenchPage, name: string): Promise<void> {
  await inEveryColour(page, async (colour) => {
    await expect(page.locator(`html[data-theme=${colour}]`)).toHaveCount(1);
    await expect(page).toHaveScreenshot(`workbench-${name}-390-${colour}.png`, { caret: 'hide' });
  });
}

test('what the agent may see, its log and a conflict look as they did [workbench looks]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  const tools = await desk.tools();
  await workbench.edit('src/money.py');
  await tools.call('paige_get_buffer', { path: 'src/money.py' });
  await tools.call('paige_open_file', { path: 'src/money.py' });
  const visibility = page.getByRole('button', { name: 'Agent sees saved files' });
  await visibility.click();
  await expectPictures(workbench, 'visibility', async () => {});
  await page.getByRole('button', { name: 'What the agent looked at' }).click();
  const log = workbench.dialog('What the agent looked at');
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await expectPictures(workbench, 'log', async () => {});
  await page.keyboard.press('Escape');

  await bring(workbench, 'Editor');
  await workbench.edit('src/money.py');
  await workbench.type('\n    def __add__(self, other):\n');
  await workbench.expectTab('money.py', 'unsaved');
  await desk.write('src/money.py', 'class Money:\n    def __init__(self, cents=0):\n        self.cents = cents\n');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expectPictures(workbench, 'conflict', () => bring(workbench, 'Editor'));
});

test('what has changed, and why a file is not shown, look as they did [workbench looks]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await workbench.edit('src/money.py');
  await workbench.type('\n    def __add__(self, other):\n');
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('button', { name: 'View changes' }).click();
  await expectPictures(workbench, 'difference', () => bring(workbench, 'Editor'));
  await page.getByRole('button', { name: 'Back to the editor' }).click();
  await bring(workbench, 'Files');
  await desk.write('old.txt', Buffer.from('na\xefve\n', 'latin1'));
  await workbench.row('old.txt').click();
  await expect(page.getByRole('tabpanel').getByRole('status')).toContainText('not UTF-8');
  await expectPictures(workbench, 'problem', () => bring(workbench, 'Editor'));
});
