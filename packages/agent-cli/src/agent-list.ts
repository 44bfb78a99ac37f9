import { readFileSync, statSync } from 'node:fs';
import { type AgentId, agentIdSchema, decode, decodeJson, PracticeError } from '@agent-factory/protocol';
import { agentsOutlineSchema, customAgentSchema } from '@agent-factory/protocol/agents';
import type { AgentCli } from './agent-cli.js';
import { AGENT_CLIS } from './agents.js';
import { customCli } from './custom/custom-cli.js';

const customIdSchema = agentIdSchema.refine(
  (id) => !Object.hasOwn(AGENT_CLIS, id),
  'another name: this agent is known',
);

/** Longest `agents.json` in bytes, and most agents in it. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_AGENTS = 50;

interface Custom {
  /** Tells this version of the file from any other. */
  readonly stamp: string;
  readonly agents: ReadonlyMap<AgentId, AgentCli>;
  readonly problems: readonly string[];
}

const NONE: Custom = { stamp: '', agents: new Map(), problems: [] };

/** All agents: those that are always known, and those of the student's `agents.json`, read anew whenever it changes. */
export class AgentList {
  readonly #path: string;
  #custom: Custom = NONE;

  /** @param path of `agents.json`, which need not exist */
  constructor(path: string) {
    this.#path = path;
  }

  all(): AgentCli[] {
    return [...Object.values(AGENT_CLIS), ...this.#current().agents.values()];
  }

  find(id: AgentId): AgentCli | undefined {
    return Object.hasOwn(AGENT_CLIS, id) ? AGENT_CLIS[id as keyof typeof AGENT_CLIS] : this.#current().agents.get(id);
  }

  /** Throws `agent_unknown`. */
  get(id: AgentId): AgentCli {
    const found = this.find(id);
    if (found !== undefined) return found;
    const agents = this.all().map((agent) => agent.id);
    const message = `There is no agent "${id}". Choose one of ${agents.join(', ')}, or describe it in ~/.af-practice/agents.json.`;
    throw new PracticeError('agent_unknown', message, { agents });
  }

  /** What is wrong with `agents.json`, for people; the agents in it that are well described are there all the same. */
  get problems(): readonly string[] {
    return this.#current().problems;
  }

  #current(): Custom {
    const stamp = this.#stamp();
    if (stamp !== this.#custom.stamp) this.#custom = stamp === '' ? NONE : read(this.#path, stamp);
    return this.#custom;
  }

  #stamp(): string {
    try {
      const stats = statSync(this.#path, { throwIfNoEntry: false });
      return stats === undefined ? '' : [stats.ino, stats.mtimeMs, stats.size].join(' ');
    } catch (error) {
      // A link to itself, or a folder that nobody may look into: reading it tells why.
      return String((error as NodeJS.ErrnoException).code);
    }
  }
}

function read(path: string, stamp: string): Custom {
  const failed = (problem: string): Custom => ({ stamp, agents: new Map(), problems: [`agents.json: ${problem}`] });
  let text: string;
  try {
    const stats = statSync(path);
    // Anything else may never end, or never begin.
    if (!stats.isFile()) return failed('it is not a file. Put a file in its place, or remove it.');
    if (stats.size > MAX_FILE_BYTES) return failed(`it has more than ${MAX_FILE_BYTES / 1024} KB.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return failed(
      `it cannot be read (${(error as NodeJS.ErrnoException).code}). See to it that you can read it, or remove it.`,
    );
  }
  const outline = decodeJson(agentsOutlineSchema, text.replace(/^\uFEFF/, ''));
  if (!outline.ok) return failed(outline.issues.join('; '));
  return { stamp, ...readAgents(Object.entries(outline.value.agents)) };
}

function readAgents(entries: readonly (readonly [string, unknown])[]): Pick<Custom, 'agents' | 'problems'> {
  const agents = new Map<AgentId, AgentCli>();
  const problems: string[] = [];
  if (entries.length > MAX_AGENTS) problems.push(`agents.json: only the first ${MAX_AGENTS} agents are read.`);
  for (const [name, value] of entries.slice(0, MAX_AGENTS)) {
    const id = decode(customIdSchema, name);
    const agent = decode(customAgentSchema, value);
    const issues = [...(id.ok ? [] : id.issues), ...(agent.ok ? [] : agent.issues)];
    if (id.ok && agent.ok) agents.set(id.value, customCli(id.value, agent.value));
    else problems.push(`agents.json, agent "${name.slice(0, 40)}": ${issues.join('; ')}`);
  }
  return { agents, problems };
}
