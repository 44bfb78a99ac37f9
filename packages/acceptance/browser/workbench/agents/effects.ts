import { expect, type Page } from '@playwright/test';
import { coachCall, INPUTS, PHASES } from '../../../src/coach/calls.js';
import { MADE_PHASES } from '../../../src/coach/scripted-mind.js';
import type { Step } from '../../../src/index.js';
import { editorOf, TYPED } from './coached-page.js';

/** A tool that the model uses, and what comes of it. */
export interface Effect {
  readonly step: Step;
  /** What the model is told. */
  readonly told: RegExp;
  /** What the student sees. Tools that only look have nothing to show. */
  readonly seen?: (page: Page) => Promise<void>;
}

const DONE = /"success":true/;
const [FIRST, SECOND] = MADE_PHASES;
const PRAISE = 'You are on the way.';

/** All tools, those that clear behind those that add. The student has README.md open, with something not saved in it. */
export const EFFECTS: readonly Effect[] = [
  {
    step: coachCall('paige_open_file'),
    told: DONE,
    seen: async (page) => {
      await expect(page.getByRole('tab', { name: 'cart.py' })).toHaveAttribute('aria-selected', 'true');
      await expect(editorOf(page)).toContainText('class Cart');
    },
  },
  { step: coachCall('paige_get_open_files'), told: /"README\.md"[^\]]*"src\/cart\.py"/ },
  { step: coachCall('paige_get_buffer'), told: new RegExp(`# Shop\\\\n${TYPED}`) },
  { step: coachCall('paige_get_diff'), told: new RegExp(`\\+${TYPED}`) },
  {
    step: coachCall('paige_highlight_lines'),
    told: DONE,
    seen: async (page) => {
      const marked = page.locator('.cm-line.wb-mark-warning');
      await expect(marked).toHaveText(['    def total(self):', '        return 0']);
      const hint = `Warning, lines 2 to 3: ${INPUTS.paige_highlight_lines.hoverText}`;
      await expect(page.getByTitle(hint).first()).toBeVisible();
    },
  },
  {
    step: coachCall('paige_clear_highlights'),
    told: DONE,
    seen: (page) => expect(page.locator('.cm-line.wb-mark')).toHaveCount(0),
  },
  {
    step: coachCall('paige_hint_files'),
    told: DONE,
    // The folder is folded, and glows for the file in it.
    seen: (page) => expect(page.getByRole('treeitem', { name: 'tests, important, says the coach' })).toBeVisible(),
  },
  {
    step: coachCall('paige_clear_hints'),
    told: DONE,
    seen: (page) => expect(page.locator('[data-glow]')).toHaveCount(0),
  },
  {
    step: coachCall('paige_show_message'),
    told: DONE,
    seen: async (page) => {
      const line = page.locator('.cm-line', { hasText: 'def total' });
      await expect(line.locator('+ * .wb-balloon')).toContainText(INPUTS.paige_show_message.message);
    },
  },
  {
    step: coachCall('paige_show_message', { message: PRAISE, type: 'success' }),
    told: DONE,
    seen: (page) => expect(page.getByRole('log', { name: 'Messages from the coach' })).toContainText(PRAISE),
  },
  {
    step: coachCall('paige_show_issue_context'),
    told: DONE,
    seen: async (page) => {
      const issue = page.getByRole('region', { name: 'Issue' });
      for (const text of ['#7 The total is wrong', 'It is 0 for every cart.', 'bug'])
        await expect(issue).toContainText(text);
    },
  },
  {
    step: coachCall('paige_update_phase'),
    told: new RegExp(`"title":"${PHASES[0]}","status":"active"`),
    seen: (page) => expect(page.locator('.wb-phase[aria-current=step]')).toContainText(`${PHASES[0]} Now`),
  },
  {
    step: coachCall('paige_get_session_state'),
    told: new RegExp(
      `"open_files":\\[[^\\]]*"src/cart\\.py"[\\s\\S]*"title":"${PHASES[0]}","status":"active"[\\s\\S]*"issueNumber":7`,
    ),
  },
  {
    step: coachCall('paige_run_coaching_pipeline'),
    told: new RegExp(`"planId":"[^"]+"[\\s\\S]*"title":"${FIRST.title}"[\\s\\S]*"title":"${SECOND.title}"`),
    // The phases take the place of the plan before, and the first one is pointed at.
    seen: async (page) => {
      await expect(page.locator('.wb-phase-title')).toHaveText([`${FIRST.title} Now`, `${SECOND.title} To do`]);
      await expect(page.locator('.wb-phase[aria-current=step]')).toContainText(FIRST.description);
      await expect(page.getByRole('treeitem', { name: 'src, important, says the coach' })).toBeVisible();
      await expect(page.getByTitle(`Work here, lines 2 to 3: ${FIRST.hint}`).first()).toBeVisible();
    },
  },
  {
    step: coachCall('paige_end_session'),
    told: /"memoriesStored":1,"sessionStatus":"completed"/,
    seen: async (page) => {
      const end = page.getByRole('region', { name: 'End of the session' });
      await expect(end).toContainText('The session is over');
      await expect(end).toContainText('1 memory kept for next time');
    },
  },
];
