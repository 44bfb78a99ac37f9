import { describe, expect, test } from 'vitest';
import { executeElsewhere, query } from '../fixtures/machine/database.js';
import { hintShown, LogFile } from './log-file.js';

const FULL = "create trigger full before insert on events begin select raise(abort, 'full'); end";

/** The rungs that another program finds in the file. */
const onDisk = ({ path }: LogFile) =>
  query(path, "select data ->> 'rung' as rung from events order by id").map((row) => (row as { rung: number }).rung);

describe('events that are kept before anything comes of them', () => {
  test('are on the disk, behind those that came before, once that is said; who listens hears them then', async () => {
    await using file = await LogFile.open();
    const heard: number[] = [];
    file.log.on(({ data }) => heard.push((data as { rung: number }).rung));
    file.hints(1);
    const kept = file.log.keep([hintShown(2), hintShown(3)]);
    expect(heard).toEqual([1]);
    await kept;
    expect(onDisk(file)).toEqual([1, 2, 3]);
    expect(heard).toEqual([1, 2, 3]);
  });

  test('are refused at once where the disk does not take them, and never come later; the others wait', async () => {
    await using file = await LogFile.open();
    file.hints(1);
    await file.log.settled();
    executeElsewhere(file.path, FULL);
    file.hints(1, 2);
    const refused = [file.log.keep([hintShown(90)]), file.log.keep([hintShown(91), hintShown(92)])];
    for (const one of refused) await expect(one).rejects.toThrow('full');
    // Nobody is there to be kept waiting until the disk is tried again.
    await expect(file.log.keep([hintShown(93)])).rejects.toThrow('full');
    executeElsewhere(file.path, 'drop trigger full');
    await file.log.keep([hintShown(3)]);
    expect(onDisk(file)).toEqual([1, 2, 3]);
  });

  test('are not pushed out by any number of others that wait', async () => {
    await using file = await LogFile.open();
    const kept = file.log.keep([hintShown(1)]);
    file.hints(2500, 2);
    await kept;
    expect((await file.rungs()).slice(0, 2)).toEqual([1, 503]);
  });

  test('let others have their turn in between', async () => {
    await using file = await LogFile.open();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    file.hints(2000);
    setImmediate(count);
    await file.log.settled();
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(19);
  });
});
