import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentClient } from '../coach/support/agent-client.js';
import { secretOf } from '../coach/support/coaching.js';
import { Site, wrong } from '../fixtures/site.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { ID, LADDER, LINES, leaksOf, OWN, SOLUTION, STARTER, Tutored, toldLeaks, tutoredFiles } from './tutored.js';

const REFUSED = /gives_solution: Not shown: .*Ask a question/;

let tutored: Tutored;
beforeEach(async () => {
  tutored = await Tutored.open();
});
afterEach(() => tutored[Symbol.asyncDispose]());

describe('[coach truth-leak] a text that a tutor would show', () => {
  test('is refused with the solution in it, counted, and told in the event stream without its words', async () => {
    await expect(tutored.show(`Try:\n\`\`\`python\n${SOLUTION}\`\`\``)).rejects.toThrow(REFUSED);
    expect(await toldLeaks(tutored.daemon)).toEqual([{ where: 'workbench', lines: 9, inRow: 9, of: 9 }]);
    expect(leaksOf(tutored.daemon)).toEqual([{ exercise_id: ID, agent: 'claude', leaks: 1, lines: 9 }]);
    const mark = { path: 'work.py', start: 1, end: 1, style: 'hint' as const };
    const hover = { ...mark, hoverText: OWN.slice(2, 5).join('; ') };
    await expect(tutored.agent.call('paige_highlight_lines', hover)).rejects.toThrow(REFUSED);
    expect(leaksOf(tutored.daemon)).toEqual([{ exercise_id: ID, agent: 'claude', leaks: 2, lines: 12 }]);
  });

  test('may have what the starter, the hints and other people’s code have', async () => {
    await tutored.show(`${STARTER}\n${LADDER.join('\n')}\n${LINES[0]}\n${LINES[7]}\nimport json`);
    await tutored.show(`What comes after ${LINES.slice(0, 3).join(', ')}? Look at the loop.`);
    await tutored.show(LINES.slice(6, 9).join('\n'));
    expect(leaksOf(tutored.daemon)).toEqual([]);
  });

  test('is refused from the third line in a row on, in however many messages they come', async () => {
    await tutored.show(`First ${OWN[0]}`);
    await tutored.show(`Then ${OWN[1]}`);
    await expect(tutored.show(`Then ${OWN[2]}`)).rejects.toThrow(REFUSED);
    // What was refused was not told.
    await tutored.show(`And then ${OWN[3]}`);
    await tutored.show(`And then ${OWN[4]}`);
    await expect(tutored.show(`And then ${OWN[7]}`)).rejects.toThrow(REFUSED);
    expect(leaksOf(tutored.daemon)).toMatchObject([{ leaks: 2, lines: 2 }]);
    // What was told already is nothing new.
    await tutored.show(`I said ${OWN[0]} and ${OWN[4]}`);
  });

  test('is refused with lines that two messages share', async () => {
    const all = OWN.slice(0, 3).join('');
    await tutored.show(all.slice(0, 20));
    await tutored.show(all.slice(20, 40));
    await expect(tutored.show(all.slice(40))).rejects.toThrow(REFUSED);
  });

  test('may have what the student has written, in files as the tutor sees them', async () => {
    await mkdir(tutored.daemon.home.workspace(ID, 'more'));
    await tutored.write('more/mine.py', OWN.slice(0, 3).join('\n'));
    await tutored.show(`You wrote\n${OWN.slice(0, 3).join('\n')}`);
    await tutored.daemon.post('/coach/visibility', { projectId: ID, visibility: 'nothing' });
    await tutored.write('more/mine.py', OWN.slice(3, 6).join('\n'));
    await expect(tutored.show(OWN.slice(3, 6).join('\n'))).rejects.toThrow(REFUSED);
  });

  test('may have everything once the student has opened the solution', async () => {
    await expect(tutored.show(SOLUTION)).rejects.toThrow(REFUSED);
    await tutored.openSolution();
    await tutored.show(SOLUTION);
  });

  test('may have everything once the exercise was completed, which hides nothing', async () => {
    await tutored.write('answer.txt', 'done');
    expect((await tutored.check()).json.complete).toBe(true);
    await tutored.show(SOLUTION);
  });

  test('is judged anew in a new workspace', async () => {
    await tutored.show(`${OWN[0]} and ${OWN[1]}`);
    await tutored.daemon.post('/exercises/reset', { exerciseId: ID });
    await tutored.daemon.start();
    await using agent = await AgentClient.connect(tutored.daemon.url, await secretOf(tutored.daemon.home, ID));
    const show = (message: string) => agent.call('paige_show_message', { message, type: 'hint' });
    await waitUntil('a session', () =>
      show('Hello').then(
        () => true,
        () => false,
      ),
    );
    await show(`${OWN[2]} and ${OWN[3]}`);
    await expect(show(OWN[4] ?? '')).rejects.toThrow(REFUSED);
  });
});

describe('[coach truth-leak] where the solution cannot be read', () => {
  test('a tutor is let through, and the site is not asked at each text', async () => {
    await using site = await Site.open(tutoredFiles());
    site.answer(`${ID}/solution/work.py`, wrong.serverError);
    await using alone = await Tutored.open({ content: site.url });
    await alone.show(SOLUTION);
    await alone.show(SOLUTION);
    expect(site.requests.filter((path) => path.includes('solution'))).toHaveLength(1);
    expect(leaksOf(alone.daemon)).toEqual([]);
  });

  test('an exercise without one has nothing to give away', async () => {
    await using alone = await Tutored.open({ files: tutoredFiles({ solutionFiles: [] }) });
    await alone.show(SOLUTION);
  });
});
