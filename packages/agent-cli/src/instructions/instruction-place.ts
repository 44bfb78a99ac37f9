/** Where a CLI looks for its instructions. */
export interface InstructionPlace {
  /** Absolute path of the folder it works in. */
  readonly workspace: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
}
