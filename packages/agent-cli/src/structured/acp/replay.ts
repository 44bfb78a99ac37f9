import type { Json } from '../../json.js';

/** A replay that is silent for this many milliseconds is over. */
const QUIET_MS = 250;
/** No replay takes longer than this, in milliseconds. */
const MAX_MS = 5000;

/** Tells the past, which a loaded session is told once more, from what is new. */
export class Replay {
  #isOn = false;
  #onUpdate: ((isLast: boolean) => void) | undefined;

  begin(): void {
    this.#isOn = true;
  }

  /** Whether an update belongs to the past. */
  takes(update: Json): boolean {
    if (!this.#isOn) return false;
    // Gemini CLI tells its commands when it has told everything else.
    this.#onUpdate?.(update.sessionUpdate === 'available_commands_update');
    return true;
  }

  /** Resolves when the past has been told, as far as anybody can know. */
  async over(): Promise<void> {
    await new Promise<void>((resolve) => {
      let quiet = setTimeout(resolve, QUIET_MS);
      const late = setTimeout(resolve, MAX_MS);
      this.#onUpdate = (isLast) => {
        clearTimeout(quiet);
        quiet = setTimeout(resolve, isLast ? 0 : QUIET_MS);
      };
      late.unref();
    });
    this.#onUpdate = undefined;
    this.#isOn = false;
  }
}
