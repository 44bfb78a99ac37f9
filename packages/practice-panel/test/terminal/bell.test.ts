import type { Terminal } from '@xterm/xterm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseSettings, type Settings } from '../../src/client/settings/settings-format.js';
import { ringBell } from '../../src/terminal/bell.js';

/** A terminal's bell and the element that shows it. */
function mountBell(bell: Settings['bell']) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let settings = parseSettings({ bell });
  let ring = () => {};
  const terminal = { onBell: (listener: () => void) => (ring = listener) } as unknown as Terminal;
  const host = { dataset: {} as DOMStringMap } as HTMLElement;
  const { change, reset, subscribe } = { change() {}, reset() {}, subscribe: () => () => {} };
  ringBell(terminal, host, { getSnapshot: () => settings, change, reset, subscribe });
  const set = (next: Settings['bell']) => (settings = parseSettings({ bell: next }));
  const flashes = () => {
    ring();
    return host.dataset.bell !== undefined;
  };
  return { flashes, set, host };
}

it('[terminal 7 settings] the bell flashes no more often than is safe', () => {
  const { flashes, host } = mountBell('visual');
  expect(flashes()).toBe(true);
  vi.advanceTimersByTime(150);
  expect(host.dataset.bell).toBeUndefined();
  expect(flashes()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(flashes()).toBe(true);
});

it('[terminal 7 settings] a bell that nobody saw holds up none after it', () => {
  const { flashes, set } = mountBell('off');
  expect(flashes()).toBe(false);
  set('visual');
  expect(flashes()).toBe(true);
});
