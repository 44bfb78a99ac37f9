import type { Command, Provider } from '../contract/agents.js';
import type { LoopState } from '../contract/loop-state.js';
import type { CreatedFile, LlmCall, Report } from '../contract/report.js';

/** A command of an iteration; its output may be longer than a report takes. */
export type RunCommand = Command & { iteration: number };

/** What was written down while a run went on. */
export interface Audit {
  /** With whole outputs. Without it, the commands are those of the state. */
  commands?: readonly RunCommand[];
  files: readonly CreatedFile[];
  llmCalls: readonly LlmCall[];
  denied: Report['auditTrail']['denied'];
}

export interface ReportInput {
  /** Of a loop that has ended. */
  state: LoopState;
  tutorial: {
    /** As it is shown and patched: relative to the folder in which patches are applied, if it is below one. */
    path: string;
    /** As it is on the disk, with its line ends. */
    text: string;
    imagesMissing: Report['meta']['imagesMissing'];
  };
  student: { provider: Provider; model?: string | undefined };
  mentor: { provider: Provider; model?: string | undefined };
  judgedBy: Report['meta']['judgedBy'];
  audit: Audit;
  endedAt: Date;
}

/** All commands in the order in which they were run. */
export function commandsOf({ state, audit }: Pick<ReportInput, 'state' | 'audit'>): readonly RunCommand[] {
  if (audit.commands !== undefined) return audit.commands;
  return state.history.flatMap(({ iteration, studentResult }) =>
    (studentResult?.commands ?? []).map((command) => ({ ...command, iteration })),
  );
}
