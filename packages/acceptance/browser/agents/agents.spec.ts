import { AGENT_SCREENS, CLAUDE_SCREENS, typedInto } from '../../src/index.js';
import { hasTurn } from '../../src/machine/turns.js';
import { test } from '../classroom/classroom.js';
import { Corpus } from '../classroom/corpus.js';
import { GREETING, HALF_WAY } from '../classroom/tutor.js';

/** The real agents, and what each shows first to a student who is not signed in. */
const AGENTS = [
  ['claude', 'Claude Code', /Not logged in/],
  ['codex', 'Codex', /Codex|Sign in/],
  ['gemini', 'Gemini CLI', /Gemini|How would you like to authenticate|trust/i],
] as const;
const NAMES = AGENTS.map(([agent]) => agent);

for (const [agent, name, firstScreen] of AGENTS) {
  test.describe(agent, () => {
    test.skip(!hasTurn(NAMES, agent), 'Another agent has the turn.');
    test.use({ machine: { agents: [agent] }, daemonFlags: ['--agent', agent] });

    test.describe('before the sign-in', () => {
      test.use({ signedIn: false });

      test(`${name} is drawn as tmux holds it from its first screen on [terminal 3 agents]`, async ({
        practice,
        classroom,
      }) => {
        const corpus = new Corpus(practice, classroom);
        await corpus.open(firstScreen);
        await corpus.press([['ArrowDown'], ['ArrowUp'], ['ArrowDown']]);
        await corpus.upheave();
      });
    });

    test(`a conversation with ${name} is drawn as tmux holds it, key by key [terminal 3 agents]`, async ({
      practice,
      classroom,
    }) => {
      test.slow(); // A dozen comparisons a sentence, and two upheavals.
      const { ready, typed, permission, permissionBelow } = AGENT_SCREENS[agent];
      const { gates } = classroom.scenario;
      const corpus = new Corpus(practice, classroom);
      await corpus.open(GREETING);
      await corpus.pane.waitForScreen(ready);
      await test.step('an answer, half of it and then all', async () => {
        await corpus.press([['explain the loop', typed('explain the loop')], ['Enter']]);
        await gates.reached(HALF_WAY);
        await corpus.pane.waitForScreen('学習は会話です');
        await corpus.upheave();
        gates.release(HALF_WAY);
        await corpus.pane.waitForScreen(/That was the \S+ idea/);
        await corpus.pane.waitForScreen(ready);
        await corpus.compare();
      });
      await test.step('a command, after the student was asked', async () => {
        await corpus.press([
          ['take a note', typed('take a note')],
          ['Enter', permission],
        ]);
        await corpus.upheave();
        await corpus.press([
          ['ArrowDown', permissionBelow],
          ['ArrowUp', permission],
          ['Enter', 'I wrote that down.'],
        ]);
        await corpus.pane.waitForScreen(ready);
        await corpus.compare();
      });
    });
  });
}

test('Shift+Enter begins a line in Claude Code, which is drawn as tmux holds it [terminal 3 agents] [terminal 3 extended-keys]', async ({
  practice,
  classroom,
}) => {
  const corpus = new Corpus(practice, classroom);
  await corpus.open(GREETING);
  await corpus.pane.waitForScreen(CLAUDE_SCREENS.ready);
  await corpus.press([['one line'], ['Shift+Enter'], ['and another', /❯\sone line\n\s+and another/]]);
  await corpus.upheave();
  await corpus.press([
    ['Control+c'],
    ['are you still there', typedInto('are you still there')],
    ['Enter', 'I am still here.'],
  ]);
});
