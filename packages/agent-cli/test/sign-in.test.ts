import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { geminiTraces, loggedInField, loggedInText, zeroOrOne } from '../src/sign-in.js';
import { newHome } from './support.js';

describe('whether a student is signed in', () => {
  test.each([
    [0, true],
    [1, false],
    [2, undefined],
    [-1, undefined],
    [null, undefined],
  ])('is told by the exit code %j', (exitCode, expected) => {
    expect(zeroOrOne(exitCode)).toBe(expected);
  });

  test.each<[string, number | null, boolean | undefined]>([
    ['{"loggedIn":true}', 1, true],
    ['{"loggedIn":false}', 0, false],
    ['{"loggedIn":"yes"}', 1, false],
    ['{}', 0, true],
    ['{}', 2, undefined],
    ['null', 0, true],
    ['7', 1, false],
    ['', 0, true],
    ['Signed in as Ada', 1, false],
  ])('is told by %s, or else by the exit code %j', (stdout, exitCode, expected) => {
    expect(loggedInField(exitCode, stdout)).toBe(expected);
  });

  test.each([
    ['Logged in as ada@example.com', true],
    ['You are authenticated.', true],
    ['Not logged in', false],
    ['You are NOT authenticated; run cursor-agent login', false],
    ['Nothing to see', undefined],
    ['', undefined],
  ])('is told by words: %s', (words, expected) => {
    expect([loggedInText(0, words), loggedInText(1, words)]).toEqual([expected, expected]);
  });
});

describe('traces of an account of Gemini CLI', () => {
  const whole = JSON.stringify({ refresh_token: 'r' });
  const folder = join('.gemini', 'oauth_creds.json');

  test('are a key in the environment, and nothing without a home', async () => {
    expect(await geminiTraces({ GEMINI_API_KEY: 'k' })).toBe(true);
    expect(await geminiTraces({ GEMINI_API_KEY: '' })).toBeUndefined();
    expect(await geminiTraces({})).toBeUndefined();
  });

  test('are credentials that renew themselves, in its own home before any other', async () => {
    await using home = await newHome();
    await using other = await newHome();
    expect(await geminiTraces({ HOME: home.path })).toBeUndefined();
    await home.write(folder, whole);
    expect(await geminiTraces({ HOME: home.path })).toBe(true);
    expect(await geminiTraces({ HOME: other.path, GEMINI_CLI_HOME: home.path })).toBe(true);
    expect(await geminiTraces({ HOME: home.path, GEMINI_CLI_HOME: other.path })).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '{"refresh_token":""}', '{"refresh_token":7}', '{"access_token":"a"}'])(
    'are not in %s',
    async (text) => {
      await using home = await newHome();
      await home.write(folder, text);
      expect(await geminiTraces({ HOME: home.path })).toBeUndefined();
    },
  );

  test('are looked for in no more than a file of credentials has', async () => {
    await using home = await newHome();
    await home.write(folder, `${' '.repeat(64 * 1024)}${whole}`);
    expect(await geminiTraces({ HOME: home.path })).toBeUndefined();
  });

  test('are none where there is a folder in its place', async () => {
    await using home = await newHome();
    await home.write(join(folder, 'inside'), '');
    expect(await geminiTraces({ HOME: home.path })).toBeUndefined();
  });
});
