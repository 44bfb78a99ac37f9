import { COACH_TOOLS, TOOL_NAMES } from '@agent-factory/protocol/coach';
import { describe, expect, test } from 'vitest';
import { query } from '../fixtures/machine/database.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { LogFile } from './log-file.js';

const BOUNDS = { events: 2000, bytes: 1e9, ageDays: 30 };
const LOOKS = ['resources/list', 'resources/read', ...TOOL_NAMES.filter((name) => COACH_TOOLS[name].looks)];

/** An agent calls tools, one after the other, so many times. */
async function call({ log }: LogFile, count: number, ...tools: string[]): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const data = { toolName: tools[done % tools.length], sessionId: 'mcp' };
    log.append({
      exerciseId: 'folder--0123456789',
      type: 'coach_action',
      data: { action: 'mcp_tool_call', sessionId: 's', data },
    });
    if (done % 500 === 499) await log.settled();
  }
  await log.settled();
}

/** How many rows of which tools are in the file, once there are no more than there may be. */
async function kept(file: LogFile): Promise<Record<string, number>> {
  const rows = () =>
    query(
      file.path,
      "select coalesce(data ->> '$.data.toolName', type) as name, count(*) as count from events group by 1",
    ) as { name: string; count: number }[];
  return waitUntil('fewer', () => {
    const counts = rows();
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return total <= BOUNDS.events && Object.fromEntries(counts.map(({ name, count }) => [name, count]));
  });
}

describe('looks in the event log', () => {
  test('stay, however often the agent does something else [workbench visibility]', async () => {
    await using file = await LogFile.open({ bounds: BOUNDS });
    await call(file, LOOKS.length * 50, ...LOOKS);
    await call(file, 5000, 'paige_clear_hints', 'paige_highlight_lines');
    const counts = await kept(file);
    for (const name of LOOKS) expect([name, counts[name]]).toEqual([name, 50]);
    expect(counts.paige_clear_hints).toBeGreaterThan(500);
  });

  test('push no more than one another out: half of the log is for what else happens', async () => {
    await using file = await LogFile.open({ bounds: BOUNDS });
    file.hints(700);
    await call(file, 5000, 'resources/read');
    const counts = await kept(file);
    expect(counts.hint_shown).toBe(700);
    expect(counts['resources/read']).toBeGreaterThanOrEqual(900);
    expect(counts['resources/read']).toBeLessThanOrEqual(1300);
  });

  test('that stay do not hide from a reader that others went, also after a restart', async () => {
    await using file = await LogFile.open({ bounds: BOUNDS });
    await call(file, 100, 'resources/read');
    for (let done = 0; done < 3000; done += 500) {
      file.hints(500);
      await file.log.settled();
    }
    await kept(file);
    const gone = Math.min(...(await file.events()).flatMap(({ id, type }) => (type === 'hint_shown' ? [id] : []))) - 1;
    expect(gone).toBeGreaterThan(100);
    const again = await LogFile.open({ bounds: BOUNDS }, file.home);
    for (const { log } of [file, again]) {
      const [name] = (await openedAt(log, 'now')).cursor.split('-');
      expect(await openedAt(log, `${name}-${gone - 1}`)).toMatchObject({ gap: true });
      expect(await openedAt(log, `${name}-${gone}`)).toMatchObject({ gap: false });
    }
    await again.close();
  });
});

async function openedAt(log: LogFile['log'], after: string): Promise<{ cursor: string; gap: boolean }> {
  for await (const told of log.read({ after, follow: 'no' }, new AbortController().signal))
    if (told.kind === 'opened') return told;
  throw new Error('The stream did not say where it begins.');
}
