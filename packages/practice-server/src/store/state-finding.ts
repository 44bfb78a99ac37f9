/** One line about the disk. `note` where the next start mends it by itself. */
export interface StateFinding {
  readonly ok: boolean;
  readonly optional?: boolean;
  readonly text: string;
  readonly advice?: readonly string[];
}
