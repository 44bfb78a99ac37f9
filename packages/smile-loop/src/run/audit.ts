import type { StudentResult } from '../contract/agents.js';
import type { CreatedFile, LlmCall, Report } from '../contract/report.js';
import type { AuditRecord } from '../loop/store/records.js';
import type { Run } from '../loop/store/run.js';
import type { Audit as ReportAudit, RunCommand } from '../report/input.js';

/**
 * Denied requests that are written down: a student may ask without end, and a report names each host with its number.
 * The most that a run of an hour has had is some dozens.
 */
const MAX_DENIED = 5000;

/** Writes down what happens; what cannot be written ends the run at its next step, not in the middle of an answer. */
export class Audit {
  readonly #run: Run;
  readonly #now: () => number;
  #failed: unknown;
  #denied = 0;

  constructor(run: Run, now: () => number) {
    this.#run = run;
    this.#now = now;
  }

  /** @throws SmileError `disk_full` */
  async student(
    iteration: number,
    result: StudentResult,
    files: readonly Omit<CreatedFile, 'iteration'>[],
  ): Promise<void> {
    if (this.#failed !== undefined) throw this.#failed;
    for (const command of result.commands) await this.#run.appendAudit({ kind: 'command', iteration, command });
    for (const file of files) await this.#run.appendAudit({ kind: 'file', file: { iteration, ...file } });
  }

  llmCall(call: LlmCall): void {
    this.#append({ kind: 'llm_call', call });
  }

  /** Of very many, only the first. */
  denied(iteration: number, host: string): void {
    this.#denied += 1;
    if (this.#denied > MAX_DENIED) return;
    this.#append({ kind: 'denied', iteration, host, at: new Date(this.#now()).toISOString() });
  }

  #append(record: AuditRecord): void {
    this.#run.appendAudit(record).catch((error: unknown) => {
      this.#failed ??= error;
    });
  }
}

/** What was written down, as a report takes it. */
export function auditOf(records: readonly AuditRecord[]): ReportAudit {
  const of = <K extends AuditRecord['kind']>(kind: K) =>
    records.filter((record): record is Extract<AuditRecord, { kind: K }> => record.kind === kind);
  const commands: RunCommand[] = of('command').map(({ iteration, command }) => ({ iteration, ...command }));
  return {
    commands,
    files: of('file').map(({ file }) => file),
    llmCalls: of('llm_call').map(({ call }) => call),
    denied: deniedOf(of('denied')),
  };
}

function deniedOf(records: readonly { iteration: number; host: string }[]): Report['auditTrail']['denied'] {
  const counts = new Map<string, Report['auditTrail']['denied'][number]>();
  for (const { iteration, host } of records) {
    const key = `${iteration} ${host}`;
    const known = counts.get(key) ?? { iteration, host, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()];
}
