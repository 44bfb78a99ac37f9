import type { ObserveEvent } from '../contract/observe-events.js';
import { type AccessOptions, requireAny, requireOwn } from './access.js';
import { ApiError } from './api-error.js';
import { openDoor } from './door.js';
import { Observers } from './observers.js';
import { type RouteOptions, routesOf, runRoute } from './routes.js';
import { pathOf, type Served, serve } from './serve.js';

export interface ServerOptions extends RouteOptions, Pick<Served, 'gateway' | 'proxy' | 'page'> {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Milliseconds between pings, by default 30,000. */
  readonly pingMs?: number;
}

/** The loop's server: for its wrappers, and for those who watch. */
export interface LoopServer extends AsyncDisposable {
  readonly port: number;
  /** How many watch. */
  readonly observers: number;
  /** Tells all who watch. Never waits for one. `seq` is the event's number in the run's folder, once it is kept there. */
  publish(event: ObserveEvent, seq?: number): void;
  /** Ends every connection. May be called again. */
  close(): Promise<void>;
}

/** Listens on the loopback addresses only. Throws `port_unavailable`. */
export async function startServer(options: ServerOptions): Promise<LoopServer> {
  const observers = new Observers(options.status, options.pingMs);
  const { gateway, proxy, page, runFolder } = options;
  const served = { routes: routesOf(options), access: options, gateway, proxy, page, runFolder };
  const door = await openDoor(options.port ?? 0, {
    request: (request, response) => serve(served, request, response),
    upgrade(request, socket, head) {
      requireOwn(request, options);
      if (pathOf(request) !== '/ws/observe') throw new ApiError('not_found', 'Observers connect to /ws/observe.');
      requireAny(request, options);
      observers.admit(request, socket, head);
    },
    connect(request, socket, head) {
      if (proxy === undefined) throw new ApiError('method_not_allowed', 'This server is no proxy.');
      return proxy.connect(request, socket, head);
    },
  }).catch(async (error) => {
    await observers.close();
    throw error;
  });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= observers.close().then(() => door.close());
    return closed;
  };
  return {
    port: door.port,
    get observers() {
      return observers.count;
    },
    publish: (event, seq) => observers.publish(seq === undefined ? event : { ...event, seq }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface RecordedOptions extends Pick<AccessOptions, 'observerToken'> {
  readonly runFolder: string;
  readonly page?: string;
  readonly port?: number;
}

/** Serves a run that was recorded: the page, and `/api/run`. Throws `port_unavailable`. */
export async function serveRecorded(
  options: RecordedOptions,
): Promise<AsyncDisposable & Pick<LoopServer, 'port' | 'close'>> {
  const { runFolder, page } = options;
  const routes = { '/api/run': runRoute(runFolder, options, () => true) };
  const served = { routes, access: options, page, runFolder };
  const refuse = () => {
    throw new ApiError('not_found', 'This run has ended: there is nothing to watch.');
  };
  const door = await openDoor(options.port ?? 0, {
    request: (request, response) => serve(served, request, response),
    upgrade: refuse,
    connect: refuse,
  });
  return { port: door.port, close: () => door.close(), [Symbol.asyncDispose]: () => door.close() };
}
