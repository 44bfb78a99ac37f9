import { createContext, useContext } from 'react';

const MINUTE_MS = 60_000;
/** Numbers from here on are told in short. */
const HUGE = 1_000_000;
/** Smaller amounts of dollars are told as less than this. */
const LEAST = 0.01;
/** Steps from one unit of time to the next one, the smallest first. */
const UNITS = [
  ['minute', MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['month', 30 * 24 * 60 * MINUTE_MS],
  ['year', 365 * 24 * 60 * MINUTE_MS],
] as const;

/** Numbers, days and money as the reader writes them. */
export interface Formats {
  number(value: number): string;
  percent(share: number): string;
  /** US dollars. */
  money(dollars: number): string;
  minutes(minutes: number): string;
  /** `at`: ISO 8601, or Unix milliseconds. */
  day(at: string | number): string;
  /** How long ago; what seems to be yet to come, as a clock was wrong, is just now. */
  ago(at: string, now: number): string;
}

/** `locale`: a BCP 47 tag; by default the browser's. */
export function createFormats(locale?: string): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  /** Of what no work adds up to, the digits say nothing. */
  const huge = new Intl.NumberFormat(locale, { notation: 'compact' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const dollars = { style: 'currency', currency: 'USD' } as const;
  const money = new Intl.NumberFormat(locale, dollars);
  const hugeMoney = new Intl.NumberFormat(locale, { ...dollars, notation: 'compact' });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const unit = (name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 });
  const [hours, minutes] = [unit('hour'), unit('minute')];
  return {
    number: (value) => (value < HUGE ? number : huge).format(value),
    percent: (share) => percent.format(share),
    money: (amount) =>
      amount > 0 && amount < LEAST
        ? `<\u2009${money.format(LEAST)}`
        : (amount < HUGE ? money : hugeMoney).format(amount),
    minutes(value) {
      const whole = Math.round(value);
      const [full, rest] = [Math.floor(whole / 60), whole % 60];
      if (full >= HUGE) return `${huge.format(full)} h`;
      if (full === 0) return minutes.format(rest);
      return rest === 0 || full > 99 ? hours.format(full) : `${hours.format(full)} ${minutes.format(rest)}`;
    },
    day: (at) => day.format(new Date(at)),
    ago(at, now) {
      const passed = now - Date.parse(at);
      if (passed < MINUTE_MS) return 'just now';
      const [name, size] = UNITS.findLast(([, each]) => passed >= each) ?? UNITS[0];
      return relative.format(-Math.floor(passed / size), name);
    },
  };
}

export const FormatsContext = createContext<Formats | undefined>(undefined);

export function useFormats(): Formats {
  const formats = useContext(FormatsContext);
  if (formats === undefined) throw new Error('A part of the dashboard was used outside of LearnerDashboard.');
  return formats;
}
