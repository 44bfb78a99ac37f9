import { exerciseIdSchema } from '@agent-factory/protocol';
import { type ConversationEvent, ThreadBuilder } from '@agent-factory/protocol/conversations';
import { describe, expect, test } from 'vitest';
import type { Capability, CapabilityHost } from '../../src/capabilities/capability.js';
import { CAPABILITIES } from '../../src/capabilities/list.js';
import type { SessionAgent } from '../../src/sessions/agent/session-agent.js';
import { type Agent, RUNS_ON } from '../fixtures/agent.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { isAlive } from '../fixtures/machine/processes.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';

const EXERCISE = exerciseIdSchema.parse('first-steps');

/** Writes into its log what it hears and says, as Claude Code does. `hold` is a turn that does not end. */
const KEEPS_LOG: Agent = {
  run: `log="$HOME/.claude/projects/any/$2.jsonl"
mkdir -p "$HOME/.claude/projects/any"
echo agent is here
while read line; do
  echo "{\\"type\\":\\"user\\",\\"uuid\\":\\"u $line\\",\\"message\\":{\\"role\\":\\"user\\",\\"content\\":\\"$line\\"}}" >> "$log"
  reason='"end_turn"'
  [ "$line" = hold ] && reason=null
  echo "{\\"type\\":\\"assistant\\",\\"uuid\\":\\"a $line\\",\\"message\\":{\\"id\\":\\"m $line\\",\\"role\\":\\"assistant\\",\\"content\\":[{\\"type\\":\\"text\\",\\"text\\":\\"heard $line\\"}],\\"stop_reason\\":$reason,\\"usage\\":{\\"input_tokens\\":7,\\"output_tokens\\":3}}}" >> "$log"
  echo "heard $line"
done`,
};

/** An agent in the terminal of an exercise, as a capability sees it. */
async function open(agent: Agent) {
  let host: CapabilityHost | undefined;
  const probe: Capability = {
    name: 'probe',
    open(given) {
      host = given;
      return {};
    },
  };
  const daemon = await TestDaemon.open({ agent, capabilities: [...CAPABILITIES, probe] });
  const terminal = await daemon.open();
  await terminal.shows('agent is here');
  const look = async () => (await host?.sessions.agentOf(EXERCISE)) as SessionAgent;
  const found = await look();
  return { daemon, terminal, look, found, execution: found.execution };
}

async function inShell(terminal: TestTerminal): Promise<void> {
  terminal.type('echo sum $((40 + 2))\r');
  await terminal.shows('sum 42');
}

/** What has happened so far, as a thread. */
function threadOf(events: readonly ConversationEvent[]) {
  const builder = new ThreadBuilder();
  for (const [index, event] of events.entries()) builder.add({ id: index + 1, at: new Date().toISOString(), event });
  return builder.snapshot();
}

describe('[cli-execution-modes 1.B1 modes] an agent in a terminal', () => {
  test('[cli-execution-modes 1.B4 transport] is written to as if it were typed, and sent with a line end', async () => {
    const { daemon, terminal, execution } = await open(RUNS_ON);
    await using _ = daemon;
    await execution.write('good ');
    await execution.write('morning\n');
    await terminal.shows('heard good morning');
  });

  test('is resized while no page looks at it', async () => {
    const { daemon, terminal, execution } = await open(RUNS_ON);
    await using _ = daemon;
    terminal[Symbol.dispose]();
    await execution.resize({ cols: 101, rows: 31 });
    const size = await daemon.home.tmux(
      'display-message',
      '-p',
      '-t',
      '=af-first-steps:',
      '#{window_width} #{window_height}',
    );
    expect(size.trim()).toBe('101 31');
  });

  test('is interrupted with the key that all of them take for it', async () => {
    const { daemon, terminal, execution } = await open({
      run: `echo agent is here
stty raw -echo
dd bs=1 count=1 2>/dev/null | od -An -tx1
stty sane
while read line; do :; done`,
    });
    await using _ = daemon;
    await execution.interrupt();
    await terminal.shows('1b');
  });

  test('is ended, and leaves the student in their shell, who is told; to end it twice does no more', async () => {
    const { daemon, terminal, found, execution } = await open(RUNS_ON);
    await using _ = daemon;
    expect(found).toMatchObject({ agent: 'claude', isRunning: true });
    await execution.end();
    expect(await execution.exited).toMatchObject({ wasEnded: true });
    await terminal.frame('agent_exited');
    await execution.end();
    await inShell(terminal);
  });

  test('that wants no end is killed, with what it has started', async () => {
    const { daemon, terminal, execution } = await open({
      run: `trap '' INT TERM HUP
sleep 1000 &
echo $$ $! > pids.txt
echo agent is here
while :; do sleep 1000; done`,
    });
    await using _ = daemon;
    const pids = (await daemon.home.read('af-practice', 'first-steps', 'pids.txt')).trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await execution.end();
    await waitUntil('both are gone', async () => !(await Promise.all(pids.map(isAlive))).includes(true));
    await inShell(terminal);
  });

  test('[cli-execution-modes 1.B4 exit] says how it has left by itself', async () => {
    const { daemon, terminal, execution } = await open({ run: 'echo agent is here\nread line\nexit 7' });
    await using _ = daemon;
    terminal.type('\r');
    expect(await execution.exited).toEqual({ exitCode: 7, wasEnded: false });
  });
});

describe('[cli-execution-modes 1.B5 hybrid] an agent in a terminal that keeps a log', () => {
  test('[cli-execution-modes Q3 both] tells of what happens beside its screen, with what was used', async () => {
    const { daemon, terminal, execution } = await open(KEEPS_LOG);
    await using _ = daemon;
    expect(execution.mode).toBe('hybrid');
    const events: ConversationEvent[] = [];
    execution.onEvent((event) => events.push(event));
    terminal.type('hello\r');
    await terminal.shows('heard hello');
    await waitUntil('the end of the turn', () => events.some(({ type }) => type === 'RUN_FINISHED'));
    expect(threadOf(events).items).toMatchObject([
      { kind: 'question', text: 'hello' },
      { kind: 'answer', text: 'heard hello' },
      { kind: 'run_end', outcome: 'done', usage: { inputTokens: 7, outputTokens: 3 } },
    ]);
  });

  test('tells nothing of what was before, and nothing to who has gone', async () => {
    const { daemon, terminal, look } = await open(KEEPS_LOG);
    await using _ = daemon;
    terminal.type('before\r');
    await terminal.shows('heard before');
    const { execution } = await look();
    const [early, late]: [ConversationEvent[], ConversationEvent[]] = [[], []];
    const leave = execution.onEvent((event) => early.push(event));
    execution.onEvent((event) => late.push(event));
    leave();
    terminal.type('after\r');
    await waitUntil('a turn', () => late.some(({ type }) => type === 'RUN_FINISHED'));
    expect(threadOf(late).items[0]).toMatchObject({ kind: 'question', text: 'after' });
    expect(early).toEqual([]);
  });

  test('ends what is open when the agent ends', async () => {
    const { daemon, terminal, execution } = await open(KEEPS_LOG);
    await using _ = daemon;
    const events: ConversationEvent[] = [];
    execution.onEvent((event) => events.push(event));
    terminal.type('hold\r');
    await waitUntil('an answer', () => events.some(({ type }) => type === 'TEXT_MESSAGE_CONTENT'));
    await execution.end();
    await waitUntil('its end', () => events.at(-1)?.type === 'RUN_FINISHED');
    expect(threadOf(events).items.at(-1)).toMatchObject({ kind: 'run_end', outcome: 'cancelled' });
  });
});
