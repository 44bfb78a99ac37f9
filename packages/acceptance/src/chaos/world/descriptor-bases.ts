/** What is opened when something is first used (a log file, a wal) and then stays. */
const TOLERANCE = 4;

/**
 * The fewest descriptors that a daemon had open for each shape of its work (so many pages, so many agents watched):
 * any more, later in the same life, were left open. A descriptor is known by what it is on.
 */
export class DescriptorBases {
  readonly #fewest = new Map<string, readonly string[]>();

  /** The most that may be open, now that these are. */
  most(shape: string, open: readonly string[]): number {
    const known = this.#fewest.get(shape) ?? open;
    const fewest = known.length <= open.length ? known : open;
    this.#fewest.set(shape, fewest);
    return fewest.length + TOLERANCE;
  }

  /** What is open beyond what was open when there were fewest. */
  surplus(shape: string, open: readonly string[]): string[] {
    const left = [...(this.#fewest.get(shape) ?? [])];
    return open.filter((what) => {
      const at = left.indexOf(what);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  }
}
