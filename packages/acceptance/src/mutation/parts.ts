/** What is mutated together: files of one package, and the tests that ought to notice. */
export interface Part {
  /** Folder below `packages`. */
  readonly folder: string;
  /** Folder of the code below it. */
  readonly code: string;
  /** Folder of the tests below it; all of the package's where it is not named. */
  readonly tests?: string;
}

/** The least share of mutants, in percent, that tests have to notice. */
export const LEAST_SCORE = 80;

/** By the names that the command takes. */
export const PARTS: Readonly<Record<string, Part>> = {
  protocol: { folder: 'protocol', code: 'src' },
  'exercise-runtime': { folder: 'exercise-runtime', code: 'src' },
  'agent-cli': { folder: 'agent-cli', code: 'src' },
  subprocess: { folder: 'subprocess', code: 'src' },
  terminal: { folder: 'practice-server', code: 'src/terminal', tests: 'test/terminal' },
  access: { folder: 'practice-server', code: 'src/access', tests: 'test/access' },
  client: { folder: 'practice-panel', code: 'src/client' },
};
