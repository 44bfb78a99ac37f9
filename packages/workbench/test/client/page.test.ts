// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserPage } from '../../src/client/browser/page.js';

function setVisibility(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the page in a browser', () => {
  it('tells when it may be about to go: hidden, closed or loaded again', () => {
    let left = 0;
    const stop = browserPage.onLeave(() => {
      left += 1;
    });
    setVisibility('visible');
    expect(left).toBe(0);
    setVisibility('hidden');
    window.dispatchEvent(new Event('pagehide'));
    expect(left).toBe(2);
    stop();
    window.dispatchEvent(new Event('pagehide'));
    expect(left).toBe(2);
  });

  it('tells when the student or the network is back', () => {
    let returned = 0;
    const stop = browserPage.onReturn(() => {
      returned += 1;
    });
    setVisibility('hidden');
    expect(returned).toBe(0);
    setVisibility('visible');
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('pageshow'));
    expect(returned).toBe(3);
    stop();
    window.dispatchEvent(new Event('online'));
    expect(returned).toBe(3);
  });

  it('knows its size', () => {
    expect(browserPage.size()).toEqual({ width: window.innerWidth, height: window.innerHeight });
  });
});
