import { expect } from '@playwright/test';
import { CLAUDE_SCREENS, say, says } from '../../src/index.js';
import { test } from '../classroom/classroom.js';
import { GREETING } from '../classroom/tutor.js';
import { expectBadgesAlone } from './badges-alone.js';

test('what Claude Code says of stages is a badge in exactly the cells of its markers, resized and after a reload too [terminal-events 4 stripped]', async ({
  practice,
  classroom,
}) => {
  const { pane, scenario } = classroom;
  const words = [
    'You did **it',
    '**. [STA',
    'GE_COMPL',
    'ETE:1',
    '] Now the ',
    'second.\n\n- `code`\n- [STAGE_COMPLETE:2] 学习',
  ];
  scenario.add([{ when: 'is it done', reply: says(...words) }]);
  await practice.start();
  await practice.waitUntilConnected();
  await pane.waitForScreen(GREETING);
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
  await practice.focusTerminal();
  await say(pane, 'is it done', practice.page.keyboard);
  await pane.waitForScreen('[STAGE_COMPLETE:2]');
  await pane.waitForScreen(CLAUDE_SCREENS.ready);
  const badges = await expectBadgesAlone(practice, pane);
  expect(badges[0]).toMatch(/^Stage 1 […✓✗]$/);
  expect(badges[1]).toMatch(/^Stage 2 […✓✗]$/);

  for (const [cols, rows] of [
    [80, 24],
    [132, 40],
  ] as const) {
    await practice.resizeTerminal(cols, rows);
    await expectBadgesAlone(practice, pane);
  }
  await practice.page.reload();
  await practice.practiceButton.click();
  await practice.waitUntilConnected();
  expect((await expectBadgesAlone(practice, pane)).at(-1)).toMatch(/^Stage 2 […✓✗]$/);
});
