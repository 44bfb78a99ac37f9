import { expect } from '@playwright/test';
import { AGENT_SCREENS, says } from '../../src/index.js';
import { AGENTS } from '../../src/machine/programs.js';
import { test } from '../classroom/classroom.js';
import { GREETING } from '../classroom/tutor.js';

const PROMPT = 'Please continue exploring the next topic';
const ANSWER = 'The next topic is memory.';

for (const agent of AGENTS) {
  test.describe(agent, () => {
    test.use({ machine: { agents: [agent] }, daemonFlags: ['--agent', agent, '--nudge-after', '4s'] });

    test('a prompt that is pressed reaches the agent whole, and is submitted once [terminal-events 6 prompts]', async ({
      practice,
      classroom,
    }) => {
      classroom.scenario.add([{ when: PROMPT, reply: says(ANSWER) }]);
      await practice.start();
      await practice.waitUntilConnected();
      await classroom.pane.waitForScreen(GREETING);
      await classroom.pane.waitForScreen(AGENT_SCREENS[agent].ready);
      await practice.panel.getByRole('button', { name: PROMPT }).click();
      await classroom.pane.waitForScreen(ANSWER);
      await classroom.pane.waitForScreen(AGENT_SCREENS[agent].ready);
      const asked = classroom.api.turns.filter(({ body }) => lastQuestion(JSON.stringify(body)) === 1);
      expect(asked.length).toBeGreaterThan(0);
      const most = Math.max(...classroom.api.turns.map(({ body }) => lastQuestion(JSON.stringify(body))));
      expect(most).toBe(1);
      await practice.expectSameAsTmux(classroom.pane);
    });
  });
}

/** How often the prompt stands in a request to the model. */
function lastQuestion(body: string): number {
  return body.split(PROMPT).length - 1;
}
