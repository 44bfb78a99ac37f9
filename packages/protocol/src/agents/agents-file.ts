import * as z from 'zod';
import { agentIdSchema } from '../ids.js';
import { isShell, NOT_A_SHELL } from './shells.js';

/** The protocols in which an agent can be a conversation. */
const TRANSPORTS = ['acp', 'stream-json', 'app-server'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const argument = z
  .string()
  .max(2000)
  .regex(/^[^\0]*$/, 'text without NUL characters');
const argumentList = z.array(argument).max(50).default([]);

const command = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => /^[^/\\\s]+$/.test(text) || text.startsWith('/'), 'a name on the PATH, or an absolute path')
  .refine((text) => !isShell(text), NOT_A_SHELL);

/** A variable of the environment; a trailing `*` matches any suffix, but not everything. */
const variable = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*\*?$/, 'the name of an environment variable, which may end in *');

/** One agent as the student describes it. */
export const customAgentSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(60).describe('Its name for people. By default its id.').optional(),
    command: command.describe(
      'The program: a name on the PATH or an absolute path. Not a shell, and not a program that runs others.',
    ),
    arguments: argumentList.describe('Arguments that come before all others, in both forms.'),
    environment: z
      .array(variable)
      .max(50)
      .default([])
      .describe('Names of environment variables that it needs beyond the common ones, such as its key.'),
    instructionFile: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,80}$/, 'the name of a file, without folders')
      .describe('The file it reads its instructions from. By default AGENTS.md.')
      .optional(),
    terminal: z
      .boolean()
      .default(true)
      .describe('Whether it can run on a terminal. Then it is given the first message as its last argument.'),
    transport: z.enum(TRANSPORTS).describe('The protocol in which it can be a conversation, if it can.').optional(),
    transportArguments: argumentList.describe('Arguments that start it as a conversation.'),
  })
  .refine(
    ({ terminal, transport }) => terminal || transport !== undefined,
    'a transport, or a terminal: it has neither',
  );
export type CustomAgent = z.infer<typeof customAgentSchema>;

/** `~/.af-practice/agents.json`. The id of an agent that the daemon knows stays that agent's. */
export const agentsFileSchema = z.strictObject({
  $schema: z.string().max(500).optional(),
  agents: z.record(agentIdSchema, customAgentSchema),
});
/** Its agents one by one, so that one that is wrong does not take the others with it. */
export const agentsOutlineSchema = z.strictObject({
  $schema: z.string().max(500).optional(),
  agents: z.record(z.string(), z.unknown()),
});
