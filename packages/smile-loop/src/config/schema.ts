import * as z from 'zod';
import { providerSchema } from '../contract/agents.js';
import { MAX_SECONDS, mounts, name, names, whole } from './fields.js';

const studentBehavior = z.object({
  maxRetriesBeforeHelp: whole(0, 100)
    .default(3)
    .describe('Failures of one step in a row before the student asks the mentor; 0 for never.'),
  askOnMissingDependency: z.boolean().default(true).describe('Ask when something needed is not installed.'),
  askOnAmbiguousInstruction: z.boolean().default(true).describe('Ask when an instruction can be read in two ways.'),
  askOnCommandFailure: z.boolean().default(true).describe('Ask when a command fails.'),
  askOnTimeout: z.boolean().default(true).describe('Ask when a step takes too long.'),
  timeoutSeconds: whole(1, MAX_SECONDS).default(60).describe('Seconds that one step may take.'),
  patienceLevel: z.enum(['low', 'medium', 'high']).default('low').describe('How soon the student gives up.'),
});

const container = z.object({
  keepOnFailure: z.boolean().default(true).describe('Keep the container of a run that failed, to look into it.'),
  keepOnSuccess: z.boolean().default(false).describe('Keep the container of a run that passed.'),
  memoryMegabytes: whole(64, 1_048_576).default(2048).describe('Megabytes of memory of a container.'),
  cpus: z.number().min(0.1).max(512).default(2).describe('Processors of a container; parts of one are allowed.'),
  pids: whole(16, 32_768).default(512).describe('Processes of a container at once.'),
  mounts: mounts.default([]).describe('More that a container sees, always read-only.'),
});

const checks = z.object({
  script: name.describe('Script that decides whether the tutorial has worked.'),
  timeoutSeconds: whole(1, MAX_SECONDS).default(120).describe('Seconds that the script may take.'),
  in: z.enum(['fresh', 'same']).default('fresh').describe('A fresh container, or the one of the student.'),
});

const budget = z.object({
  usd: z.number().positive().max(100_000).optional().describe('US dollars that the models may cost.'),
  tokens: whole(1, 10_000_000_000).optional().describe('Tokens that the models may read and write.'),
});

const agent = {
  provider: providerSchema.optional().describe('Which CLI it is; llmProvider where this is left out.'),
  model: name.optional().describe('Model of the CLI; its own choice where this is left out.'),
};
const mentor = z.object({ ...agent, web: z.boolean().default(true).describe('May look things up in the web.') });

/** smile.json as its author writes it, with every default. Unknown fields are left out. */
export const configSchema = z.object({
  $schema: z.string().optional().describe('Where editors find the schema of this file.'),
  tutorial: name.default('tutorial.md').describe('Markdown file of the tutorial, relative to this file.'),
  files: names.default([]).describe('What the learner finds beside the tutorial: files and folders, relative to it.'),
  llmProvider: providerSchema.default('claude').describe('CLI of the student and the mentor.'),
  maxIterations: whole(1, 1000).default(10).describe('Tries of the student at most.'),
  timeout: whole(1, MAX_SECONDS).default(1800).describe('Seconds of the whole run.'),
  iterationTimeout: whole(1, MAX_SECONDS).default(900).describe('Seconds of one run of an agent.'),
  containerImage: name.default('smile-base:latest').describe('Image of the containers.'),
  container: container.prefault({}).describe('The containers.'),
  studentBehavior: studentBehavior.prefault({}).describe('When the student asks.'),
  student: z.object(agent).prefault({}).describe('The learner.'),
  mentor: mentor.prefault({}).describe('Whom the learner asks.'),
  knows: names.default([]).describe('What the learner knows already, a sentence each.'),
  allowNetwork: z.boolean().default(false).describe('Let the containers into every network.'),
  allowedHosts: names.default([]).describe('Hosts that may be reached besides those that the tutorial names.'),
  checks: checks.optional().describe('Judge by a script instead of the word of the model.'),
  budget: budget.optional().describe('What a run may cost.'),
  outputDir: name.default('smile-results').describe('Folder of the reports, relative to this file.'),
  cache: z.boolean().default(false).describe('Keep the answers of the model and use them again.'),
  port: whole(0, 65_535).default(0).describe('Port of the page on this machine; 0 for any that is free.'),
});

export type ConfigFields = z.infer<typeof configSchema>;
type AgentFields = ConfigFields['student'];

/** Settings of a run. Every path is absolute; both agents have a provider. */
export type Config = Readonly<
  Omit<ConfigFields, '$schema' | 'student' | 'mentor'> & {
    student: AgentFields & { provider: ConfigFields['llmProvider'] };
    mentor: ConfigFields['mentor'] & { provider: ConfigFields['llmProvider'] };
    /** The file that it was read from; undefined for defaults. */
    file: string | undefined;
    /** Absolute: what relative paths were resolved against. */
    folder: string;
    /** One sentence for each unknown field. */
    warnings: readonly string[];
  }
>;
