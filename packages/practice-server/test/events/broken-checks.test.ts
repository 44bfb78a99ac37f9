import { expect, test } from 'vitest';
import { endBrokenChecks } from '../../src/events/broken-checks.js';
import { LogFile } from './log-file.js';

const ENDED = { status: 'passed', complete: true, passed: 1, total: 1, durationMs: 5 } as const;

test('a check that an earlier daemon had begun is ended by its name, whatever was checked elsewhere meanwhile', async () => {
  await using file = await LogFile.open();
  file.log.append({ exerciseId: 'first-steps', type: 'check_began', data: { checkId: 'mine' } });
  file.log.append({ exerciseId: 'second', type: 'check_began', data: {} });
  file.log.append({ exerciseId: 'second', type: 'check_ended', data: ENDED });
  file.hints(100);
  await file.log.settled();
  await endBrokenChecks({ store: file.store, events: file.log });
  const ended = await file.events({ type: ['check_ended'] });
  expect(ended.slice(1)).toMatchObject([{ exerciseId: 'first-steps', data: { checkId: 'mine', status: 'error' } }]);
});
