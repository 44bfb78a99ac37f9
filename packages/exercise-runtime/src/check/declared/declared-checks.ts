import { realpath } from 'node:fs/promises';
import type { CriterionConfig, DeclarativeCheck, VerificationResult } from '@agent-factory/protocol';
import { type NamedCheck, namedChecks } from '../criteria.js';
import { needsOf, skipped, unmetNeeds } from '../needs.js';
import type { CheckOptions, CheckScope } from '../options.js';
import { judged, notJudged } from '../result.js';
import { judgeCommand } from './command-checks.js';
import { judgeFile } from './file-checks.js';
import { judgeJson } from './json-check.js';
import { criterionOf, type Verdict } from './verdict.js';

export interface DeclaredChecks {
  checks: readonly DeclarativeCheck[];
  criteria: readonly CriterionConfig[];
  /** Time limit of all checks together. */
  timeoutMs: number;
}

/** Runs checks that need no script, one after the other. */
export async function runDeclaredChecks(
  { checks, criteria, timeoutMs }: DeclaredChecks,
  options: CheckOptions,
): Promise<VerificationResult> {
  const started = performance.now();
  const workspace = await realpath(options.workspace);
  const scope: CheckScope = { ...options, workspace, deadline: started + timeoutMs };
  const facts: Parameters<typeof judged>[0] = { criteria: [], durationMs: 0 };
  const needs = needsOf(criteria);
  for (const check of namedChecks(checks, criteria)) {
    const begun = performance.now();
    options.signal?.throwIfAborted();
    const unmet = unmetNeeds(check.name, needs, facts.criteria);
    const verdict = unmet.length > 0 ? undefined : await judge(check, scope);
    facts.durationMs = performance.now() - started;
    if (verdict?.kind === 'unjudged') return notJudged(verdict.code, facts, verdict.detail);
    const durationMs = performance.now() - begun;
    const criterion = verdict === undefined ? skipped(check, unmet) : criterionOf(check, verdict, durationMs);
    facts.criteria.push(criterion);
    options.onCriterion?.(criterion);
  }
  return judged(facts);
}

async function judge(check: NamedCheck, scope: CheckScope): Promise<Verdict> {
  if (performance.now() >= scope.deadline) return { kind: 'unjudged', code: 'check_timeout', detail: check.name };
  switch (check.type) {
    case 'file_exists':
    case 'file_contains':
    case 'file_matches':
      return judgeFile(check, scope.workspace, scope.signal);
    case 'command_exits':
    case 'stdout_contains':
      return judgeCommand(check, scope);
    case 'json_equals':
      return judgeJson(check, scope);
  }
}
