import * as z from 'zod';
import { boundedList } from '../bounded.js';

const word = z.string().max(200);

/** A model or a mode that the agent offers. */
export const agentChoiceSchema = z.object({ id: word, name: word, description: z.string().max(2000).optional() });
export type AgentChoice = z.infer<typeof agentChoiceSchema>;

/** What an agent says of itself when a conversation begins, and again when it changes. */
export const agentStateSchema = z.object({
  model: word.optional(),
  models: boundedList(agentChoiceSchema, { max: 200 }),
  mode: word.optional(),
  modes: boundedList(agentChoiceSchema, { max: 50 }),
});
export type AgentState = z.infer<typeof agentStateSchema>;
