import Database from 'libsql';
import { expect, test } from 'vitest';
import { LogFile } from '../events/log-file.js';
import { query } from '../fixtures/machine/database.js';

const named = (name: string) => ({ name });

/** What another program finds in the file. */
const namesOf = ({ path }: LogFile) =>
  query(path, 'select name from event_log order by name').map((row) => (row as { name: string }).name);

test('what is written after another program had the database locked is on the disk at once', async () => {
  await using file = await LogFile.open();
  const { store } = file;
  await store.insertInto('event_log').values(named('before')).execute();
  const other = new Database(file.path);
  other.exec('begin immediate');
  const refused = [
    () => store.insertInto('event_log').values(named('run')).execute(),
    () => store.insertInto('event_log').values(named('returning')).returning('name').execute(),
    () => store.transaction().execute((trx) => trx.insertInto('event_log').values(named('within')).execute()),
  ];
  for (const write of refused) await expect(write()).rejects.toMatchObject({ code: 'storage_unavailable' });
  other.exec('rollback');
  other.close();
  await store.insertInto('event_log').values(named('later')).execute();
  expect(namesOf(file)).toEqual(['before', 'later']);
  await store.transaction().execute((trx) => trx.insertInto('event_log').values(named('more')).execute());
  expect(namesOf(file)).toEqual(['before', 'later', 'more']);
});
