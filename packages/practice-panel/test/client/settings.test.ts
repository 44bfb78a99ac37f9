// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { createSettings } from '../../src/client/settings/settings.js';
import { DEFAULT_SETTINGS } from '../../src/client/settings/settings-format.js';
import { fontOf } from '../../src/terminal/drawing/font.js';

const KEY = 'practice:settings';

beforeEach(() => localStorage.clear());

/** Another tab of the site stores this text, as the browser tells it here. */
function storeElsewhere(text: string) {
  localStorage.setItem(KEY, text);
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

describe('the settings', () => {
  it('are the defaults in a browser that knows of none', () => {
    expect(createSettings().getSnapshot()).toEqual(DEFAULT_SETTINGS);
  });

  it('are there again for the next page [terminal 7 settings]', () => {
    createSettings().change({ fontSize: 20, theme: 'dark', scrollback: 5000 });
    expect(createSettings().getSnapshot()).toEqual({
      ...DEFAULT_SETTINGS,
      fontSize: 20,
      theme: 'dark',
      scrollback: 5000,
    });
  });

  it('follow what is set in another tab at once', () => {
    const settings = createSettings();
    let told = 0;
    settings.subscribe(() => {
      told += 1;
    });
    storeElsewhere('{"version":1,"fontSize":22}');
    expect(settings.getSnapshot().fontSize).toBe(22);
    expect(told).toBe(1);
  });

  it('go back to the defaults, in storage too', () => {
    const settings = createSettings();
    settings.change({ bell: 'sound' });
    settings.reset();
    expect(settings.getSnapshot()).toEqual(DEFAULT_SETTINGS);
    expect(createSettings().getSnapshot()).toEqual(DEFAULT_SETTINGS);
  });

  it.each(['', 'null', '[]', '7', '"dark"', '{', '{"fontSize":"13"}', '{"__proto__":{"fontSize":30}}'])(
    'take nothing from %j in storage',
    (text) => {
      localStorage.setItem(KEY, text);
      expect(createSettings().getSnapshot()).toEqual(DEFAULT_SETTINGS);
    },
  );

  it('keep what they understand of a text that is partly nonsense', () => {
    localStorage.setItem(KEY, '{"version":9,"fontSize":18,"theme":"sepia","bell":null,"future":true}');
    expect(createSettings().getSnapshot()).toEqual({ ...DEFAULT_SETTINGS, fontSize: 18 });
  });

  it.each([
    [{ fontSize: 7 }],
    [{ fontSize: 33 }],
    [{ fontSize: 13.5 }],
    [{ fontSize: Number.NaN }],
    [{ scrollback: 0 }],
    [{ fontFamily: 'x; background: url(y)' }],
    [{ fontFamily: "it's" }],
    [{ fontFamily: 'x'.repeat(201) }],
  ])('stay as they are when %j is asked for', (changes) => {
    const settings = createSettings();
    settings.change(changes);
    expect(settings.getSnapshot()).toEqual(DEFAULT_SETTINGS);
  });
});

describe('the font', () => {
  it('is the chosen one before our own', () => {
    const { family, size } = fontOf({ ...DEFAULT_SETTINGS, fontFamily: 'Fira Code, monospace', fontSize: 15 });
    expect(family).toMatch(/^'Fira Code', monospace, 'JetBrains Mono',/);
    expect(size).toBe(15);
  });
});
