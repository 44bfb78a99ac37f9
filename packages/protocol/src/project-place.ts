import * as z from 'zod';

/** Longest path in a project, in UTF-16 units; Linux allows 4,096 bytes. */
export const MAX_PATH_LENGTH = 1024;

/** A path in a project: relative to its folder, with forward slashes. Whether it stays inside is judged on the disk. */
export const projectPathSchema = z.string().min(1).max(MAX_PATH_LENGTH);

/** Lines and columns count from 1; columns are UTF-16 units. */
export const lineSchema = z.number().int().min(1).max(10_000_000);
export const positionSchema = z.object({ line: lineSchema, column: z.number().int().min(1) });
export type Position = z.infer<typeof positionSchema>;

/** From one place up to another one, which is not in it. */
export const rangeSchema = z.object({ start: positionSchema, end: positionSchema });
export type Range = z.infer<typeof rangeSchema>;
