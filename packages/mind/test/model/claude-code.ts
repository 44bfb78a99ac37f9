import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const fromTests = createRequire(new URL('../../../acceptance/package.json', import.meta.url));

/** The real Claude Code, a test dependency of the acceptance tests: a native program, one package per platform. */
export function claudeCode(): string {
  const main = fromTests.resolve('@anthropic-ai/claude-code/package.json');
  const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`;
  return join(dirname(createRequire(main).resolve(`${name}/package.json`)), 'claude');
}
