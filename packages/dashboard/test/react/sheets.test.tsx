// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Asked, MindDaemon } from '../support/mind-daemon.js';
import { open } from '../support/open-dashboard.js';
import { MEMORIES } from '../support/states.js';

const LOCKED = { status: 503, body: { error: 'storage_unavailable', message: 'The database is locked.' } };

/** The dashboard with a sheet open. */
async function openSheet(name: 'Memory' | 'Settings', change?: (daemon: MindDaemon) => void) {
  const opened = await open('full', undefined, {}, change);
  fireEvent.click(screen.getByRole('button', { name }));
  const sheet = screen.getByRole('dialog', { name: name === 'Memory' ? 'What is remembered' : 'Settings' });
  return { ...opened, sheet };
}

const refuse = (method: string) => (asked: Asked) => (asked.method === method ? LOCKED : undefined);
const onMemories = ({ method, path }: Asked) => method === 'GET' && path === '/coach/memories';
const first = () => screen.findByRole('button', { name: /^Edit: Understands/ });

describe('a sheet', () => {
  it('is closed by its button, and by a click beside it alone', async () => {
    const { sheet } = await openSheet('Settings');
    fireEvent.click(within(sheet).getByRole('heading', { name: 'Settings' }));
    expect(screen.queryByRole('dialog')).toBe(sheet);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 15_000);
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    fireEvent.click(screen.getByRole('dialog'));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 15_000);
  });
});

