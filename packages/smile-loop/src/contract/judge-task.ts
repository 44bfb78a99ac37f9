import * as z from 'zod';

/** Where things are inside a container. */
export const PLACES = {
  tutorial: '/workspace/tutorial',
  work: '/workspace/work',
  logs: '/workspace/logs',
  /** Our own programs. */
  inside: '/workspace/.smile',
  /** What judges; only in the container of the checks. */
  checks: '/workspace/checks',
  /** The tracked files of the tutorial's repository; only for the mentor. */
  repository: '/workspace/repository',
} as const;

/** What the program that judges is told, as its only argument. */
export const judgeTaskSchema = z.discriminatedUnion('kind', [
  /** A script in the folder of the checks. */
  z.object({
    kind: z.literal('script'),
    script: z.string().min(1).max(4096),
    /** What is in it, where its folder is not in this container. */
    text: z.string().max(64_000).optional(),
    timeoutSeconds: z.number().int().min(1),
  }),
  /** An exercise, with all that its check needs. */
  z.object({ kind: z.literal('exercise'), id: z.string() }),
]);
export type JudgeTask = z.infer<typeof judgeTaskSchema>;
