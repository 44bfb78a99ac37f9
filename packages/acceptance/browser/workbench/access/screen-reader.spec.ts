import { expect, type Page } from '@playwright/test';
import type { Desk } from '../../../src/workbench/desk.js';
import { violations } from '../../accessibility/rules.js';
import { test } from '../room/room.js';
import { collectSpoken } from '../room/spoken.js';
import type { WorkbenchPage } from '../room/workbench-page.js';

test.use({ tenant: 'agent', contextOptions: { reducedMotion: 'reduce' } });

/** The least width and height of what is pressed, in CSS pixels (WCAG 2.5.8). */
const LEAST_TARGET = 24;
/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The agent points in every way that there is, and the student has a file with unsaved text. */
async function pointed(workbench: WorkbenchPage, desk: Desk): Promise<void> {
  const tools = await desk.tools();
  await (await desk.project()).plan(['Read the cart', 'Sum up']);
  await workbench.reload();
  await workbench.hints.press('End');
  await workbench.edit('src/cart.py');
  await workbench.type('# typed');
  await tools.call('paige_highlight_lines', {
    path: 'src/cart.py',
    start: 2,
    end: 3,
    style: 'warning',
    hoverText: 'Why 0?',
  });
  await tools.call('paige_hint_files', { hints: [{ path: 'README.md', style: 'critical' }] });
  const anchor = { path: 'src/cart.py', line: 3 };
  await tools.call('paige_show_message', { message: 'Sum up here.', type: 'hint', anchor });
  await tools.call('paige_show_message', { message: 'Well on your way.', type: 'success' });
  await tools.call('paige_show_issue_context', {
    ...{ number: 7, title: 'The total is wrong', summary: 'It is 0 for every cart.' },
    ...{ labels: ['bug'], url: 'https://example.com/7' },
  });
  await tools.call('paige_update_phase', { phase: 1, status: 'active' });
}

