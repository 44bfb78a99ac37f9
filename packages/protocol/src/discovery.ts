import * as z from 'zod';

/**
 * `~/.af-practice-server.json`: how programs of the same user find the running daemon. Whoever bears the
 * token needs no allowed Origin; only the owner can read the file.
 */
export const discoverySchema = z.object({
  port: z.number().int().min(1).max(65535),
  pid: z.number().int().min(1),
  startedAt: z.string().max(40),
  token: z.string().min(32).max(200),
});
export type Discovery = z.infer<typeof discoverySchema>;
