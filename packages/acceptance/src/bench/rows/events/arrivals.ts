/**
 * Runs in a page before anything else: notes for each event of the daemon's log how many milliseconds after it was
 * appended it has come, by the stream that the page reads itself or from the tab that does. `at` has no fractions.
 */
export const NOTE_ARRIVALS = `{
  const arrivals = [];
  const note = (text) => {
    const now = performance.timeOrigin + performance.now();
    for (const [, id, at] of text.matchAll(/"id":(\\d+),"at":"([^"]+)"/g)) {
      arrivals.push({ id: Number(id), ms: now - Date.parse(at) });
    }
  };
  const listen = async (stream) => {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) note(piece.value);
  };
  window.BroadcastChannel = class extends BroadcastChannel {
    constructor(name) {
      super(name);
      if (name.startsWith('practice:events:')) this.addEventListener('message', ({ data }) => note(String(data)));
    }
  };
  const fetchAsIs = window.fetch;
  window.fetch = async (...request) => {
    const response = await fetchAsIs(...request);
    if (String(request[0]).includes('/events?after=')) void listen(response.clone().body).catch(() => {});
    return response;
  };
  window.eventArrivals = arrivals;
}`;

/** One event on one page. */
export interface Arrival {
  readonly id: number;
  /** Milliseconds since it was appended. */
  readonly ms: number;
}
