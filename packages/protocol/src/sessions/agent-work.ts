import * as z from 'zod';
import { agentIdSchema } from '../ids.js';

/**
 * What an agent does: it is being `starting`ed, it is `working` on an answer, it is `asking` for a permission, it is
 * `waiting` for the student, or it has `exited`.
 */
export const agentStateSchema = z.enum(['starting', 'working', 'asking', 'waiting', 'exited']);
export type AgentState = z.infer<typeof agentStateSchema>;

/**
 * How that is known: by a `hook` of the CLI's, its `log` of the conversation, what is on its `screen`, the `run` of a
 * chat, or its `process`.
 */
export const agentStateSourceSchema = z.enum(['hook', 'log', 'screen', 'run', 'process']);
export type AgentStateSource = z.infer<typeof agentStateSourceSchema>;

/** The state of the agent of one exercise's terminal, or of one conversation. */
export const agentWorkSchema = z.object({
  agent: agentIdSchema,
  state: agentStateSchema,
  source: agentStateSourceSchema,
});
export type AgentWork = z.infer<typeof agentWorkSchema>;
