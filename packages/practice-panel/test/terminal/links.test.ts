// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { linkHandler } from '../../src/terminal/links/links.js';

const RANGE = { start: { x: 1, y: 1 }, end: { x: 2, y: 1 } };

/** A terminal with the mouse over it. */
function terminal(): { element: HTMLElement; mouse: MouseEvent } {
  const element = document.createElement('div');
  element.className = 'xterm';
  element.innerHTML = '<div class="xterm-screen"></div>';
  document.body.append(element);
  const mouse = new MouseEvent('mousemove', { bubbles: true });
  element.firstElementChild?.dispatchEvent(mouse);
  return { element, mouse };
}

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe('links that programs name', () => {
  it.each([
    ['https://example.test/a?b', 'https://example.test/a?b'],
    ['HTTP://EXAMPLE.test', 'http://example.test/'],
    ['mailto:ada@example.test', 'mailto:ada@example.test'],
    ['https://exаmple.test/', 'https://xn--exmple-4nf.test/'],
  ])('leads %s to %s, which it says before', (uri, target) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { element, mouse } = terminal();
    linkHandler.hover?.(mouse, uri, RANGE);
    expect(element.querySelector('[role=tooltip]')?.textContent).toBe(target);
    linkHandler.activate(mouse, uri, RANGE);
    expect(open.mock.calls).toEqual([[target, '_blank', 'noopener,noreferrer']]);
    linkHandler.leave?.(mouse, uri, RANGE);
    expect(element.querySelector('[role=tooltip]')).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'vscode://file/x',
    'no address',
    '',
  ])('does not follow %j, and says so', (uri) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { element, mouse } = terminal();
    linkHandler.hover?.(mouse, uri, RANGE);
    expect(element.querySelector('[role=tooltip]')?.innerHTML).toMatch(/^Not opened: [^<]*$/);
    linkHandler.activate(mouse, uri, RANGE);
    expect(open).not.toHaveBeenCalled();
  });
});
