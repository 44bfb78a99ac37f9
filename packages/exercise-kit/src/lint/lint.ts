import type { Draft } from '../content/draft.js';
import { CONFIG_FILE } from '../content/names.js';
import type { Project } from '../content/project.js';
import { describeFinding, type Finding } from './finding.js';
import type { Rule } from './rule.js';
import { checkConfig } from './rules/config.js';
import { checkFiles } from './rules/files.js';
import { checkGenerated } from './rules/generated.js';
import { checkHints } from './rules/hints.js';
import { checkLinks } from './rules/links.js';
import { checkMachine } from './rules/machine.js';
import { checkMutants } from './rules/mutants.js';
import { checkPolicy } from './rules/policy.js';
import { checkPrerequisites } from './rules/prerequisites.js';
import { checkShell } from './rules/shell.js';
import { checkSolution } from './rules/solution.js';
import { checkTutor } from './rules/tutor.js';
import { checkWidth } from './rules/width.js';

/** What has to hold before a student meets the exercise, and does not change from build to build. */
const RULES: readonly Rule[] = [
  checkConfig,
  checkLinks,
  checkFiles,
  checkTutor,
  checkPolicy,
  checkHints,
  checkSolution,
  checkMutants,
  checkPrerequisites,
  checkShell,
  checkMachine,
  checkWidth,
];

/** Everything that is wrong with one exercise. */
export async function lint(draft: Draft, others: readonly Draft[], project: Project): Promise<Finding[]> {
  return runRules([...RULES, checkGenerated], draft, others, project);
}

/** Why the exercise cannot be offered to students; empty if it can. */
export async function problemsThatStop(draft: Draft, others: readonly Draft[], project: Project): Promise<string[]> {
  const findings = await runRules(RULES, draft, others, project);
  return findings.filter(({ severity }) => severity === 'error').map(describeFinding);
}

async function runRules(
  rules: readonly Rule[],
  draft: Draft,
  others: readonly Draft[],
  project: Project,
): Promise<Finding[]> {
  const { config } = draft;
  if (!config.ok) return config.issues.map((message) => ({ severity: 'error', file: CONFIG_FILE, message }));
  const subject = { draft, config: config.value, others, project };
  const findings = await Promise.all(rules.map((rule) => rule(subject)));
  return findings.flat();
}
