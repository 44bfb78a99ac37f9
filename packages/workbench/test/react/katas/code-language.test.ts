import { describe, expect, it } from 'vitest';
import { languageOfCode } from '../../../src/react/katas/code-language.js';

describe('the language of the code of a kata', () => {
  it.each([
    ['python', 'def running(prices: list[int]) -> list[int]:\n    ...\n'],
    ['rust', 'fn running(prices: &[i32]) -> Vec<i32> {\n    todo!()\n}'],
    ['go', 'package kata\n\nfunc Running(prices []int) []int {\n}'],
    ['cpp', '#include <vector>\n\nint main() {}'],
    ['java', 'public class Running {\n    public static int[] running(int[] prices) {}\n}'],
    ['ruby', 'def running(prices)\n  # here\nend\n'],
    ['typescript', 'export function running(prices: number[]): number[] {\n}'],
    ['javascript', 'function running(prices) {\n}\n'],
    ['javascript', 'const running = (prices) => prices;'],
    ['sql', 'SELECT *\nFROM prices'],
    ['plaintext', 'Write it here.'],
    ['plaintext', ''],
  ])('is %s for %j', (language, code) => {
    expect(languageOfCode(code)).toBe(language);
  });

  it('is found in no time, however long the code is', () => {
    const begun = performance.now();
    for (const code of ['def x '.repeat(12_000), 'type x '.repeat(12_000), ' '.repeat(60_000), 'fn x<'.repeat(12_000)])
      languageOfCode(code);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
