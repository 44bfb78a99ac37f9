/** When the learner's day of this moment began, on the calendar of the machine they sit at. Milliseconds since 1970. */
export function beginOfDay(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
