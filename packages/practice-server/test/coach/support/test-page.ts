import {
  type ClientMessageType,
  type ClientPayload,
  COACH_SOCKET_PATH,
  decodeServerMessage,
  encodeClientMessage,
  type ServerMessage,
  type ServerMessageType,
} from '@agent-factory/protocol/coach';
import { WebSocket } from 'ws';
import { waitUntil } from '../../fixtures/wait-until.js';

type Message<Type extends ServerMessageType> = Extract<ServerMessage, { type: Type }>;

/** One page at the coaching socket: what it was told so far, and a way to wait for what is still to come. */
export class TestPage implements Disposable {
  readonly socket: WebSocket;
  /** What was told and not yet taken by `next`. */
  readonly told: ServerMessage[] = [];
  closed: { code: number; reason: string } | undefined;
  /** The status with which the upgrade was refused. */
  refused: number | undefined;

  constructor(port: number, project: string, headers: Record<string, string>) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${COACH_SOCKET_PATH}?project=${project}`, { headers });
    this.socket.on('message', (data) => this.#take(String(data)));
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
    });
    this.socket.on('unexpected-response', (_request, { statusCode }) => {
      this.refused = statusCode;
    });
    this.socket.on('error', () => {});
  }

  /** A page that has said hello, and knows how everything stands. */
  static async open(
    ...place: ConstructorParameters<typeof TestPage>
  ): Promise<{ page: TestPage; init: Message<'connection:init'> }> {
    const page = new TestPage(...place);
    await page.opened();
    page.send('connection:hello', HELLO, 'hello');
    return { page, init: await page.next('connection:init') };
  }

  async opened(): Promise<void> {
    await waitUntil('the socket opens', () => this.socket.readyState === WebSocket.OPEN);
  }

  send<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>, id?: string): void {
    this.socket.send(encodeClientMessage(type, payload, { id, timestamp: Date.now() }));
  }

  /** The first message of this type, and of what is asked for; those before it are left. */
  async next<Type extends ServerMessageType>(
    type: Type,
    is: (message: Message<Type>) => boolean = () => true,
  ): Promise<Message<Type>> {
    const found = await waitUntil(`a message ${type}`, () => {
      const index = this.told.findIndex((message) => message.type === type && is(message as Message<Type>));
      return index < 0 ? undefined : this.told.splice(index, 1);
    });
    return found[0] as Message<Type>;
  }

  /** Everything that was said before is dealt with: the answer to this comes behind it. */
  async settled(): Promise<void> {
    const id = `settled-${Math.random()}`;
    this.socket.send(JSON.stringify({ type: 'no:such', payload: {}, id, timestamp: 0 }));
    await this.next('connection:error', (message) => message.id === id);
  }

  ended(): Promise<{ code: number; reason: string }> {
    return waitUntil('the connection closes', () => this.closed);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }

  #take(text: string): void {
    const decoded = decodeServerMessage(text);
    if (decoded.kind !== 'message') throw new Error(`the daemon says what nobody knows: ${text}`);
    this.told.push(decoded.message);
  }
}

export const HELLO = { version: '0.1.0', platform: 'test', windowSize: { width: 1440, height: 900 } };
