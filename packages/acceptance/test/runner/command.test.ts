import { execPath } from 'node:process';
import { afterEach, expect, it, vi } from 'vitest';

const script = new URL('../../../../scripts/lib/command.mjs', import.meta.url);
const { command } = await import(script.href);

afterEach(() => vi.unstubAllEnvs());

it('a check has the environment and the arguments of the moment when it starts, which is after the turn is known', async () => {
  vi.stubEnv('PRACTICE_TEST_TURN', '');
  const args = () => ['-e', 'process.exit(Number(process.env.PRACTICE_TEST_TURN + process.env.MORE))'];
  const run = command(execPath, args, (exitCode: number) => ({ exitCode }), { adding: { MORE: '2' } });
  vi.stubEnv('PRACTICE_TEST_TURN', '4');
  expect(await run()).toMatchObject({ exitCode: 42 });
});

it('a check without a turn has the arguments that it always has, and what it has said last', async () => {
  const run = command(execPath, ['-e', 'console.log("first\\nlast")'], (exitCode: number) => ({ exitCode }));
  expect(await run()).toEqual({ exitCode: 0, lastLines: ['first', 'last'] });
});
