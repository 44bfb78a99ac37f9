import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/gateway/proxy/addresses.js';
import { allowedHosts } from '../../src/gateway/proxy/allowed-hosts.js';
import { listen } from './fake-vendor.js';
import { get, speak, startProxy } from './proxy-fixture.js';

test('a host that is allowed is reached by GET and through CONNECT', async () => {
  await using site = await listen((incoming, response) => {
    response.setHeader('connection', 'close');
    response.end(`${incoming.url} at ${incoming.headers.host}`);
  });
  await using proxy = await startProxy([], [`docs.example:${site.port}`]);
  expect(await get(proxy.port, `http://docs.example:${site.port}/page?a=1`)).toMatchObject({
    status: 200,
    text: `/page?a=1 at docs.example:${site.port}`,
  });
  const wire = `CONNECT docs.example:${site.port} HTTP/1.1\r\nhost: x\r\n\r\nGET /in HTTP/1.1\r\nhost: y\r\n\r\n`;
  expect(await speak(proxy.port, wire)).toMatch(/^HTTP\/1.1 200 .*\/in at y/s);
  expect(proxy.denied).toEqual([]);
});

test('another host is denied with the setting that opens it [smile-loop FR17]', async () => {
  await using proxy = await startProxy(['docs.example'], []);
  const { status, text } = await get(proxy.port, 'http://other.example/');
  expect([status, text]).toEqual([403, expect.stringContaining('"allowedHosts": ["other.example"]')]);
  // Not for where its name leads: nobody has looked that up.
  expect(text).toContain('because the tutorial does not name it');
  expect(await speak(proxy.port, 'CONNECT docs.example:22 HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /);
  expect(proxy.denied).toEqual(['other.example:80', 'docs.example:22']);
});

test('a name that leads to this machine is denied, unless the configuration names it', async () => {
  await using site = await listen((_, response) => response.end('inside'));
  await using proxy = await startProxy([`docs.example:${site.port}`], [`*.wild.example:${site.port}`]);
  expect((await get(proxy.port, `http://docs.example:${site.port}/`)).text).toMatch(/leads to 127\.0\.0\.1/);
  expect((await get(proxy.port, `http://a.wild.example:${site.port}/`)).status).toBe(403);
  expect(proxy.denied).toHaveLength(2);
});

test('upgrades are refused, and there are only so many connections', async () => {
  await using proxy = await startProxy(['docs.example'], [], { maxConnections: 0 });
  const upgrade = 'GET http://docs.example/ HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
  expect(await speak(proxy.port, upgrade)).toMatch(/^HTTP\/1.1 403 /);
  expect((await get(proxy.port, 'http://docs.example/')).status).toBe(502);
});

test('an idle connection ends, and closing the proxy ends the others', async () => {
  await using site = await listen(() => {});
  await using idle = await startProxy([], [`docs.example:${site.port}`], { idleMs: 50 });
  const wire = `CONNECT docs.example:${site.port} HTTP/1.1\r\nhost: x\r\n\r\n`;
  expect(await speak(idle.port, wire)).toMatch(/^HTTP\/1.1 200 /);
  await using open = await startProxy([], [`docs.example:${site.port}`]);
  const socket = connect(open.port, '127.0.0.1');
  socket.write(wire);
  await new Promise((resolve) => socket.once('data', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await open.proxy[Symbol.asyncDispose]();
  await closed;
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['::ffff:7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['0.0.0.0', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['255.255.255.255', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2606:4700::1111%eth0', false],
  ['no address', false],
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['192.88.99.1', false],
  ['192.0.0.192', false],
  ['203.0.113.9', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::8.8.8.8', false],
  ['64:ff9b:1::1', false],
  ['100:0:0:1::1', false],
  ['2001:20::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['4000::1', false],
  ['2a00:1450::1', true],
  ['2620:fe::fe', true],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('hosts are matched by name, port and wildcard, however they are written', () => {
  const rules = allowedHosts(['Docs.Example', 'api.example:8080', '*.named.example'], ['*.wild.example', '127.0.0.1'], {
    allowNetwork: false,
  });
  const allowed = [
    ['docs.example.', 443],
    ['api.example', 8080],
    ['a.wild.example', 80],
    ['0x7f.1', 80],
  ] as const;
  const not = [
    ['docs.example', 22],
    ['docs.example', 8080],
    ['a.named.example', 80],
    ['api.example', 80],
    ['wild.example', 80],
    ['notwild.example', 80],
    ['x.docs.example', 80],
  ] as const;
  expect(allowed.map(([host, port]) => rules.isAllowed(host, port))).toEqual([true, true, true, true]);
  expect(not.map(([host, port]) => rules.isAllowed(host, port))).toEqual(not.map(() => false));
  expect([rules.mayBePrivate('127.0.0.1', 80), rules.mayBePrivate('a.wild.example', 80)]).toEqual([true, false]);
  const open = allowedHosts([], [], { allowNetwork: true });
  expect([open.isAllowed('any.example', 22), open.mayBePrivate('any.example', 22)]).toEqual([true, false]);
});
