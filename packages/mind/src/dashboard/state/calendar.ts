/** Whole days of the calendar have this length wherever they are only counted: clocks may change on one of them. */
const DAY_MS = 24 * 3_600_000;

/** A day of the learner's calendar, as `2026-11-27`, and when it begins and ends, in milliseconds since 1970. */
export interface CalendarDay {
  readonly day: string;
  readonly begin: number;
  readonly end: number;
}

/**
 * The learner's calendar, which is that of the machine they sit at: in most zones one day of the year has 23 hours, and one
 * has 25. It knows the day it was last asked for: whoever goes through a year asks for the same one many times.
 */
export class Calendar {
  #last: CalendarDay | undefined;

  dayAt(at: number): CalendarDay {
    const last = this.#last;
    if (last !== undefined && at >= last.begin && at < last.end) return last;
    this.#last = dayAt(at);
    return this.#last;
  }
}

function dayAt(at: number): CalendarDay {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return {
    day: `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`,
    begin: new Date(year, month, day).getTime(),
    end: new Date(year, month, day + 1).getTime(),
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Days since 1970, so that days in a row are numbers in a row. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}
