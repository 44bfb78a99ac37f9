/** Why the daemon cannot run here and now, in words for the student. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
  readonly reason: 'in_use' | 'newer_data' | 'no_state' | 'unknown_agent' | 'unsafe_folder';

  constructor(reason: CannotStart['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
