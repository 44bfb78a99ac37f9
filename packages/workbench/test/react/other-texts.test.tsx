// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StoredDraft } from '../../src/client/drafts/stored-draft.js';
import { eventually } from '../client/support/eventually.js';
import { versionOf } from '../client/support/file-daemon.js';
import { openPanel } from './support/open-panel.js';

const SAVED = 'one\n';
const DAY_MS = 24 * 60 * 60 * 1000;

function leftBy(window: string, text: string, daysAgo: number): StoredDraft {
  const updatedAt = Date.now() - daysAgo * DAY_MS;
  return {
    project: 'folder--0123456789',
    path: 'cart.py',
    window,
    text,
    version: versionOf(SAVED),
    updatedAt,
    stamp: '1',
  };
}

const shown = () => [...document.querySelectorAll('.wb-editor-host .cm-line')].map(({ textContent }) => textContent);
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const notice = () => screen.queryByText(/text of cart.py from another window that was never saved/);

/** The panel with the latest of three texts in the editor. */
async function openLeft() {
  const left = [leftBy('w1', 'latest\n', 1), leftBy('w2', 'earlier\n', 2), leftBy('w3', 'earliest\n', 3)];
  const panel = await openPanel({ files: { 'cart.py': SAVED }, left });
  await eventually(() => expect(shown()).toEqual(['latest', '']));
  await eventually(() => expect(notice()?.closest('[role=status]')).toBeTruthy());
  return panel;
}

describe('unsaved texts that other windows have left', () => {
  it('can be looked at beside the one in the editor, and are there afterwards', async () => {
    await openLeft();
    choose('Compare');
    const region = await screen.findByRole('region', { name: 'Differences in cart.py' });
    await eventually(() => expect(region.textContent).toContain('earlier'));
    expect(region.textContent).toContain('Of another window');
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    choose('Back to the editor');
    await eventually(() => expect(screen.queryByRole('region', { name: /^Differences/ })).toBeNull());
    expect(shown()).toEqual(['latest', '']);
    expect(notice()).toBeTruthy();
  });

  it('keep a place in the file that is asked for meanwhile until the editor is back', async () => {
    const { workbench } = await openLeft();
    choose('Compare');
    await screen.findByRole('region', { name: 'Differences in cart.py' });
    workbench.open('cart.py', { at: { line: 2 } });
    const host = document.querySelector('.wb-editor-host');
    expect(host?.contains(document.activeElement)).toBe(false);
    choose('Back to the editor');
    await eventually(() => expect(host?.contains(document.activeElement)).toBe(true));
  });

  it('are offered one after the other, until each was taken or discarded', async () => {
    const { daemon, workbench } = await openLeft();
    choose('Compare');
    await screen.findByRole('region', { name: 'Differences in cart.py' });
    choose('Discard it');
    await eventually(() => expect(screen.queryByRole('region', { name: /^Differences/ })).toBeNull());
    expect(notice()).toBeTruthy();
    choose('Take it');
    await eventually(() => expect(shown()).toEqual(['earliest', '']));
    expect(notice()).toBeNull();
    workbench.save('cart.py');
    await eventually(() => expect(daemon.files.get('cart.py')).toBe('earliest\n'));
    await screen.findByRole('tab', { name: 'cart.py' });
  });
});
