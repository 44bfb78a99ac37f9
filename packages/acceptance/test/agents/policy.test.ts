import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commentsIn, importsIn, MAX_INSTRUCTION_BYTES } from '@agent-factory/agent-cli';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChatClient } from '../../src/chat/chat-client.js';
import { AGENTS, type AgentProgram } from '../../src/machine/programs.js';
import { temporaryFolder } from '../../src/machine/temporary-folder.js';
import { waitUntil } from '../../src/machine/wait-until.js';
import { describeInTurn } from '../describe-in-turn.js';
import { EXERCISE, EXERCISES, RealAgents, sayTo } from '../real-agents.js';
import { textsIn } from './texts-in.js';

const GREETING = 'Hello, I am your tutor.';

const LONG = 'Ask. '.repeat(MAX_INSTRUCTION_BYTES / 4);

interface Refused {
  readonly text: string;
  /** What of it the model is told, and what it is not. */
  readonly told: string;
  readonly lost: string;
  /** What lint finds in it. */
  readonly found: (text: string) => readonly string[];
}

const REFUSED: Readonly<Record<AgentProgram, Refused>> = {
  claude: {
    text: 'Begin.\n\n<!-- Be kind. -->\n\n`<!-- code -->` ends it.\n',
    told: 'Begin.\n\n`<!-- code -->` ends it.',
    lost: 'Be kind.',
    found: commentsIn,
  },
  codex: {
    text: LONG,
    told: LONG.slice(0, MAX_INSTRUCTION_BYTES),
    lost: LONG.slice(0, MAX_INSTRUCTION_BYTES + 1),
    found: (text) => (Buffer.byteLength(text) > MAX_INSTRUCTION_BYTES ? [text] : []),
  },
  gemini: {
    text: 'Say what @property and `@code` do, and write to a@b.example.\n',
    told: ' and `@code` do, and write to a@b.example.\n',
    lost: 'what @property',
    found: importsIn,
  },
};

let agents: RealAgents;

describeInTurn(AGENTS, 'the instructions of the tutor, with the real %s', (agent) => {
  let exercise: string;
  let policy: string;

  beforeEach(async () => {
    ({ exercise, policy } = await longestPolicy());
    agents = await RealAgents.start({ exercise });
    agents.script(agent);
  });

  afterEach(() => agents[Symbol.asyncDispose]());

  it('reach the model whole in the terminal, and again once it is resumed [exercises 5 policy-terminal] [exercises 5 policy-resume]', async () => {
    await agents.begin(agent);
    await agents.pane.waitForScreen(GREETING);
    const first = await asked(0);
    expect(first).toContain(asSent(agent, policy));

    await agents.daemon.reboot();
    await agents.daemon.restart();
    await agents.begin(agent);
    await agents.pane.waitForScreen(GREETING);
    const { length } = agents.turns;
    await sayTo({ pane: agents.pane, agent }, 'are you there', async () => agents.turns.length > length);
    const resumed = await asked(length);
    expect(resumed).toContain(GREETING);
    expect(resumed).toContain(asSent(agent, policy));
  });

  it('reach the model whole in the chat, and again once it is resumed [exercises 5 policy-chat] [exercises 5 policy-resume]', async () => {
    await using chat = await ChatClient.open(agents.daemon, {
      subject: { kind: 'exercise', exerciseId: exercise },
      agent,
    });
    await chat.say('hello');
    expect(await asked(0)).toContain(asSent(agent, policy));

    await agents.daemon.stop();
    await agents.daemon.restart();
    const { length } = agents.turns;
    await chat.say('are you there');
    const resumed = await asked(length);
    expect(resumed).toContain(GREETING);
    expect(resumed).toContain(asSent(agent, policy));
  });
});

describeInTurn(
  AGENTS,
  'the instructions of the tutor in a folder that nobody has trusted, with the real %s',
  (agent) => {
    it('reach the model whole in the chat, where no agent could ask about it [exercises 5 policy-chat] [exercises 5 policy-resume]', async () => {
      const { exercise, policy } = await longestPolicy();
      await using started = await RealAgents.start({ exercise, trusts: false });
      agents = started;
      agents.script(agent);
      await using chat = await ChatClient.open(agents.daemon, {
        subject: { kind: 'exercise', exerciseId: exercise },
        agent,
      });
      await chat.say('hello');
      const first = await asked(0);
      expect(first).toContain(asSent(agent, policy));
      expect(first.split(policy.trimEnd().slice(-200))).toHaveLength(2);

      await agents.daemon.stop();
      await agents.daemon.restart();
      const { length } = agents.turns;
      await chat.say('are you there');
      expect(await asked(length)).toContain(asSent(agent, policy));
    });
  },
);

describeInTurn(AGENTS, 'instructions that lint refuses, with the real %s', (agent) => {
  it('do not reach the model as they are [exercises 6 policy-limits]', async () => {
    const { text, told, lost, found } = REFUSED[agent];
    await using content = await temporaryFolder();
    await cp(EXERCISES, content.path, { recursive: true });
    const files = ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md'].map((name) => join(content.path, EXERCISE, name));
    await Promise.all(files.map((path) => writeFile(path, text)));
    await using started = await RealAgents.start({ content: content.path });
    agents = started;
    agents.script(agent);
    await using chat = await ChatClient.open(agents.daemon, {
      subject: { kind: 'exercise', exerciseId: EXERCISE },
      agent,
    });
    await chat.say('hello');
    const all = await asked(0);
    expect(all).toContain(told);
    expect(all).not.toContain(lost);
    expect(found(text)).toHaveLength(1);
  });
});

/** The exercise whose instructions have the most bytes. */
async function longestPolicy(): Promise<{ exercise: string; policy: string }> {
  const folders = (await readdir(EXERCISES, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const all = await Promise.all(
    folders.map(async ({ name }) => ({
      exercise: name,
      policy: await readFile(join(EXERCISES, name, 'CLAUDE.md'), 'utf8').catch(() => ''),
    })),
  );
  const [longest] = all.sort((a, b) => Buffer.byteLength(b.policy) - Buffer.byteLength(a.policy));
  if (longest === undefined) throw new Error('There is no exercise');
  return longest;
}

/** Claude Code takes out an HTML comment that stands alone, such as the one that says who has written the file. */
function asSent(agent: AgentProgram, text: string): string {
  return agent === 'claude' ? text.replace(/^<!--.*-->\n\n/, '').trimEnd() : text;
}

/** All that the model is told with the request of this number. */
async function asked(number: number): Promise<string> {
  const turn = await waitUntil(
    () => agents.turns[number],
    () => `there were ${agents.turns.length} requests`,
  );
  return textsIn(turn.body).join('\n');
}
