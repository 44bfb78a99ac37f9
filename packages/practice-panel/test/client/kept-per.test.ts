import { expect, test } from 'vitest';
import { keptPer } from '../../src/client/store/kept-per.js';

test('a value is made once for each key of each owner', () => {
  const kept = keptPer<object, { made: number }>();
  let made = 0;
  const [one, other] = [{}, {}];
  const make = () => ({ made: ++made });
  const all = [kept(one, 'a', make), kept(one, 'b', make), kept(other, 'a', make), kept(one, 'a', make)];
  expect(all.map((value) => value.made)).toEqual([1, 2, 3, 1]);
  expect(all[3]).toBe(all[0]);
});
