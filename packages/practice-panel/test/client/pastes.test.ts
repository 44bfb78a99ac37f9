import { type ClientFrame, MAX_PASTE_BYTES } from '@agent-factory/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PIECE_UNITS } from '../../src/client/pastes/paste-text.js';
import { type PasteProblem, Pastes } from '../../src/client/pastes/pastes.js';
import { eventually } from '../support/eventually.js';

const KEY = new TextEncoder().encode('k');

/** Pastes on a line that keeps what goes out, as frames and text, and says how much of it waits. */
function open() {
  const sent: (ClientFrame | string)[] = [];
  const problems: PasteProblem[] = [];
  const line = {
    open: true,
    bufferedBytes: 0,
    isOpen: () => line.open,
    send: (frame: ClientFrame) => void sent.push(frame),
    sendBytes: (bytes: Uint8Array) => {
      sent.push(new TextDecoder().decode(bytes));
      return true;
    },
  };
  const pastes = new Pastes(line);
  pastes.problems.on((problem) => problems.push(problem));
  return { pastes, line, sent, problems };
}

function done(pastes: Pastes): Promise<void> {
  return eventually(() => expect(pastes.getSnapshot().status).toBe('none'));
}

const large = 'é'.repeat(40 * PIECE_UNITS);

afterEach(() => void vi.unstubAllGlobals());

describe('a paste', () => {
  it('goes out in one turn when it is small, and several may be under way', () => {
    const { pastes, sent } = open();
    pastes.start('a\nb');
    pastes.start('c');
    expect(pastes.hold(KEY)).toBe('free');
    expect(sent).toEqual([{ type: 'paste', bytes: 3 }, 'a\rb', { type: 'paste', bytes: 1 }, 'c']);
    pastes.handleFrame({ type: 'pasted', bytes: 3 });
    expect(pastes.getSnapshot().status).toBe('under_way');
    pastes.handleFrame({ type: 'pasted', bytes: 1 });
    expect(pastes.getSnapshot().status).toBe('none');
  });

  it('says nothing where nothing of it may be pasted', () => {
    const { pastes, sent } = open();
    pastes.start('\x1b\0');
    expect([sent, pastes.getSnapshot().status]).toEqual([[], 'none']);
  });

  it('[terminal 1 paste-whole] that is large goes out in pieces, with what is typed meanwhile behind it', async () => {
    const { pastes, sent } = open();
    pastes.start(large);
    expect(sent).toEqual([]);
    expect(pastes.hold(KEY)).toBe('held');
    await eventually(() => expect(sent.at(-1)).toBe('k'));
    expect(sent[0]).toEqual({ type: 'paste', bytes: 2 * large.length });
    expect(sent.slice(1, -1).join('') === large).toBe(true);
    expect(sent.length).toBeGreaterThan(20);
    pastes.handleFrame({ type: 'pasted', bytes: 2 * large.length });
    await done(pastes);
  });

  it('waits for the network, so that the tab does not hold it twice', async () => {
    const { pastes, line, sent } = open();
    line.bufferedBytes = 2_000_000;
    pastes.start(large);
    await eventually(() => expect(sent).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toHaveLength(1);
    line.bufferedBytes = 0;
    await eventually(() => expect(sent.slice(1).join('') === large).toBe(true));
  });

  it('can be cancelled while it goes out', async () => {
    const { pastes, line, sent } = open();
    line.bufferedBytes = 2_000_000;
    pastes.start(large);
    await eventually(() => expect(sent).toHaveLength(1));
    pastes.hold(KEY);
    pastes.cancel();
    line.bufferedBytes = 0;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent.slice(1)).toEqual([{ type: 'paste_cancel' }, 'k']);
    expect(pastes.getSnapshot().status).toBe('none');
  });

  it('is refused beside another that goes out, beyond the limit, and where nobody types', async () => {
    const { pastes, line, problems, sent } = open();
    pastes.start(large);
    pastes.start('x');
    expect(problems).toEqual(['another_under_way']);
    pastes.cancel();
    pastes.start('x'.repeat(MAX_PASTE_BYTES + 1));
    line.open = false;
    pastes.start('x');
    expect(problems).toEqual(['another_under_way', 'too_large', 'not_connected']);
    expect(sent).toEqual([]);
  });

  it('says that it failed, and stops where it still goes out', async () => {
    const { pastes, line, problems, sent } = open();
    line.bufferedBytes = 2_000_000;
    pastes.start(large);
    await eventually(() => expect(sent).toHaveLength(1));
    pastes.handleFrame({ type: 'error', code: 'paste_failed', message: '' });
    expect([problems, sent.at(-1)]).toEqual([['failed'], { type: 'paste_cancel' }]);
    pastes.start('x');
    pastes.handleLineLost();
    pastes.handleLineLost();
    expect(problems).toEqual(['failed', 'not_connected']);
    line.bufferedBytes = 0;
  });

  it('[terminal 5 leaving] has the browser ask before the page is left, and only while it is under way', () => {
    const listeners = new Set<unknown>();
    vi.stubGlobal('window', {
      addEventListener: (type: string, listener: unknown) => type === 'beforeunload' && listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    });
    const { pastes } = open();
    pastes.start('x');
    pastes.start('y');
    expect(listeners.size).toBe(1);
    for (const bytes of [1, 1]) pastes.handleFrame({ type: 'pasted', bytes });
    expect(listeners.size).toBe(0);
  });
});
