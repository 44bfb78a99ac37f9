import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { Json } from '../../json.js';

/** The two ends of a connection whose messages are handed over one by one. */
export interface MessageStream {
  readonly stream: Stream;
  /** A message from the agent. False for an answer to nothing, of which the SDK would complain on our standard error. */
  push(message: Json): boolean;
  close(): void;
}

/** A stream as the SDK wants it, without the bytes: lines are cut, and what is no JSON is told apart, before it. */
export function messageStream(send: (message: Json) => void): MessageStream {
  let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start(own) {
      controller = own;
    },
  });
  /** The ids of requests that wait for their answers. */
  const waiting = new Set<unknown>();
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      const { method, id } = message as unknown as Json;
      if (method !== undefined && id !== undefined) waiting.add(id);
      send(message as unknown as Json);
    },
  });
  return {
    stream: { readable, writable },
    push(message) {
      if (message.method === undefined && !waiting.delete(message.id)) return false;
      // The SDK drops a message that is not called so, and whoever waits for it would wait for ever.
      controller?.enqueue({ ...message, jsonrpc: '2.0' } as unknown as AnyMessage);
      return true;
    },
    close() {
      controller?.close();
      controller = undefined;
    },
  };
}
