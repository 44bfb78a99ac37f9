import { Kysely, SqliteDialect } from 'kysely';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { AGENT_TABLES, AgentChoices, type AgentTables } from '../../src/agents/choices.js';

test('the oldest choices are forgotten where more exercises have one than a page takes, and the one for all is not', async () => {
  const store = new Kysely<AgentTables>({
    dialect: new SqliteDialect({ database: new Database(':memory:') as never }),
  });
  await AGENT_TABLES.migrations['001-choices'].up(store as Kysely<unknown>);
  const choices = new AgentChoices(store, 3);
  await choices.choose(undefined, 'codex');
  for (const exerciseId of ['one', 'two', 'three', 'four', 'three']) await choices.choose(exerciseId, 'claude');
  expect(await choices.all()).toEqual({
    everywhere: 'codex',
    byExercise: { two: 'claude', three: 'claude', four: 'claude' },
  });
  await store.destroy();
});
