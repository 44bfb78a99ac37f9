import type { Outcome } from './outcomes.js';

/** How a program that ran this command may tell what came of it. 0 is a pass. */
export const EXIT_CODES = {
  docs_gap: 1,
  usage: 2,
  budget_exhausted: 3,
  infra_error: 4,
  harness_error: 5,
  agent_refusal: 6,
  busy: 7,
  stopped: 130,
} as const;

/** What an error says of a run that it ends; `usage` and `busy` end it before it begins. */
type ErrorClass = Exclude<Outcome, 'passed' | 'docs_gap'> | 'usage' | 'busy';

/** Every error of this package that is expected, with its class. */
const ERRORS = {
  config_unreadable: 'usage',
  config_invalid: 'usage',
  config_exists: 'usage',
  tutorial_not_found: 'usage',
  tutorial_too_large: 'usage',
  tutorial_encoding: 'usage',
  tutorial_binary: 'usage',
  tutorial_unreadable: 'usage',
  target_unknown: 'usage',
  run_not_found: 'usage',
  run_not_resumable: 'usage',
  recording_missing: 'usage',
  loop_running: 'busy',
  docker_unavailable: 'infra_error',
  image_not_found: 'infra_error',
  image_without_node: 'infra_error',
  container_failed: 'infra_error',
  container_network: 'infra_error',
  engine_lost: 'infra_error',
  disk_full: 'infra_error',
  cli_missing: 'infra_error',
  not_signed_in: 'infra_error',
  model_unreachable: 'infra_error',
  wrapper_silent: 'harness_error',
  output_unreadable: 'harness_error',
  checks_unusable: 'harness_error',
  state_unreadable: 'harness_error',
  port_unavailable: 'infra_error',
  report_unwritable: 'infra_error',
  budget_spent: 'budget_exhausted',
} as const satisfies Readonly<Record<string, ErrorClass>>;

export type SmileErrorCode = keyof typeof ERRORS;

/** An expected failure: `message` says what is wrong and what to do next, `facts` are for programs. */
export class SmileError extends Error {
  override readonly name = 'SmileError';
  readonly code: SmileErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: SmileErrorCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.facts = facts;
  }

  /** The exit code of a command that it ends. */
  get exitCode(): number {
    return EXIT_CODES[ERRORS[this.code]];
  }

  /** What it makes of a run that had begun. */
  get outcome(): Outcome {
    const kind = ERRORS[this.code];
    return kind === 'usage' || kind === 'busy' ? 'harness_error' : kind;
  }
}
