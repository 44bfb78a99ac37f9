/** Without a browser nothing is laid out: everything is as large as the test says. */
export function giveSize(width: number, height: number): void {
  const sizes = { offsetWidth: width, clientWidth: width, offsetHeight: height, clientHeight: height };
  for (const [name, value] of Object.entries(sizes)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
  }
}
