import { AgentList } from '@agent-factory/agent-cli';
import { type Dependency, PracticeError } from '@agent-factory/protocol';
import type { NewEvent } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dependencies } from '../../src/dependencies/dependencies.js';
import { DependencyWatch } from '../../src/dependencies/dependency-watch.js';
import type { EventLog } from '../../src/events/event-log.js';
import { createLog } from '../../src/system/log.js';

const THERE = { installed: true, supported: true };
const MISSING = { installed: false };

let tmux: Dependency;
let latest: Record<string, Dependency>;
let looks: number;
let told: unknown[];
let watch: DependencyWatch;
const events = { readers: 1, append: ({ data }: NewEvent) => void told.push(data) };
const closing = new AbortController();

beforeEach(() => {
  vi.useFakeTimers();
  [tmux, latest, looks, told, events.readers] = [THERE, { tmux: THERE }, 0, [], 1];
  const dependencies = {
    get latest() {
      return latest;
    },
    async lookAgain() {
      looks += 1;
      latest = { tmux };
    },
  } as Dependencies;
  watch = new DependencyWatch({
    dependencies,
    agents: new AgentList('/nowhere/agents.json'),
    events: events as unknown as EventLog,
    log: createLog({ level: 'silent', json: true, directory: '/nowhere' }),
    closing: closing.signal,
  });
});
afterEach(() => {
  closing.abort();
  vi.useRealTimers();
});

const look = () => vi.advanceTimersByTimeAsync(2000);

/** A start that fails as long as its agent is missing. */
function start(name: string) {
  const known = { isThere: false, tries: 0 };
  const require = async () => {
    known.tries += 1;
    if (!known.isThere) throw new PracticeError('dependency_missing', `${name} is missing.`);
  };
  return { known, failed: () => expect(watch.requiring(name, require)).rejects.toThrow('is missing') };
}

describe('what is missing', () => {
  test('is looked for until it is there, and told once each time', async () => {
    [tmux, latest] = [MISSING, { tmux: MISSING }];
    await look();
    await look();
    expect(told).toEqual([{ healthy: false, reason: 'tmux_not_found' }]);
    tmux = THERE;
    await look();
    await look();
    expect(told.slice(1)).toEqual([{ healthy: true }]);
    expect(looks).toBe(3);
  });

  test('is not looked for while nobody reads the events', async () => {
    const { known, failed } = start('one');
    await failed();
    latest = { tmux: MISSING };
    events.readers = 0;
    await look();
    expect([looks, known.tries, told]).toEqual([0, 1, []]);
  });

  test('for a start is told when that would find it, though the daemon is healthy, and looked for no more', async () => {
    const { known, failed } = start('one');
    await failed();
    await look();
    expect([known.tries, told]).toEqual([2, []]);
    known.isThere = true;
    await look();
    await look();
    expect([known.tries, told]).toEqual([3, [{ healthy: true }]]);
  });

  test('is remembered for the latest starts', async () => {
    const all = Array.from({ length: 21 }, (_, index) => start(String(index)));
    for (const { failed } of all) await failed();
    await look();
    expect(all.map(({ known }) => known.tries)).toEqual([1, ...Array(20).fill(2)]);
  });
});
