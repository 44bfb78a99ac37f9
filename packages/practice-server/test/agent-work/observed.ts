import type { AgentState } from '@agent-factory/protocol/events';
import type { SaidMarker } from '../../src/agent-work/markers/said-marker.js';
import type { Capability } from '../../src/capabilities/capability.js';
import { TestDaemon } from '../fixtures/daemon.js';
import type { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

/** A daemon of which everything is kept that agents say and do. */
export class Observed implements AsyncDisposable {
  readonly daemon: TestDaemon;
  readonly said: readonly SaidMarker[];

  private constructor(daemon: TestDaemon, said: readonly SaidMarker[]) {
    this.daemon = daemon;
    this.said = said;
  }

  static async open(home: Home, agent?: { readonly run: string }): Promise<Observed> {
    const said: SaidMarker[] = [];
    const ears: Capability = {
      name: 'ears',
      open: () => ({ hooks: { onMarker: async (marker) => void said.push(marker) } }),
    };
    const daemon = await TestDaemon.open({ home, capabilities: [ears], ...(agent && { agent }) });
    return new Observed(daemon, said);
  }

  /** What was said, one literal each. */
  get literals(): string[] {
    return this.said.map(({ marker }) => (marker.kind === 'course_complete' ? 'all' : String(marker.stageNumber)));
  }

  /** As the student does in a terminal of their own: the daemon does not see the keys. */
  async typeElsewhere(line: string): Promise<void> {
    await this.daemon.home.tmux('send-keys', '-t', '=af-first-steps:', line, 'Enter');
  }

  /** The states of the agent of `first-steps` in their order, with how they were known. */
  async states(): Promise<{ state: AgentState; source: string }[]> {
    const path = '/events?after=start&follow=no&type=agent_state&exerciseId=first-steps';
    const { text } = await this.daemon.request(path, { headers: { Origin: this.daemon.origin } });
    const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line.includes('agent_state'));
    return lines.map((line) => JSON.parse(line.slice('data: '.length)).data);
  }

  async until(...states: readonly AgentState[]): Promise<void> {
    const seen = async () => (await this.states()).map(({ state }) => state);
    const wanted = JSON.stringify(states);
    await waitUntil(
      `the states ${wanted}`,
      async () => JSON.stringify((await seen()).slice(-states.length)) === wanted,
    );
  }

  /** As `GET /exercises/sessions` tells it. */
  async state(): Promise<AgentState | undefined> {
    return (await this.daemon.request('/exercises/sessions')).json.sessions[0]?.agentState;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemon[Symbol.asyncDispose]();
  }
}
