import * as z from 'zod';
import { errorCodeSchema } from '../errors.js';
import { stageNumberSchema, txHashSchema } from '../exercise/claims.js';
import { agentIdSchema } from '../ids.js';
import { MAX_COLS, MAX_PASTE_BYTES, MAX_ROWS, MIN_COLS, MIN_ROWS } from '../limits.js';

/** Size of a terminal in cells. */
export const gridSizeSchema = z.object({
  cols: z.number().int().min(MIN_COLS).max(MAX_COLS),
  rows: z.number().int().min(MIN_ROWS).max(MAX_ROWS),
});
export type GridSize = z.infer<typeof gridSizeSchema>;

/**
 * The size of the browser's terminal. The first frame of every client, but for one that has named its size in the
 * address already: `/terminal/<session>?ticket=…&cols=<n>&rows=<n>`.
 */
export const resizeFrameSchema = gridSizeSchema.extend({ type: z.literal('resize') });

/** Whether the student can see a page, and whether they are busy in it. */
export const presenceSchema = z.object({ visible: z.boolean(), busy: z.boolean() });
export type Presence = z.infer<typeof presenceSchema>;

/** Text frames from the browser. Typed keys are binary frames and need no schema. */
export const clientFrameSchema = z.discriminatedUnion('type', [
  resizeFrameSchema,
  z.object({ type: z.literal('ping') }),
  /** `bytes` is the number of output bytes parsed since the connection opened; cumulative, so loss is harmless. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().min(0) }),
  /**
   * Take over from the tab that is the writer; that tab watches from then on. The grid stays as it is until the
   * new writer sends its size: an outdated size, if only for an instant, could cost programs lines.
   */
  z.object({ type: z.literal('takeover') }),
  /**
   * The next `bytes` bytes of binary frames are pasted text, not keys: they reach the program byte for
   * byte, bracketed if it asked for that. `pasted` answers when the program's terminal has them all.
   */
  z.object({ type: z.literal('paste'), bytes: z.number().int().min(1).max(MAX_PASTE_BYTES) }),
  /**
   * Cancels an announced paste before all its bytes were sent: none of it reaches the program, and binary
   * frames are keys again. Also the answer to `paste_failed`. Without such a paste, it has no effect.
   */
  z.object({ type: z.literal('paste_cancel') }),
  /**
   * Whether the student can see this page, and whether they are busy in it: a dialog is open, or something is being
   * typed or pasted. Sent when it changes. A page that has never said so counts as one that nobody sees.
   */
  presenceSchema.extend({ type: z.literal('presence') }),
]);
export type ClientFrame = z.infer<typeof clientFrameSchema>;

/**
 * Why a session is over. `exited`: its last program ended. `lost`: tmux is gone. `switched`: one with another agent takes
 * its place, and `start` leads there.
 */
export const endReasonSchema = z.enum(['timeout', 'reset', 'completed', 'exited', 'lost', 'switched']);
export type EndReason = z.infer<typeof endReasonSchema>;

/** Whether a connection's keys and size count. All others watch: same screen, no keys. */
export const viewerRoleSchema = z.enum(['writer', 'watcher']);
export type ViewerRole = z.infer<typeof viewerRoleSchema>;

/** Text frames from the daemon. Terminal output is binary frames. */
export const serverFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pong') }),
  /**
   * tmux draws on this connection; its output follows, starting from an empty screen. Sent again when the
   * role changes. `cols` and `rows` are the session's grid, which is the writer's.
   */
  gridSizeSchema.extend({ type: z.literal('attached'), role: viewerRoleSchema }),
  /** The writer's grid has changed: a watcher shows that grid, however much room it has. */
  gridSizeSchema.extend({ type: z.literal('grid') }),
  /** A paste of this many bytes has reached the program's terminal in full. */
  z.object({ type: z.literal('pasted'), bytes: z.number().int().min(1) }),
  z.object({ type: z.literal('session_ended'), reason: endReasonSchema }),
  /** The agent is gone; its session continues in the student's shell. `early`: within seconds of its start. */
  z.object({
    type: z.literal('agent_exited'),
    agent: agentIdSchema,
    exitCode: z.number().int(),
    early: z.boolean(),
    message: z.string(),
    commands: z.array(z.string()).default([]),
  }),
  /** How a capability stands with this session, in words of its own: on joining, and whenever it changes. */
  z.object({ type: z.literal('capability'), name: z.string().max(30), state: z.unknown() }),
  /** Spec terminal-events §2: a stage is complete. Where it has criteria, they have passed. */
  z.object({ type: z.literal('stage_complete'), stageNumber: stageNumberSchema }),
  /** The whole exercise is complete. */
  z.object({ type: z.literal('course_complete') }),
  /** The tutor says that a stage was paid for. */
  z.object({ type: z.literal('stage_unlocked'), stageNumber: stageNumberSchema, txHash: txHashSchema }),
  z.object({ type: z.literal('error'), code: errorCodeSchema, message: z.string() }),
]);
export type ServerFrame = z.infer<typeof serverFrameSchema>;
