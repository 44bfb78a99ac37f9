import * as z from 'zod';
import { boundedList, boundedRecord } from '../bounded.js';
import { chatAbilitiesSchema } from '../conversations/conversation.js';
import { setupStepSchema } from '../health/health.js';
import { agentIdSchema, exerciseIdSchema } from '../ids.js';
import type { Route } from '../route.js';
import { startResponseSchema } from '../sessions/sessions.js';
import { gridSizeSchema } from '../terminal/frames.js';

const word = z.string().max(200);

/** The oldest version that would work in a form, and how to get a newer one. */
const tooOldSchema = z.object({ needs: word, next: setupStepSchema });

/** An agent the student can choose, and what they have to do first, if anything. */
export const agentSummarySchema = z.object({
  id: agentIdSchema,
  name: word,
  /** From `~/.af-practice/agents.json`. */
  isCustom: z.boolean(),
  installed: z.boolean(),
  version: word.optional(),
  /** Absent if the agent cannot tell, has not been asked yet, or needs no sign-in. */
  signedIn: z.boolean().optional(),
  /** Set where its program is there and cannot be started, with the reason as `dependencySchema` has it. */
  blocked: word.optional(),
  /** The forms for which its version is too old. */
  tooOld: z.object({ terminal: tooOldSchema.optional(), chat: tooOldSchema.optional() }).optional(),
  /** What comes next for an agent that is missing, or that nobody has signed in to. */
  next: setupStepSchema.optional(),
  /** How to sign in, where nobody can tell whether the student is. */
  signInHelp: setupStepSchema.optional(),
  /** The forms in which it can run. */
  terminal: z.boolean(),
  /** Absent if it cannot be a conversation. */
  chat: chatAbilitiesSchema.optional(),
});
export type AgentSummary = z.infer<typeof agentSummarySchema>;

/** Longest problem of `agents.json`, in characters, and most exercises that have a choice of their own. */
export const MAX_PROBLEM_LENGTH = 1000;
export const MAX_AGENT_CHOICES = 1000;

/** `problems` are those of `agents.json`, one a line; agents that are described well are there all the same. */
export const agentsResponseSchema = z.object({
  agents: boundedList(agentSummarySchema, { max: 100 }),
  /** What a new session or conversation starts with. */
  choice: agentIdSchema,
  /** Other choices for single exercises. */
  exerciseChoices: boundedRecord(z.string().max(64), agentIdSchema, MAX_AGENT_CHOICES),
  problems: boundedList(z.string().max(MAX_PROBLEM_LENGTH), { max: 100 }),
});
export type AgentsResponse = z.infer<typeof agentsResponseSchema>;

/** Without `exerciseId`, the choice is for all that have none of their own. A null agent takes a choice back. */
export const chooseAgentRequestSchema = z.object({
  agent: agentIdSchema.nullable(),
  exerciseId: exerciseIdSchema.optional(),
});
export type ChooseAgentRequest = z.infer<typeof chooseAgentRequestSchema>;

/**
 * Another agent for the terminal of an exercise. Without `confirmed`, nothing that runs there ends. `size` is the grid of
 * the browser's terminal in cells, as for `start`.
 */
export const switchAgentRequestSchema = z.object({
  exerciseId: exerciseIdSchema,
  agent: agentIdSchema,
  confirmed: z.boolean().optional(),
  size: gridSizeSchema.optional(),
});
export type SwitchAgentRequest = z.infer<typeof switchAgentRequestSchema>;

export const AGENT_ROUTES = {
  agents: { method: 'GET', path: '/agents', response: agentsResponseSchema },
  choose: {
    method: 'POST',
    path: '/agents/choose',
    request: chooseAgentRequestSchema,
    response: agentsResponseSchema,
  },
  switch: {
    method: 'POST',
    path: '/agents/switch',
    request: switchAgentRequestSchema,
    response: startResponseSchema,
  },
} as const satisfies Record<string, Route>;

export {
  agentsFileSchema,
  agentsOutlineSchema,
  type CustomAgent,
  customAgentSchema,
  type Transport,
} from './agents-file.js';
export { isShell, NOT_A_SHELL } from './shells.js';
