import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANY_SESSIONS } from '@agent-factory/protocol';
import { expect } from '@playwright/test';
import { EXERCISE, test } from '../classroom/classroom.js';

const EXERCISES = fileURLToPath(new URL('../../../../exercises/dist', import.meta.url));
const CROWD = Array.from({ length: MANY_SESSIONS + 1 }, (_, n) => (n === 0 ? EXERCISE : `${EXERCISE}-${n + 1}`));

test.use({ daemonRuns: false });

/** A folder of content with one exercise under several names. */
async function crowdedContent(folder: string): Promise<string> {
  const { exercises } = JSON.parse(await readFile(join(EXERCISES, 'registry.json'), 'utf8')) as {
    exercises: { id: string }[];
  };
  const entry = exercises.find(({ id }) => id === EXERCISE);
  await mkdir(folder);
  for (const id of CROWD) {
    await cp(join(EXERCISES, EXERCISE), join(folder, id), { recursive: true });
    const config = join(folder, id, 'config.json');
    await writeFile(config, (await readFile(config, 'utf8')).replace(`"id": "${EXERCISE}"`, `"id": "${id}"`));
  }
  const registry = { version: '1.0', exercises: CROWD.map((id) => ({ ...entry, id })) };
  await writeFile(join(folder, 'registry.json'), JSON.stringify(registry));
  return folder;
}

test('more than three running tutors bring a warning about memory [practice-environment 1.6 warning] [practice-environment 1.6 multiple]', async ({
  practice,
  classroom,
}) => {
  const content = await crowdedContent(join(classroom.student.home, 'content'));
  const flags = ['--agent', 'shell', '--allow-origin', classroom.site.url];
  const daemon = await classroom.startDaemon({ content, flags });
  const start = (exerciseId: string) =>
    fetch(`${daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${daemon.token}` },
      body: JSON.stringify({ exerciseId }),
    });
  const [last = '', ...others] = CROWD.slice(1);
  for (const id of others) expect(await start(id)).toMatchObject({ status: 200 });
  await practice.start();
  await practice.waitUntilConnected();
  const active = practice.panel.getByRole('button', { name: /^Active/ });
  const warning = practice.panel.getByText('Each running tutor takes about 200 MB of memory');
  await expect(active).toContainText(String(MANY_SESSIONS));
  await active.click();
  await expect(practice.panel.getByRole('list', { name: 'Running exercises' })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await active.click();
  expect(await start(last)).toMatchObject({ status: 200 });
  await active.click();
  await expect(active).toContainText(String(CROWD.length));
  await expect(warning).toBeVisible();
});
