import type { ConversationPlace } from '../conversations/place.js';
import type { EventWriter } from '../structured/events/event-writer.js';

/** Reads one log, line by line. What a turn has used is told at its end. */
export interface LogReader {
  /** Whatever the line is, this does not throw. */
  read(line: string): void;
  /**
   * Nothing was written for so many milliseconds; infinity if nothing more will be. Some logs do not tell that a turn
   * is over: then silence has to do.
   */
  quiet?(silentMs: number): void;
}

/** The log that a CLI keeps of a conversation: it tells what happens on a terminal. */
export interface LogForm {
  /** Its absolute path; undefined while there is none: a CLI begins it with the first message, or soon after. */
  path(place: ConversationPlace): Promise<string | undefined>;
  reader(writer: EventWriter): LogReader;
  /** It does not tell that a turn is over: what tells is that nothing more happens. */
  readonly endsInSilence?: true;
}
