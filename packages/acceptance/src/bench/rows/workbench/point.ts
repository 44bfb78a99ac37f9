import { WorkbenchLab } from '../../labs/workbench-lab.js';
import { MARKS_PAINTED } from '../../measures/in-workbench.js';
import { quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const CALLS = 200;
const CALLS_SHORT = 60;
const LINES = 40;

/** From a tool call of the agent until the frame that shows its effect was painted. */
export const workbenchPoint: Row = {
  budgets: ['workbench-point'],
  inShort: true,
  async measure({ short, resources }) {
    const text = Array.from({ length: LINES }, (_, line) => `step_${line} = ${line}\n`).join('');
    const lab = await WorkbenchLab.open(resources, { files: { 'steps.py': text } });
    const tools = await lab.tools();
    const page = await lab.page();
    await page.getByRole('treeitem', { name: 'steps.py' }).click();
    await page
      .locator('.cm-line')
      .nth(LINES - 1)
      .waitFor();
    const delays: number[] = [];
    for (let call = 0; call < (short ? CALLS_SHORT : CALLS); call++) {
      const painted = page.evaluate(MARKS_PAINTED) as Promise<number>;
      // The page watches from here on.
      await page.evaluate('0');
      const line = (call % LINES) + 1;
      const startedAt = performance.timeOrigin + performance.now();
      await tools.callTool({
        name: 'paige_highlight_lines',
        arguments: { path: 'steps.py', start: line, end: line, style: 'focus' },
      });
      delays.push((await painted) - startedAt);
      await tools.callTool({ name: 'paige_clear_highlights', arguments: {} });
      await page.locator('.cm-line.wb-mark').first().waitFor({ state: 'detached' });
    }
    const note = `median ${quantile(delays, 0.5).toFixed(1)} ms`;
    return [{ budget: 'workbench-point', value: quantile(delays, 0.99), note }];
  },
};
