import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coachCall } from '../../src/coach/calls.js';
import { CoachedRepository } from '../../src/coach/coached-repository.js';
import { THE_END } from '../../src/coach/scripted-coach.js';
import { AGENTS } from '../../src/machine/programs.js';
import { ATTEMPTS } from '../agents/attempts.js';
import { fingerprints } from '../agents/fingerprints.js';
import { ALLOWED } from './allowed.js';

let coached: CoachedRepository;

describe.each(AGENTS)('the real %s of a student who has allowed it everything, as the coach starts it', (agent) => {
  beforeEach(async () => {
    coached = await CoachedRepository.start({ agent, prepare: ALLOWED[agent] });
  });
  afterEach(() => coached[Symbol.asyncDispose]());

  it(`[workbench no-writing] ${agent}: tries to write and to run: nothing in the folder changes, nobody is asked, and the tools of the coach still work`, async () => {
    const { model, project } = coached;
    const before = await fingerprints(project.folder);
    const attempts = ATTEMPTS[agent].filter(({ works }) => works).flatMap(({ steps }) => steps(project.folder));
    model.will([...attempts, coachCall('paige_show_message')]);
    await coached.request(project.pane);
    const told = await model.all();
    expect(told).toHaveLength(attempts.length + 1);
    expect(told.at(-1)).toContain('"success":true');
    await project.pane.waitForScreen(THE_END);
    expect(await fingerprints(project.folder)).toEqual(before);
  });
});
