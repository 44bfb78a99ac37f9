/** `error`: the exercise cannot be trusted. `warning`: it works, but could teach better. */
type Severity = 'error' | 'warning';

/** Something wrong with an exercise, in words its author can act on. */
export interface Finding {
  severity: Severity;
  /** Relative to the folder of the exercise. */
  file: string;
  /** A field such as `workspace.starterFiles`, or a line such as `12`. */
  at?: string | undefined;
  /** What was found and what is allowed. */
  message: string;
}

export function describeFinding({ file, at, message }: Finding): string {
  const place = at === undefined ? file : `${file}${/^\d/.test(at) ? ':' : ' '}${at}`;
  return `${place}: ${message}`;
}
