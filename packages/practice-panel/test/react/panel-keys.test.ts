import type { KeyboardEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { panelKeyOf } from '../../src/react/shortcuts/panel-keys.js';

/** The panel's key for a press like `Ctrl+Shift+F11`, as a browser reports it on a US keyboard. */
function pressed(press: string) {
  const parts = press.split(' ');
  const has = (name: string) => parts.includes(name);
  const event = {
    key: parts.at(-1),
    ctrlKey: has('Ctrl'),
    metaKey: has('Meta'),
    shiftKey: has('Shift'),
    altKey: has('Alt'),
  };
  return panelKeyOf(event as KeyboardEvent);
}

function on(platform: string) {
  vi.stubGlobal('navigator', { platform });
}

describe('the keys of the panel', () => {
  it('change the size of the text with Ctrl, whether or not + needs Shift', () => {
    on('Linux x86_64');
    expect(['Ctrl =', 'Ctrl Shift +', 'Ctrl +', 'Ctrl -', 'Ctrl 0'].map(pressed)).toEqual([
      'larger',
      'larger',
      'larger',
      'smaller',
      'usual_size',
    ]);
    expect(pressed('Meta +')).toBeUndefined();
  });

  it('do so with ⌘ on a Mac, where Ctrl is the program’s', () => {
    on('MacIntel');
    expect(['Meta =', 'Meta -', 'Meta 0', 'Ctrl -'].map(pressed)).toEqual([
      'larger',
      'smaller',
      'usual_size',
      undefined,
    ]);
  });

  it('fill the screen', () => {
    on('Linux x86_64');
    expect(pressed('Ctrl Shift F11')).toBe('full_screen');
  });

  it.each(['=', '-', '0', 'F11', 'Shift F11', 'Ctrl Shift _', 'Ctrl Alt -', 'Ctrl Meta -', 'Ctrl a', 'Escape', 'Tab'])(
    'leave %s to the program',
    (press) => {
      on('Linux x86_64');
      expect(pressed(press)).toBeUndefined();
    },
  );
});
