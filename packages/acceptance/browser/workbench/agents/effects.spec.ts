import { TOOL_NAMES } from '@agent-factory/protocol/coach';
import { expect } from '@playwright/test';
import { PHASES } from '../../../src/coach/calls.js';
import { GREETING } from '../../../src/coach/scripted-coach.js';
import { request, showEverything, test, typeInto } from './coached-page.js';
import { EFFECTS } from './effects.js';

const AGENTS = [
  ['claude', 'Claude Code'],
  ['codex', 'Codex'],
  ['gemini', 'Gemini CLI'],
] as const;

test('the effects are those of all tools', () => {
  const used = EFFECTS.map(({ step }) => 'tool' in step && step.tool);
  expect(new Set(used)).toEqual(new Set(TOOL_NAMES));
});

for (const [agent, name] of AGENTS) {
  test.describe(agent, () => {
    test.use({ agent });

    test(`[workbench real-${agent}] ${name} uses each tool in a repository that nobody prepared, and the browser shows what each does`, async ({
      workbench,
      coached,
    }) => {
      await expect(workbench.locator('.xterm-rows').first()).toContainText(GREETING);
      await coached.project.plan(PHASES);
      await typeInto(workbench, 'README.md');
      await showEverything(workbench);
      await workbench.getByRole('slider', { name: /Hints/ }).press('End');
      coached.model.will(EFFECTS.map(({ step }) => step));
      await request(workbench, coached);
      for (const { step, told, seen } of EFFECTS) {
        await test.step(JSON.stringify(step), async () => {
          expect(await coached.model.next()).toMatch(told);
          await seen?.(workbench);
        });
      }
    });
  });
}
