/** What became of one test. */
export interface TestOutcome {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Of a failed one, the first line of what it says. */
  readonly message: string;
}

interface VitestReport {
  readonly testResults: readonly { readonly assertionResults: readonly VitestTest[] }[];
}
interface VitestTest {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

/** The tests of Vitest's report in JSON that ran or should have. */
export function readVitest(text: string): TestOutcome[] {
  const { testResults }: VitestReport = JSON.parse(text);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.map(({ fullName, status, failureMessages = [] }) => ({
    title: fullName,
    status: status === 'passed' || status === 'failed' ? status : 'skipped',
    message: firstLine(failureMessages[0]),
  }));
}

interface PlaywrightSuite {
  readonly title: string;
  readonly specs?: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightSpec {
  readonly title: string;
  readonly tests: readonly {
    readonly status: string;
    readonly results: readonly { readonly error?: { readonly message?: string } }[];
  }[];
}

/** The tests of Playwright's report in JSON. */
export function readPlaywright(text: string): TestOutcome[] {
  const { suites }: { readonly suites: readonly PlaywrightSuite[] } = JSON.parse(text);
  return suites.flatMap(testsOf);
}

function testsOf({ title, specs = [], suites = [] }: PlaywrightSuite): TestOutcome[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      title: `${title} ${spec.title}`,
      status: STATUSES[status] ?? 'failed',
      message: firstLine(results.find(({ error }) => error)?.error?.message),
    })),
  );
  const inner = suites.flatMap(testsOf).map((test) => ({ ...test, title: `${title} ${test.title}` }));
  return [...own, ...inner];
}

const STATUSES: Readonly<Record<string, TestOutcome['status']>> = { expected: 'passed', skipped: 'skipped' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of colours begin with one
const COLOURS = /\x1b\[[\d;]*m/g;

function firstLine(text = ''): string {
  const lines = text.replaceAll(COLOURS, '').split('\n');
  return lines.map((line) => line.trim()).find((line) => line !== '') ?? '';
}
