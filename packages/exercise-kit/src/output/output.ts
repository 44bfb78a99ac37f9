/** Where a command says things: results on `out`, progress and problems on `err`. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

export const CONSOLE: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};