describe('memories', () => {
  it('that do not come say why, and come when it is tried again', async () => {
    const { daemon, sheet } = await openSheet('Memory', (each) => {
      each.answer = (asked) => (onMemories(asked) ? LOCKED : undefined);
    });
    expect((await within(sheet).findByRole('alert')).textContent).toContain('The database is locked.');
    daemon.answer = () => undefined;
    fireEvent.click(within(sheet).getByRole('button', { name: 'Try again' }));
    await first();
    expect(within(sheet).queryByRole('alert')).toBeNull();
  });

  it('come page by page, with what is wrong with where they are kept', async () => {
    const [one, two] = MEMORIES;
    const told = { total: 2, kept: 'here', trouble: 'ChromaDB does not answer.' };
    const { sheet } = await openSheet('Memory', (daemon) => {
      daemon.answer = (asked) => {
        if (!onMemories(asked)) return undefined;
        if (asked.query.has('after')) return { body: { ...told, memories: [two] } };
        return { body: { ...told, memories: [one], next: 'm1' } };
      };
    });
    await within(sheet).findByText('ChromaDB does not answer.');
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Show more' }));
    await within(sheet).findByText(two?.content as string);
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(2);
    expect(within(sheet).queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('are searched while it is typed', async () => {
    const { sheet } = await openSheet('Memory');
    await first();
    fireEvent.change(within(sheet).getByRole('searchbox'), { target: { value: 'vouchers' } });
    await vi.waitFor(() => expect(within(sheet).getAllByRole('listitem')).toHaveLength(1), { timeout: 15_000 });
    expect(within(sheet).getByText(/issue with the vouchers/)).toBeTruthy();
  });

  it('are not said to be missing before a search has ended', async () => {
    const { daemon, sheet } = await openSheet('Memory');
    await first();
    const search = (value: string) => fireEvent.change(within(sheet).getByRole('searchbox'), { target: { value } });
    search('nobody has said this');
    await within(sheet).findByText('Nothing like that is remembered.');
    let answer = () => {};
    const held = new Promise<undefined>((resolve) => {
      answer = () => resolve(undefined);
    });
    daemon.answer = (asked) => (onMemories(asked) ? held : undefined);
    search('nobody has said that');
    await within(sheet).findByText('Searching…');
    expect(within(sheet).queryByText('Nothing like that is remembered.')).toBeNull();
    answer();
    await within(sheet).findByText('Nothing like that is remembered.');
  });

  it('are deleted all at once after a question, and saved as a file', async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { daemon, sheet } = await openSheet('Memory');
    await first();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Save all as a file' }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce(), 15_000);
    expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('memories.jsonl');
    saved.mockRestore();
    fireEvent.click(within(sheet).getByRole('button', { name: 'Delete all' }));
    const question = await screen.findByRole('dialog', { name: 'Delete all that is remembered?' });
    expect(question.textContent).toContain('2 memories of all projects.');
    expect(daemon.memories).toHaveLength(2);
    fireEvent.click(within(question).getByRole('button', { name: 'Delete all' }));
    await within(sheet).findByText('Nothing is remembered.');
    expect(daemon.memories).toEqual([]);
  });

  it('that cannot be deleted say why, and stay', async () => {
    const { sheet } = await openSheet('Memory', (daemon) => {
      daemon.answer = refuse('DELETE');
    });
    await first();
    fireEvent.click(within(sheet).getByRole('button', { name: /^Delete: Understands/ }));
    const question = await screen.findByRole('dialog', { name: 'Delete this memory?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    expect((await within(sheet).findByRole('alert')).textContent).toBe('The database is locked.');
    fireEvent.click(within(sheet).getByRole('button', { name: 'Delete all' }));
    const all = await screen.findByRole('dialog', { name: 'Delete all that is remembered?' });
    fireEvent.click(within(all).getByRole('button', { name: 'Delete all' }));
    await vi.waitFor(() => expect(within(sheet).getAllByRole('alert')).toHaveLength(2), 15_000);
    expect(within(sheet).getAllByRole('listitem')).toHaveLength(2);
  });

  it('are given another weight, but are never nothing; the keyboard is where it was before', async () => {
    const { daemon, sheet } = await openSheet('Memory');
    fireEvent.click(await first());
    const text = () => screen.getByLabelText('What is remembered', { selector: 'textarea' });
    fireEvent.change(text(), { target: { value: '  ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await within(sheet).findByText('Write something, or delete it.');
    expect(daemon.asked.some(({ method }) => method === 'POST')).toBe(false);
    fireEvent.change(text(), { target: { value: MEMORIES[0]?.content } });
    fireEvent.change(screen.getByLabelText('Weight'), { target: { value: 'low' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await within(sheet).findByText(/Of little weight/, { selector: 'p' });
    expect(daemon.memories[0]?.importance).toBe('low');
    const edit = await first();
    await vi.waitFor(() => expect(document.activeElement).toBe(edit), 15_000);
  });
});

describe('settings', () => {
  it('that are refused say why', async () => {
    const { daemon, sheet } = await openSheet('Settings', (each) => {
      each.answer = refuse('POST');
    });
    fireEvent.click(await within(sheet).findByLabelText('The observer'));
    expect((await within(sheet).findByRole('alert')).textContent).toBe('The database is locked.');
    expect(daemon.settings.parts.observer.enabled).toBe(false);
  });

  it('say how models are reached, which can be chosen', async () => {
    const { daemon, sheet } = await openSheet('Settings', (each) => {
      each.settings = { ...each.settings, reached: null, advice: 'Set a key.' };
    });
    await within(sheet).findByText('Set a key.');
    fireEvent.click(within(sheet).getByRole('radio', { name: 'With an API key' }));
    await vi.waitFor(() => expect(daemon.settings.route).toBe('api'), 15_000);
  });

  it('say what waits, and where memories are kept that are not reached', async () => {
    const { sheet } = await openSheet('Settings', (daemon) => {
      const { parts } = daemon.settings;
      const waiting = { ...parts, explain: { ...parts.explain, works: false } };
      daemon.settings = { ...daemon.settings, parts: waiting, memory: { kept: 'chromadb', available: false } };
    });
    await within(sheet).findByText('Memories are kept in ChromaDB, which does not answer just now.');
    const waits = within(sheet).getAllByText('Waits');
    expect(waits).toHaveLength(1);
    expect(waits[0]?.closest('.dash-switch-row')?.textContent).toContain('Explains the code that you select.');
  });

  it('take an amount by Enter, and none that is too high', async () => {
    const { daemon, sheet } = await openSheet('Settings');
    const session = await within(sheet).findByLabelText<HTMLInputElement>('In a session');
    fireEvent.change(session, { target: { value: '10001' } });
    fireEvent.keyDown(session, { key: 'Enter' });
    expect(session.value).toBe('0.5');
    fireEvent.change(session, { target: { value: '1.5' } });
    fireEvent.keyDown(session, { key: 'Enter' });
    await vi.waitFor(() => expect(daemon.settings.budget.sessionUsd).toBe(1.5), 15_000);
  });
});
