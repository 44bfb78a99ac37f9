import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../src/system/log.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

afterEach(() => void vi.useRealTimers());

function openLog(home: Home) {
  return createLog({ level: 'error', json: true, directory: home.in('logs') });
}

describe('the log file', () => {
  test('has a line as soon as it is written, so that the last one before an end is there', async () => {
    await using home = await Home.make();
    const log = openLog(home);
    log.info('the last words');
    const day = new Date().toISOString().slice(0, 10);
    expect(JSON.parse(readFileSync(home.in('logs', `${day}.log`), 'utf8'))).toMatchObject({ msg: 'the last words' });
  });

  test('is that of the day, also when the daemon runs through a night', async () => {
    await using home = await Home.make();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-12T23:59:59.000Z') });
    const log = openLog(home);
    log.info('evening');
    vi.setSystemTime(new Date('2026-02-13T00:00:01.000Z'));
    log.info('morning');
    await waitUntil('the log of the day before', () => existsSync(home.in('logs', '2026-02-12.log')));
    const lines = ['2026-02-12', '2026-02-13'].map((day) => readFileSync(home.in('logs', `${day}.log`), 'utf8'));
    expect(lines).toEqual([expect.stringContaining('evening'), expect.stringContaining('morning')]);
    expect(lines.join('').split('\n').filter(Boolean)).toHaveLength(2);
  });

  test('that cannot be written ends nothing', async () => {
    await using home = await Home.make();
    const log = openLog(home);
    writeFileSync(home.in('logs'), 'a file in its place');
    expect(() => log.info('lost')).not.toThrow();
    rmSync(home.in('logs'));
    log.info('found again');
    const day = new Date().toISOString().slice(0, 10);
    expect(readFileSync(home.in('logs', `${day}.log`), 'utf8')).toContain('found again');
  });
});
