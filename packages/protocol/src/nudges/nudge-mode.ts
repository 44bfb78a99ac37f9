import * as z from 'zod';

/** `auto`: the daemon sends a nudge to the agent; `offer`: the student decides; `off`: there are none. */
export const nudgeModeSchema = z.enum(['offer', 'auto', 'off']);
export type NudgeMode = z.infer<typeof nudgeModeSchema>;
