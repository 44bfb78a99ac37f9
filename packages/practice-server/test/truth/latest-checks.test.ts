import type { Criterion } from '@agent-factory/protocol';
import type { EventData } from '@agent-factory/protocol/events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LatestChecks } from '../../src/truth/latest-checks.js';
import { LogFile } from '../events/log-file.js';

const ID = 'first-steps';
const TITLE = 'It greets';
type Status = EventData<'check_ended'>['status'];

let file: LogFile;
let checks: LatestChecks;
let count = 0;
beforeEach(async () => {
  file = await LogFile.open();
  checks = new LatestChecks({ store: file.store, events: file.log });
  file.log.on((event) => checks.handleEvent(event));
});
afterEach(() => file[Symbol.asyncDispose]());

/** A check has judged the criterion so, or has not got to it, and so many others; and it has ended so. */
function check(judged: Criterion['status'] | undefined, status: Status = 'failed', others = 0): void {
  count += 1;
  const checkId = `check-${count}`;
  const of = { exerciseId: ID } as const;
  file.log.append({ ...of, type: 'check_began', data: { checkId } });
  if (judged !== undefined) {
    const criterion = { name: TITLE, passed: judged === 'passed', status: judged, message: `No. ${count}` };
    file.log.append({ ...of, type: 'criterion_judged', data: { checkId, criterion } });
  }
  for (let other = 0; other < others; other += 1) {
    const criterion = { name: `Other ${other}`, passed: true, status: 'passed' as const };
    file.log.append({ ...of, type: 'criterion_judged', data: { checkId, criterion } });
  }
  const ended = { checkId, status, complete: false, passed: 0, total: 1, durationMs: 1 };
  file.log.append({ ...of, type: 'check_ended', data: ended });
}

const failure = () => checks.failureOf({ exerciseId: ID, since: undefined }, TITLE);

describe('how often a criterion has failed in a row', () => {
  test('counts those checks alone that have judged it, as they are told', async () => {
    check('failed');
    check('skipped');
    check(undefined);
    check('failed');
    expect((await failure()).failedInRow).toBe(2);
    check('failed');
    expect((await failure()).failedInRow).toBe(3);
  });

  test('does not count a check that could not judge the work, whatever it said before it ended', async () => {
    check('failed');
    check('failed', 'error');
    check('passed', 'timeout');
    const message = `No. ${count - 2}`;
    expect(await failure()).toEqual({ message, failedInRow: 1 });
  });

  test('is known of ten checks with a hundred criteria, and of each exercise by itself', async () => {
    for (let one = 0; one < 10; one += 1) check('failed', 'failed', 97);
    expect((await failure()).failedInRow).toBe(10);
    expect(await checks.failureOf({ exerciseId: 'another-one', since: undefined }, TITLE)).toEqual({ failedInRow: 0 });
  });

  test('is read again where it could not be read', async () => {
    check('failed');
    const settled = vi.spyOn(file.log, 'settled').mockRejectedValueOnce(new Error('no such luck'));
    await expect(failure()).rejects.toThrow('no such luck');
    expect((await failure()).failedInRow).toBe(1);
    await failure();
    expect(settled).toHaveBeenCalledTimes(2);
  });

  test('begins anew behind a check that it passed', async () => {
    check('failed');
    check('passed', 'passed');
    check('failed');
    expect((await failure()).failedInRow).toBe(1);
  });
});
