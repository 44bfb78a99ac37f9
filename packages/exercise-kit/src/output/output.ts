/** Where a command writes: results to `out`, progress and problems to `err`. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const CONSOLE: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};
