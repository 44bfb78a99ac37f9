import { explainRequestSchema } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explain } from '../../src/explain/explain.js';
import { MindDesk, PROJECT } from '../fixtures/mind-desk.js';
import { letAnswer } from './answering-mind.js';

const SECRET = 'sum_of_all += price';
const SAID = {
  explanation: 'It adds up.',
  key_concepts: ['sums'],
  analogy: null,
  related_files: [],
  phase_connection: null,
};
const REQUEST = { path: 'a.py', selectedText: 'pass', surroundingContext: 'def total():\n    pass\n' };

let desk: MindDesk;
beforeEach(async () => {
  desk = await MindDesk.make({ 'a.py': REQUEST.surroundingContext });
  desk.secret = SECRET;
  letAnswer(desk);
});
afterEach(() => desk[Symbol.asyncDispose]());

test.each([
  ['explanation', { explanation: `Write ${SECRET}` }],
  ['concepts', { key_concepts: [SECRET] }],
  ['analogy', { analogy: `Like ${SECRET}` }],
])(
  '[coach truth-leak] an explanation with the solution in its %s is not shown, and the page is told why',
  async (_where, change) => {
    desk.models.say('explain_this', { ...SAID, ...change });
    const { page, say } = await desk.page();
    await say('user:explain', REQUEST);
    await expect
      .poll(() => page.of('explain:error'))
      .toMatchObject([{ error: expect.stringMatching(/told you the solution/) }]);
    expect(page.of('explain:response')).toEqual([]);
    expect(JSON.stringify(page.told)).not.toContain(SECRET);
  },
);

test('[coach truth-leak] what the student has marked may be explained', async () => {
  desk.models.say('explain_this', SAID);
  await explain(desk.room, explainRequestSchema.parse(REQUEST), { projectId: PROJECT });
  expect(desk.judged).toEqual([
    {
      text: 'It adds up.\nsums',
      by: 'model',
      seesFiles: true,
      unsaved: [REQUEST.selectedText, REQUEST.surroundingContext],
    },
  ]);
});
