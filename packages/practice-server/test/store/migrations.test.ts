import type { Kysely, Migration } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import type { TableSet } from '../../src/store/schema/table-set.js';
import { createLog } from '../../src/system/log.js';
import { query } from '../fixtures/machine/database.js';
import { Home } from '../fixtures/machine/home.js';

/** A set of two migrations, of which the second fails while `fails` says so. */
function twoSteps(fails: () => boolean): TableSet {
  const create = (table: string): Migration['up'] => {
    return (db: Kysely<unknown>) => db.schema.createTable(table).addColumn('id', 'text').execute();
  };
  const second: Migration['up'] = async (db) => {
    await create('second')(db);
    if (fails()) throw new Error('no such luck');
  };
  return { name: 'steps', migrations: { '001': { up: create('first') }, '002': { up: second } }, tables: {} };
}

test('all migrations are done or none is, and the next start does them', async () => {
  await using home = await Home.make();
  const log = createLog({ level: 'silent', json: true, directory: home.in('logs') });
  const path = home.in('state.db');
  let fails = true;
  const sets = [twoSteps(() => fails)];
  await expect(openStore(path, log, sets)).rejects.toThrow('no such luck');
  expect(query(path, 'select name from sqlite_schema')).toEqual([]);
  fails = false;
  const store = await openStore(path, log, sets);
  await store.destroy();
  expect(query(path, 'select name from steps_migration order by name')).toEqual([{ name: '001' }, { name: '002' }]);
});
