import { closeSync, openSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { requireRoomForProcess } from '../src/command/room-for-process.js';

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return { ...fs, openSync: vi.fn(fs.openSync), closeSync: vi.fn(fs.closeSync) };
});

afterEach(() => {
  vi.clearAllMocks();
});

/** The descriptors that were opened, and those that were closed. */
function descriptors() {
  const opened = vi.mocked(openSync).mock.results.flatMap(({ type, value }) => (type === 'return' ? [value] : []));
  return { opened, closed: vi.mocked(closeSync).mock.calls.map(([descriptor]) => descriptor) };
}

test('there is room for a process where eight descriptors can be opened, which are closed again', () => {
  requireRoomForProcess();
  const { opened, closed } = descriptors();
  expect(opened).toHaveLength(8);
  expect(closed).toEqual(opened);
});

test('there is none where one of them cannot, and the others are closed', () => {
  const { openSync: open } = { openSync: vi.mocked(openSync).getMockImplementation() };
  let count = 0;
  vi.mocked(openSync).mockImplementation((...args) => {
    count += 1;
    if (count === 8) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return open?.(...args) ?? -1;
  });
  expect(requireRoomForProcess).toThrow('too many open files');
  const { opened, closed } = descriptors();
  expect(opened).toHaveLength(7);
  expect(closed).toEqual(opened);
});
