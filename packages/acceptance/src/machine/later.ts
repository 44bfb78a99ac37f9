/** Environment of a program of Node's whose time of day is later by so many milliseconds; its steady clock is not. */
export function laterBy(ms: number): Readonly<Record<string, string>> {
  const code = `
    const Real = Date;
    const now = () => Real.now() + ${ms};
    globalThis.Date = new Proxy(Real, {
      apply: () => new Real(now()).toString(),
      construct: (target, args, of) => Reflect.construct(target, args.length === 0 ? [now()] : args, of),
      get: (target, name, of) => (name === 'now' ? now : Reflect.get(target, name, of)),
    });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
