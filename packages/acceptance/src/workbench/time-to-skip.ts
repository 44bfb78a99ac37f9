/** Makes a daemon's clock that never jumps do so: by this signal it is later by as much as was said. */
const SIGNAL = 'SIGUSR2';

/** Environment of a daemon whose time can be skipped, by this many milliseconds each time. */
export function timeToSkip(ms: number): Readonly<Record<string, string>> {
  const code = `
    const { now } = performance;
    let skipped = 0;
    performance.now = () => now.call(performance) + skipped;
    process.on('${SIGNAL}', () => { skipped += ${ms}; });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

export function skipTime(pid: number): void {
  process.kill(pid, SIGNAL);
}
