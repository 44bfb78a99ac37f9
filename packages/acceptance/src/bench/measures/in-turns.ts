/** The items with their places, beginning with another one in each round: being first may be a disadvantage. */
export function inTurns<T>(items: readonly T[], round: number): Array<[place: number, item: T]> {
  const entries = [...items.entries()];
  const first = round % entries.length;
  return [...entries.slice(first), ...entries.slice(0, first)];
}
