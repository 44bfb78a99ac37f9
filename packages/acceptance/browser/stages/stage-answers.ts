import type { Page } from '@playwright/test';
import { EXERCISE } from '../classroom/classroom.js';

const AT = '2026-01-05T10:00:00.000Z';

/** Half way through the first exercise, in which nothing depends on when the test runs; the last claim was refused. */
const STAGES = {
  exerciseId: EXERCISE,
  current: 2,
  stages: [
    {
      number: 1,
      title: 'Somebody',
      status: 'complete',
      by: 'check',
      completedAt: AT,
      criteria: [
        { name: 'Begins with its name and instructions', status: 'passed' },
        { name: 'Answers a greeting in character', status: 'passed' },
      ],
    },
    {
      number: 2,
      title: 'A memory',
      status: 'current',
      refused: {
        at: AT,
        reason: 'criterion',
        criterion: 'Remembers earlier turns',
        message: 'It was told a name, and did not know it one turn later.',
      },
      criteria: [
        { name: 'Remembers earlier turns', status: 'failed' },
        { name: 'Keeps two agents apart', status: 'passed' },
        { name: 'Answers empty input without the model', status: 'skipped' },
      ],
    },
    {
      number: 3,
      title: 'A conversation',
      status: 'open',
      criteria: [{ name: 'Chats on the command line until quit', status: 'skipped' }],
    },
  ],
};

/** The page hears this of the stages in place of what the practice server says. */
export async function answerStages(page: Page): Promise<void> {
  await page.route(`**/exercises/${EXERCISE}/stages`, (route) =>
    route.fulfill({ json: STAGES, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
}
