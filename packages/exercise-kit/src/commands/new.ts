import { join, relative } from 'node:path';
import type { Project } from '../content/project.js';
import { KIT } from '../output/kit.js';
import type { Output } from '../output/output.js';
import type { Terminal } from '../output/terminal.js';
import type { PartialAnswers } from '../scaffold/answers.js';
import { completeAnswers } from '../scaffold/ask.js';
import { createExercise } from '../scaffold/create.js';
import { build } from './build.js';

/** Makes a small exercise that works, and says what to do next. */
export async function newCommand(
  plan: () => Project,
  given: PartialAnswers,
  terminal: Terminal,
  output: Output,
): Promise<number> {
  const answers = await completeAnswers(given, terminal);
  const project = plan();
  for (const path of createExercise(project, answers)) output.out(`wrote ${relative(process.cwd(), path)}`);
  await build(project, {}, output);
  output.out(nextSteps(answers.id, relative(process.cwd(), join(project.exercises, answers.id))));
  return 0;
}

function nextSteps(id: string, folder: string): string {
  return `
It works as it is. Make it yours, in ${folder}/:
  starter/ and solution/     what the student begins with, and what it becomes
  checks/                    what is judged, with other data than the student's own tests
  mutants.json               plausible mistakes, each with the criteria it has to fail
  config.json and tutor.md   hints, stages, and what the tutor should know
As you go:
  ${KIT} preview ${id}
  ${KIT} mutant ${id} <name>
  ${KIT} build
  ${KIT} lint ${id}
  ${KIT} test ${id}`;
}
