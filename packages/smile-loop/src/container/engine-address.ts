import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { DockerOptions } from 'dockerode';

export type Env = Readonly<Record<string, string | undefined>>;

/** Where an engine may be. `name` is for people. */
export interface EngineAddress {
  readonly name: string;
  readonly options: DockerOptions;
  /** It is a socket of this machine. */
  readonly isHere: boolean;
}

/** The port at which Docker speaks TLS by agreement. */
const TLS_PORT = '2376';
const TCP_PROTOCOLS = new Set(['tcp:', 'http:', 'https:']);
const WINDOWS_PIPE = '//./pipe/docker_engine';
const FORMS = 'Write unix:///path/of/the.sock or tcp://host:port.';

/**
 * Where to look, in order: only at DOCKER_HOST if it is set; else at Docker's sockets and then at Podman's.
 * @throws Error for a DOCKER_HOST that is no address or cannot be used, and for certificates that cannot be read.
 */
export function engineAddresses(env: Env): EngineAddress[] {
  const host = env.DOCKER_HOST;
  return host ? [addressOf(host, env)] : defaultSockets(env).map(socketAddress);
}

function defaultSockets(env: Env): string[] {
  if (process.platform === 'win32') return [WINDOWS_PIPE];
  const runtime = env.XDG_RUNTIME_DIR;
  return [
    '/var/run/docker.sock',
    join(env.HOME ?? homedir(), '.docker', 'run', 'docker.sock'),
    ...(runtime ? [join(runtime, 'docker.sock'), join(runtime, 'podman', 'podman.sock')] : []),
    '/run/podman/podman.sock',
  ];
}

function addressOf(host: string, env: Env): EngineAddress {
  if (host.startsWith('unix://')) return socketAddress(host.slice('unix://'.length) || '/var/run/docker.sock');
  if (host.startsWith('npipe://')) return socketAddress(host.slice('npipe://'.length) || WINDOWS_PIPE);
  const url = urlOf(host);
  if (url.protocol === 'ssh:') throw new Error(forwardSocket(url));
  if (!TCP_PROTOCOLS.has(url.protocol)) throw new Error(`${url.protocol}// is not spoken by engines. ${FORMS}`);
  // Never the whole URL: it may have a password.
  return { name: `${url.protocol}//${url.host}`, options: tcpOptions(url, env), isHere: false };
}

/** Without a scheme, as Docker's own client takes it: a name and a port. The reason never repeats the value. */
function urlOf(host: string): URL {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `tcp://${host}`;
  if (!URL.canParse(text) || new URL(text).hostname === '') throw new Error(`It is no address. ${FORMS}`);
  return new URL(text);
}

/** The program has no ssh client of its own: the one of the machine keeps keys and known hosts. */
function forwardSocket({ username, hostname, port }: URL): string {
  const place = `${username === '' ? '' : `${username}@`}${hostname}`;
  const way = port === '' ? place : `-p ${port} ${place}`;
  return `ssh is not spoken here. Forward the engine's socket: ssh -nNT -L /tmp/engine.sock:/var/run/docker.sock ${way}; then set DOCKER_HOST=unix:///tmp/engine.sock.`;
}

/** All that dockerode would else read from the environment of this process is said, also that there is none of it. */
function socketAddress(socketPath: string): EngineAddress {
  const none = { host: undefined, port: undefined, ca: undefined, cert: undefined, key: undefined };
  return {
    name: socketPath,
    options: { ...none, socketPath, protocol: 'http' } as unknown as DockerOptions,
    isHere: true,
  };
}

function tcpOptions(url: URL, env: Env): DockerOptions {
  const folder = env.DOCKER_CERT_PATH;
  const isTls = env.DOCKER_TLS_VERIFY === '1' || url.protocol === 'https:' || url.port === TLS_PORT;
  const read = (file: string): Buffer => readFileSync(join(folder ?? '', file));
  const files = isTls && folder ? { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') } : {};
  const none = { ca: undefined, cert: undefined, key: undefined };
  const address = { host: url.hostname, port: url.port || (isTls ? TLS_PORT : '2375'), pathPrefix: '/' };
  return { ...address, ...none, ...files, protocol: isTls ? 'https' : 'http' } as unknown as DockerOptions;
}
