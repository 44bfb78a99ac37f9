/** What settles when the test wants it to. */
export class Waiting {
  resolve: (result: string) => void = () => {};
  reject: (error: Error) => void = () => {};
  readonly #settled = new Promise<string>((resolve, reject) => Object.assign(this, { resolve, reject }));
  readonly task = () => this.#settled;
}
