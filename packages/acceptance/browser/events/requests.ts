import type { BrowserContext, Request } from '@playwright/test';

/** Notes every request of a browser's pages to the practice server; WebSockets are none. */
export class Requests {
  readonly all: string[] = [];

  constructor(context: BrowserContext, serverUrl: string) {
    context.on('request', (request: Request) => {
      const url = request.url();
      if (url.startsWith(serverUrl)) this.all.push(`${request.method()} ${url.slice(serverUrl.length)}`);
    });
  }

  /** Streams of events that were asked for. */
  get streams(): string[] {
    return this.all.filter((request) => request.startsWith('GET /events?after='));
  }

  /** Waits until none has come for so long, in milliseconds. */
  async untilQuiet(quietMs: number): Promise<void> {
    for (let before = -1; before !== this.all.length; ) {
      before = this.all.length;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
  }

  /** Those that come within so many milliseconds. */
  async within(ms: number): Promise<string[]> {
    const before = this.all.length;
    await new Promise((resolve) => setTimeout(resolve, ms));
    return this.all.slice(before);
  }
}
