import { z } from 'zod';
import { errorCodeSchema } from '../errors.js';
import { agentIdSchema } from '../ids.js';
import { MAX_COLS, MAX_ROWS, MIN_COLS, MIN_ROWS } from '../limits.js';

/** Size of a terminal in cells. */
export const gridSizeSchema = z.object({
  cols: z.number().int().min(MIN_COLS).max(MAX_COLS),
  rows: z.number().int().min(MIN_ROWS).max(MAX_ROWS),
});
export type GridSize = z.infer<typeof gridSizeSchema>;

/** The size of the browser's terminal. The first frame of every client. */
export const resizeFrameSchema = gridSizeSchema.extend({ type: z.literal('resize') });

/** Text frames from the browser. Typed keys are binary frames and need no schema. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  resizeFrameSchema,
  z.object({ type: z.literal('ping') }),
  /** `bytes` is the number of output bytes parsed since the connection opened: cumulative, so a lost one heals. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().min(0) }),
  /** Become the writer of a session that another tab holds. */
  z.object({ type: z.literal('takeover') }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;

/** Why a session is over. `exited`: its last program ended. `lost`: tmux is gone. */
export const endReasonSchema = z.enum(['timeout', 'reset', 'completed', 'exited', 'lost']);
export type EndReason = z.infer<typeof endReasonSchema>;

/** Text frames from the daemon. Terminal output is binary frames. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pong') }),
  /** This connection is the writer now and tmux draws on it; its output follows. */
  z.object({ type: z.literal('attached') }),
  z.object({ type: z.literal('session_ended'), reason: endReasonSchema }),
  /** The agent is gone, its session lives on in the student's shell. `early`: within seconds of its start. */
  z.object({
    type: z.literal('agent_exited'),
    agent: agentIdSchema,
    exitCode: z.number().int(),
    early: z.boolean(),
    message: z.string(),
    commands: z.array(z.string()).default([]),
  }),
  z.object({ type: z.literal('error'), code: errorCodeSchema, message: z.string() }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;
