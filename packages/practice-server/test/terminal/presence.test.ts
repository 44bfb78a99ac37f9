import type { Presence } from '@agent-factory/protocol';
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../src/capabilities/capability.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { waitUntil } from '../fixtures/wait-until.js';

const SEEN = { visible: true, busy: false };
const UNSEEN = { visible: false, busy: false };
const BUSY = { visible: true, busy: true };

/** A capability that only keeps what it is told about the pages of sessions. */
function listener() {
  const heard: { exerciseId: string; presences: readonly Presence[] }[] = [];
  const capability: Capability = {
    name: 'listener',
    open: () => ({
      hooks: { onPresence: (exerciseId, presences) => void heard.push({ exerciseId, presences }) },
    }),
  };
  const hears = (...presences: Presence[]) =>
    waitUntil(
      `the pages are ${JSON.stringify(presences)}`,
      () => JSON.stringify(heard.at(-1)?.presences) === JSON.stringify(presences),
    );
  return { capability, heard, hears };
}

describe('the presence of the pages that show a session', () => {
  test('is told for all of them whenever one says so, takes over or goes', async () => {
    const { capability, heard, hears } = listener();
    await using daemon = await TestDaemon.open({ capabilities: [...CAPABILITIES, capability] });
    const { exerciseId, wsUrl } = await daemon.start();
    const writer = daemon.connect(wsUrl);
    await writer.attached();
    writer.send({ type: 'presence', ...SEEN });
    await hears(SEEN);
    const watcher = daemon.connect(wsUrl);
    await watcher.attached();
    writer.send({ type: 'presence', ...BUSY });
    // A page that has said nothing yet counts as one that nobody sees.
    await hears(BUSY, UNSEEN);
    watcher.send({ type: 'presence', ...SEEN });
    await hears(BUSY, SEEN);
    await writer.close();
    await hears(SEEN);
    watcher.socket.terminate();
    await hears();
    expect(new Set(heard.map((told) => told.exerciseId))).toEqual(new Set([exerciseId]));
  });

  test('is refused before the page has said its size, and when it says something else', async () => {
    const { capability, heard } = listener();
    await using daemon = await TestDaemon.open({ capabilities: [...CAPABILITIES, capability] });
    const { wsUrl } = await daemon.start();
    const early = daemon.connect(wsUrl, { size: null });
    await early.opened();
    early.send({ type: 'presence', ...SEEN });
    expect((await early.frame('error')).code).toBe('invalid_frame');
    const odd = daemon.connect(wsUrl);
    await odd.attached();
    odd.sendText('{"type":"presence","visible":"yes"}');
    expect((await odd.frame('error')).code).toBe('invalid_frame');
    expect(heard.flatMap(({ presences }) => presences)).toEqual([]);
  });
});
