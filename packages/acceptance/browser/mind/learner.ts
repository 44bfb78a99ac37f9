import { delimiter } from 'node:path';
import { FakeGh } from '../../../mind/test/fixtures/fake-gh.js';
import { CoachCommand } from '../../src/coach/coach-command.js';
import { CoachedRepository } from '../../src/coach/coached-repository.js';
import { freePort } from '../../src/index.js';
import { laterBy } from '../../src/machine/later.js';
import { collectComplaints, reportFailure } from '../classroom/failure-report.js';
import { test as base } from '../test.js';
import { WorkbenchPage } from '../workbench/room/workbench-page.js';

const DAY_MS = 24 * 60 * 60 * 1000;

type Environment = Readonly<Record<string, string>>;
type Coached = Pick<CoachedRepository, 'student' | 'model'>;

interface Fixtures {
  /** The GitHub CLI of the student. */
  gh: FakeGh;
  /** By default the student is signed in to Claude Code, by which the coach has a key too. */
  isSignedIn: boolean;
  /** Laid over the daemon's environment. */
  environment: Environment;
  coached: CoachedRepository;
  /** In the evening the daemon is ended, while the agent stays in its terminal; in the morning there is another one. */
  sleep: () => Promise<CoachCommand>;
  workbench: WorkbenchPage;
}

/** A student with a repository, whose coach has a mind. They have the real Claude Code; its model is scripted. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures this one needs
  gh: async ({}, use) => {
    await using gh = await FakeGh.make();
    await use(gh);
  },

  isSignedIn: [true, { option: true }],
  environment: [{}, { option: true }],

  coached: async ({ gh, isSignedIn, environment }, use) => {
    // Claude Code outlives the daemon, and finds the next one where this one was.
    const port = await freePort();
    const env = (coached: Coached) => environmentOf(coached, { gh, environment });
    await using coached = await CoachedRepository.start({ agent: 'claude', isSignedIn, port, env });
    await use(coached);
  },

  sleep: async ({ gh, environment, coached }, use, info) => {
    const { command, project, student } = coached;
    const port = Number(new URL(project.origin).port);
    let morning: CoachCommand | undefined;
    await use(async () => {
      await command.stop();
      const env = { ...environmentOf(coached, { gh, environment }), ...laterBy(DAY_MS) };
      morning = await CoachCommand.start({ student, folder: project.folder, agent: 'claude', port, env });
      return morning;
    });
    if (info.status !== info.expectedStatus && morning) process.stdout.write(`\n  The next day:\n${morning.output}`);
    await morning?.[Symbol.asyncDispose]();
  },

  workbench: async ({ page, coached }, use, info) => {
    const complaints = collectComplaints(page);
    await use(new WorkbenchPage(page));
    await reportFailure(info, page, complaints, coached.command.output);
  },
});

/** Whoever asks a model asks the scripted one, with a key and without. */
function environmentOf(
  { student, model }: Coached,
  { gh, environment }: { readonly gh: FakeGh; readonly environment: Environment },
): Environment {
  return { ...environment, ANTHROPIC_BASE_URL: model.api.url, PATH: gh.folder + delimiter + student.env.PATH };
}
