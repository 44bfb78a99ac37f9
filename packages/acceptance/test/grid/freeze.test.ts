import { expect, it } from 'vitest';
import type { setFlow } from '../../src/grid/flow.js';
import { holdStill } from '../../src/grid/freeze.js';

const DEVICE = '/dev/of-a-test';

it('a device goes on with the last who holds it, whether or not somebody failed to hold it before', async () => {
  const flows: string[] = [];
  const set: typeof setFlow = async (_, flow) => void flows.push(flow);
  await expect(holdStill(DEVICE, () => Promise.reject(new Error('it is gone')))).rejects.toThrow('it is gone');
  const [one, other] = [await holdStill(DEVICE, set), await holdStill(DEVICE, set)];
  await one[Symbol.asyncDispose]();
  expect(flows).toEqual(['stopped', 'stopped']);
  await other[Symbol.asyncDispose]();
  expect(flows).toEqual(['stopped', 'stopped', 'running']);
});
