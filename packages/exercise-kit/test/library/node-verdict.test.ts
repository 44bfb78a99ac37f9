import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const VERDICT = fileURLToPath(new URL('../../../../exercises/_lib/node/checks/check_verdict.mjs', import.meta.url));
const gone = new Promise(() => {});

/** An error that no text can be made of. */
function indescribable(): Error {
  return Object.defineProperty(new Error(), 'message', { value: 7 });
}

test.for<[string, () => Promise<object>, object]>([
  ['its file is loaded', () => Promise.reject(indescribable()), { unloadable: true }],
  ['a check uses it', () => Promise.resolve({}), {}],
])('a criterion has its row also where the work throws what cannot be described while %s', async ([, load, more]) => {
  const { judge } = await import(VERDICT);
  const check = () => Promise.reject(indescribable());
  expect(await judge({ gone, judge: { load } }, 'shorten.mjs', check)).toEqual({
    passed: false,
    where: 'shorten.mjs',
    message: 'Your program threw something that cannot be described.',
    hint: expect.any(String),
    ...more,
  });
});
