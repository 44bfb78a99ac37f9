// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveFile } from '../../src/react/parts/save-file.js';

let saved: { name: string; url: string }[];
let revoked: string[];
beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  revoked = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, url: this.href });
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a file that is saved', () => {
  test.each([
    ['progress.json', 'progress.json'],
    ['What is a/b: “why?” <1>.md', 'What is a b  “why ”  1 .md'],
    ['\\..\\up\u0000down|*.md ', '.. up down .md'],
  ])('called %j has a name that any disk takes: %j', (title, name) => {
    saveFile(new Blob(['x']), title);
    expect(saved.map((file) => file.name)).toEqual([name]);
    expect(name).not.toMatch(/[<>:"/\\|?*]/);
  });

  test('can be read for as long as the browser needs to begin, and is let go of then', () => {
    saveFile(new Blob(['x']), 'a.txt');
    vi.advanceTimersByTime(10_000);
    expect(revoked).toEqual([]);
    vi.runAllTimers();
    expect(revoked).toEqual(saved.map(({ url }) => url));
  });
});
