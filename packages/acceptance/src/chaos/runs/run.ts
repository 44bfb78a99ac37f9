import type { Fault } from '../fault.js';
import { FAULTS, roundOf } from '../faults.js';
import { Random } from '../random.js';
import { logFolder, World } from '../world/world.js';
import type { Report, Violation } from './report.js';
import { describeStep, planStep, runStep } from './step.js';

/** With so much wrong, more violations tell nothing new. */
const MOST_VIOLATIONS = 60;
/** Steps reported with a violation: what led to it. */
const STEPS_TOLD = 4;
/** The part that draws the order of faults, which no step's own random numbers may affect. */
const ORDER_PART = 1_000_003;

export interface RunOptions {
  readonly seconds: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly stop: AbortSignal;
  readonly tell: (text: string) => void;
}

/** A student works in three sessions while one thing after the other breaks. */
export async function runChaos(options: RunOptions): Promise<Report> {
  const { faults, stop, tell } = options;
  const smallDisk = faults.some(({ name }) => name === 'disk-full');
  const sessions = [
    ['words', 'shell'],
    ['numbers', 'shell'],
    ['agents', 'claude'],
  ] as const;
  const world = await World.open({ sessions, smallDisk });
  const run = new Run(world, options);
  try {
    await Promise.race([run.go(), aborted(stop)]);
    return run.report;
  } finally {
    tell('Putting everything away.\n');
    await world[Symbol.asyncDispose]();
  }
}

class Run {
  readonly report: Report;
  readonly #world: World;
  readonly #options: RunOptions;
  readonly #deadline: number;
  readonly #told: string[] = [];

  constructor(world: World, options: RunOptions) {
    this.#world = world;
    this.#options = options;
    this.#deadline = performance.now() + options.seconds * 1000;
    this.report = {
      seed: options.seed,
      steps: 0,
      counts: new Map(),
      skipped: new Map(),
      violations: [],
      logs: undefined,
    };
  }

  async go(): Promise<void> {
    const able = this.#options.faults.filter((fault) => this.#isAble(fault));
    const order = Random.of(this.#options.seed, ORDER_PART);
    for (let round = 0; able.length > 0; round += 1) {
      for (const fault of roundOf(able, round, order)) {
        if (this.#isOver()) return;
        await this.#step(fault);
      }
    }
  }

  #isAble({ name, lacking }: Fault): boolean {
    const reason = lacking?.(this.#world);
    if (reason !== undefined) this.report.skipped.set(name, reason);
    return reason === undefined;
  }

  #isOver(): boolean {
    const { stop } = this.#options;
    return stop.aborted || performance.now() > this.#deadline || this.report.violations.length >= MOST_VIOLATIONS;
  }

  async #step(fault: Fault): Promise<void> {
    const { seed, tell, stop } = this.#options;
    const startedAt = performance.now();
    this.report.steps += 1;
    const step = planStep(this.#world, fault, { seed, number: this.report.steps });
    const described = describeStep(step);
    this.#told.push(described);
    tell(described);
    const problems = await runStep(this.#world, step);
    if (stop.aborted) return;
    this.report.counts.set(fault.name, (this.report.counts.get(fault.name) ?? 0) + 1);
    tell(
      `  ${problems.length === 0 ? 'holds' : 'VIOLATED'} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`,
    );
    if (problems.length > 0) await this.#violated(fault, problems);
  }

  async #violated(fault: Fault, problems: readonly string[]): Promise<void> {
    const { seed, tell } = this.#options;
    const number = this.report.steps;
    const found = problems.map((problem): Violation => ({ step: number, fault: fault.name, problem }));
    this.report.violations.push(...found);
    this.report.logs ??= await logFolder();
    const folder = `${this.report.logs}/step-${number}`;
    await this.#world.keepLogs(folder);
    tell(`${problems.map((problem) => `  ✗ ${problem}\n`).join('')}`);
    tell(
      `  seed ${seed}, step ${number}; before it: ${this.#told.slice(-STEPS_TOLD - 1, -1).join('; ') || 'nothing'}\n`,
    );
    tell(`  the daemon's log: ${folder}\n`);
    await this.#world.beginAnew();
  }
}

/** Never rejects: an interrupted run has a report too. */
function aborted(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The faults of these names, in the order of the table. Throws a TypeError with a sentence if one does not exist. */
export function faultsNamed(names: readonly string[]): readonly Fault[] {
  const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new TypeError(`There is no fault "${unknown.join('", "')}"; --list names them.`);
  return names.length === 0 ? FAULTS : FAULTS.filter(({ name }) => names.includes(name));
}
