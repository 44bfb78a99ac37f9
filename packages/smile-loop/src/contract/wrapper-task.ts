import * as z from 'zod';
import { providerSchema, ROLES } from './agents.js';
import { triggerSchema } from './triggers.js';

/**
 * What a wrapper is told when its container has started: over its standard input, so that the secret is in no
 * environment, argument or file that the agent could read.
 */
export const wrapperTaskSchema = z.object({
  role: z.enum(ROLES),
  /** For `Authorization: Bearer`, at the loop's endpoints. */
  secret: z.string(),
  /** For the agent's model calls only. */
  modelToken: z.string(),
  /** The port at which the wrapper answers as `host.docker.internal` inside the container. */
  port: z.number().int(),
  provider: providerSchema,
  model: z.string().optional(),
  prompt: z.string(),
  /** Where the CLI starts. */
  folder: z.string(),
  iteration: z.number().int(),
  /** Milliseconds that the whole run of the agent may take. */
  limitMs: z.number().int(),
  student: z
    .object({
      /** Milliseconds of one command. */
      stepMs: z.number().int(),
      /** Failures of one step in a row before it has to ask; 0 for never. */
      maxRetries: z.number().int(),
      /** Triggers by which it may ask. */
      mayAsk: z.array(triggerSchema),
    })
    .optional(),
  /** Whether proxy variables are set: else the container's own network is used. */
  useProxy: z.boolean(),
});
export type WrapperTask = z.infer<typeof wrapperTaskSchema>;
