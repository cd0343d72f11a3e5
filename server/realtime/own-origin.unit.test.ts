import { describe, expect, it } from 'vitest';
import { ownOrigin } from './websocket.routes.ts';

const allowed = ownOrigin('https://shop.example');

describe('A-66: the origin of a websocket', () => {
  it.each([
    ['no page at all', undefined, 'shop.example'],
    ['the public address', 'https://shop.example', 'shop.example'],
    ['the public address behind a proxy that renames the host', 'https://shop.example', '127.0.0.1:3000'],
    ['the host that was asked', 'http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['a host that names its default port', 'https://other.example', 'other.example:443'],
    ['an IPv6 host', 'http://[::1]:3000', '[::1]:3000'],
  ])('is fine: %s', (_what, origin, host) => {
    expect(allowed(origin, host)).toBe(true);
  });

  it.each([
    ['another site', 'https://evil.example', 'shop.example'],
    ['another port', 'http://127.0.0.1:4000', '127.0.0.1:3000'],
    ['the public name without its security', 'http://shop.example', 'proxy.internal'],
    ['a name that only starts alike', 'https://shop.example.evil.example', 'shop.example'],
    ['a name that only ends alike', 'https://evilshop.example', 'shop.example'],
    ['a sandboxed page', 'null', 'shop.example'],
    ['no host to compare with', 'https://evil.example', undefined],
    ['an extension', 'chrome-extension://shop.example', 'shop.example'],
    ['an empty one', '', 'shop.example'],
  ])('is refused: %s', (_what, origin, host) => {
    expect(allowed(origin, host)).toBe(false);
  });
});