test('everything has its name, role and state [workbench screen-reader]', async ({ workbench, desk }) => {
  const { page } = workbench;
  await pointed(workbench, desk);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Workbench" [level=1]
      - heading "shop" [level=2]
      - status "Connected"
      - status
      - button "Agent sees saved files"
      - button "Layout"
      - button "Editor settings"
      - button "Keyboard shortcuts"
      - button "Colours"
      - region "Files":
        - heading "Files" [level=3]
        - button "New file"
        - searchbox "Find a file"
        - tree "Files of shop":
          - treeitem "src" [expanded] [level=1]
          - treeitem "cart.py, unsaved" [level=2] [selected]: cart.py
          - treeitem "money.py" [level=2]
          - treeitem "tests" [level=1]
          - treeitem "README.md, look here first, says the coach" [level=1]: README.md
      - region "Coach":
        - heading "Coach" [level=3]
        - region "Plan, hints and messages":
          - region "Issue":
            - heading "#7 The total is wrong" [level=4]
            - list "Labels":
              - listitem: bug
            - paragraph: It is 0 for every cart.
            - paragraph:
              - link "Open the issue (opens in a new tab)"
          - region "Plan":
            - heading "Plan 0 of 2 done" [level=4]
            - list:
              - listitem:
                - paragraph: Read the cart Now
              - listitem:
                - paragraph: Sum up To do
          - region "Hints":
            - 'slider "Hints: Line"'
          - region "From the coach":
            - heading "From the coach 2" [level=4]
            - list:
              - listitem:
                - paragraph: "Well done: Well on your way."
                - 'button "Dismiss: Well on your way."'
              - listitem:
                - paragraph: "Hint: Sum up here."
                - button "src/cart.py, line 3"
                - 'button "Dismiss: Sum up here."'
      - region "Editor":
        - tablist "Open files":
          - tab "cart.py, unsaved" [selected]: cart.py
        - button "File actions"
        - tabpanel "cart.py":
          - textbox "src/cart.py, editor":
            - note "Hint":
              - paragraph: Sum up here.
              - button "Dismiss"
        - status: Unsaved
      - separator "Size of files, coach and editor"
      - separator "Size of files and coach"
      - separator "Size of files"
      - region "Terminal":
        - textbox "Terminal input"
        - paragraph: /Ctrl\\+Shift\\+E leaves the terminal/
      - log "Problems"
      - log "Messages from the coach"
  `);
  const states = [
    [workbench.text, 'aria-description', /To leave the editor, press Escape, then Tab\./],
    [workbench.text, 'aria-multiline', 'true'],
    [workbench.row('src'), 'aria-setsize', '3'],
    [workbench.row('cart.py'), 'aria-posinset', '1'],
    [workbench.hints, 'aria-valuetext', /^Line\. /],
    [page.getByRole('listitem').filter({ hasText: 'Read the cart' }), 'aria-current', 'step'],
    [page.getByRole('button', { name: 'Layout' }), 'aria-expanded', 'false'],
    [page.getByRole('separator').first(), 'aria-valuenow', /^\d+$/],
  ] as const;
  for (const [what, name, value] of states) await expect(what).toHaveAttribute(name, value);
});

test('each change is said once, in words [workbench screen-reader]', async ({ workbench, desk }) => {
  const { page } = workbench;
  const spoken = await collectSpoken(page);
  await workbench.reload();
  const tools = await desk.tools();
  await workbench.hints.press('End');
  await workbench.edit('src/cart.py');
  await spoken.take();
  const heard: string[] = [];
  /** Waits for it to be the next thing that is said. All that was said is looked at once more at the end. */
  const next = async (words: string | RegExp) => {
    const last = async () => {
      heard.push(...(await spoken.take()));
      return heard.at(-1) ?? '';
    };
    await expect.poll(last).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  };
  const file = { path: 'src/cart.py' } as const;
  await tools.call('paige_highlight_lines', { ...file, start: 3, end: 3, style: 'warning', hoverText: 'Why 0?' });
  await next('Warning, line 3: Why 0?');
  await tools.call('paige_show_message', { message: 'Sum up.', type: 'hint', anchor: { ...file, line: 2 } });
  await next('Hint, line 2: Sum up.');
  await tools.call('paige_show_message', { message: 'Go on.', type: 'info' });
  await next(/Note: Go on\./);
  await workbench.text.focus();
  await workbench.type('#');
  await next('Unsaved');
  await workbench.save();
  await next('Saved');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('F8');
  await next('Warning, line 3: Why 0?');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+F1');
  await next('No hint on this line.');
  await page.keyboard.press('Alt+F1');
  await expect
    .poll(async () => {
      heard.push(...(await spoken.take()));
      return heard.filter((text) => text === 'No hint on this line.').length;
    }, 'the same words again')
    .toBe(2);
  await desk.daemon.stop();
  await expect(page.getByText('The practice server does not answer.')).toBeVisible();
  const bar =
    'The practice server does not answer. Go on: what you type is kept here, under this address, and saved when it is back.';
  await expect
    .poll(async () => {
      heard.push(...(await spoken.take()));
      return heard.filter((text) => text !== 'Saving…');
    })
    .toEqual([
      'Warning, line 3: Why 0?',
      'Hint, line 2: Sum up.',
      'Note: Go on.',
      'Unsaved',
      'Saved',
      'Warning, line 3: Why 0?',
      'No hint on this line.',
      'No hint on this line.',
      'Not connected',
      bar,
    ]);
});

/** Takes transitions to their end: where nothing is drawn, they would not end by themselves. */
async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator(`html[data-theme=${colorScheme}]`)).toHaveCount(1);
}

/** In light colours everything, and in dark ones what depends on them. */
async function expectGood(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await colour(page, 'dark');
  expect(await violations(page, COLOUR_RULES)).toEqual([]);
  await colour(page, 'light');
}

function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const targets = [...document.querySelectorAll<HTMLElement>('.wb-part :is(button, select, input, a)')];
    return targets
      .filter((target) => target.checkVisibility() && target.closest('label, .cm-editor') === null)
      .filter((target) => target.offsetWidth < least || target.offsetHeight < least)
      .map((target) => `${target.outerHTML.slice(0, 80)} is ${target.offsetWidth} × ${target.offsetHeight}`);
  }, LEAST_TARGET);
}

test('nothing is wrong, too small or beyond the edge, at any width and in both colours [workbench screen-reader]', async ({
  workbench,
  desk,
}) => {
  const { page } = workbench;
  await pointed(workbench, desk);
  for (const size of [
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await expect(workbench.text).toBeInViewport();
    await expectGood(page);
    expect(await smallTargets(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
});

test('what opens over the Workbench breaks no rule either [workbench screen-reader]', async ({ workbench, desk }) => {
  const { page } = workbench;
  await pointed(workbench, desk);
  for (const name of ['Agent sees saved files', 'Layout', 'Editor settings', 'File actions', 'New file']) {
    await page.getByRole('button', { name }).click();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Agent sees saved files' }).click();
  await page.getByRole('button', { name: 'What the agent looked at' }).click();
  await expect(workbench.dialog('What the agent looked at')).toBeVisible();
  await expectGood(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Find a file' }).fill('cart');
  await expect(page.getByRole('list', { name: 'Files found' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find a file' }).fill('');
  await desk.write('src/cart.py', '# of another program\n');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('region', { name: 'Conflict in src/cart.py' })).toBeVisible();
  await expectGood(page);
});
