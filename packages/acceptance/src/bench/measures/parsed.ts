/** What one round of reading an agent's lines has taken. */
export interface Parsed {
  /** In milliseconds: all of it, and `JSON.parse` of the same lines alone. */
  readonly timeMs: number;
  readonly jsonMs: number;
  /** Megabytes that it grew by from half of the lines to all. */
  readonly grownMB: number;
  /** The most megabytes that were resident at once. */
  readonly peakMB: number;
}
