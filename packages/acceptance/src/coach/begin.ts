import { AGENT_SCREENS } from '../agents/agent-screens.js';
import type { Keyboard } from '../agents/claude-screens.js';
import type { AgentProgram } from '../machine/programs.js';
import type { TmuxPane } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';
import { GREETING, REQUEST, type ScriptedCoach } from './scripted-coach.js';

/** Gemini CLI takes an Enter that comes too soon as pasted. Later than this, it was. */
const ANSWER_TO_KEY_MS = 5000;

interface Agent {
  readonly agent: AgentProgram;
  readonly model: ScriptedCoach;
  readonly pane: TmuxPane;
}

/** Resolves once the agent has greeted the student and waits for them. */
export async function greeted(agent: AgentProgram, pane: TmuxPane): Promise<void> {
  await pane.waitForScreen(GREETING);
  await pane.waitForScreen(AGENT_SCREENS[agent].ready);
}

/** The student asks an agent that has greeted them to begin. */
export async function askToBegin({ agent, model, pane }: Agent, keyboard: Keyboard): Promise<void> {
  await keyboard.type(REQUEST);
  await pane.waitForScreen(AGENT_SCREENS[agent].typed(REQUEST));
  const heard = () => model.isAsked || undefined;
  await waitUntil(
    async () => {
      await keyboard.press('Enter');
      return waitUntil(heard, () => 'not yet', ANSWER_TO_KEY_MS).catch(() => undefined);
    },
    async () => `the model was never asked. The agent shows:\n${await pane.text()}`,
  );
}
