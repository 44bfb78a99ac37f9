/** One line about the disk. It is `optional` if the next start repairs it by itself. */
export interface StateFinding {
  readonly ok: boolean;
  readonly optional?: boolean;
  readonly text: string;
  readonly advice?: readonly string[];
}
