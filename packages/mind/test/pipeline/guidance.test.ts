import { expect, test } from 'vitest';
import { runPipeline } from '../../src/pipeline/plan/run-pipeline.js';
import { ASKED, deskWithSession, phase, plan } from './fixture.js';

const SECRET = 'sum_of_all += price';
const HINT = { path: 'src/app.ts', start: 1, end: 2, style: 'focus', hover_text: SECRET };

test.each([
  ['title', { title: SECRET }],
  ['description', { description: `Write\n${SECRET}` }],
  ['hint', { hints: { file_hints: [], line_hints: [HINT] } }],
])(
  '[coach truth-leak] a plan with the solution in the %s of a phase is neither kept nor shown',
  async (_where, change) => {
    const { desk, page, workplace } = await deskWithSession();
    await using _ = desk;
    desk.secret = SECRET;
    desk.models.say('coach_agent', plan([phase(change)]));
    await expect(runPipeline(desk.room, workplace, ASKED)).rejects.toMatchObject({ code: 'gives_solution' });
    expect(page.of('coaching:plan_ready')).toEqual([]);
    expect(page.of('editor:highlight_lines')).toEqual([]);
    expect(desk.files.all('select id from coach_plans')).toEqual([]);
  },
);
