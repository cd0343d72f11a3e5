import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likesRequest, type PanelStandIn, startPanelStandIn } from '../../../../../tests/stand-ins/panel-stand-in.ts';
import { createBreaker } from '../../breaker.ts';

let setup: PanelStandIn;
beforeEach(async () => {
  setup = await startPanelStandIn();
});
afterEach(() => setup.stop());

describe('where the connection goes (rule 10)', () => {
  const named = () => `http://panel.example:${setup.port}/api/v2`;

  it('to the address that was judged, resolved once', async () => {
    const requestedHosts: string[] = [];
    const subject = setup.client({
      apiUrl: named(),
      resolve: async (hostname) => {
        requestedHosts.push(hostname);
        return [{ address: requestedHosts.length === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    });
    await expect(subject.place(likesRequest)).resolves.toMatchObject({ outcome: 'placed' });
    expect(requestedHosts).toEqual(['panel.example']);
    expect(setup.requests[0]?.headers.host).toBe(`panel.example:${setup.port}`);
  });

  it.each([
    ['a private address', 'https', false, ['10.0.0.1']],
    ['loopback outside sandbox mode', 'https', false, ['127.0.0.1']],
    ['a public address beside a private one', 'https', false, ['8.8.8.8', '192.168.0.1']],
    ['an IPv4-mapped address', 'https', true, ['::ffff:127.0.0.1']],
    ['a public address over plain http', 'http', true, ['8.8.8.8']],
    ['no address', 'https', true, []],
  ])('never to %s', async (_what, scheme, allowLoopback, addresses) => {
    const breaker = createBreaker({ clock: { now: () => new Date(0) }, failuresToOpen: 1 });
    const subject = setup.client({
      apiUrl: `${scheme}://panel.example:${setup.port}/api/v2`,
      allowLoopback,
      breaker,
      resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    });
    await expect(subject.place(likesRequest)).resolves.toMatchObject({
      outcome: 'unreachable',
      text: expect.stringMatching(/^The provider /),
    });
    await expect(subject.balance()).rejects.toMatchObject({ fault: 'unavailable' });
    expect(setup.callCount()).toBe(0);
    expect(breaker.report().state).toBe('closed');
  });

  it.each(['http://127.0.0.1:PORT/api/v2', 'https://127.0.0.1:PORT/api/v2', 'nonsense'])(
    'never to %s outside sandbox mode',
    async (apiUrl) => {
      const subject = setup.client({ apiUrl: apiUrl.replace('PORT', String(setup.port)), allowLoopback: false });
      await expect(subject.place(likesRequest)).resolves.toMatchObject({ outcome: 'unreachable' });
      expect(setup.callCount()).toBe(0);
    },
  );

  it('a name that does not resolve means that nothing was sent', async () => {
    const subject = setup.client({
      apiUrl: named(),
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
    });
    await expect(subject.place(likesRequest)).resolves.toEqual({
      outcome: 'unreachable',
      text: 'The provider could not be reached (ENOTFOUND).',
      coded: { code: 'provider_unreachable', params: { cause: 'ENOTFOUND' } },
    });
  });

  it('a name that never resolves is given up in time, and nothing was sent', async () => {
    const subject = setup.client({ apiUrl: named(), timeoutMs: 50, resolve: () => new Promise(() => {}) });
    await expect(subject.place(likesRequest)).resolves.toMatchObject({ outcome: 'unreachable' });
  });

  it('a TLS handshake that fails or hangs means that nothing was sent', async () => {
    const plain = setup.client({ apiUrl: `https://127.0.0.1:${setup.port}/api/v2` });
    await expect(plain.place(likesRequest)).resolves.toMatchObject({ outcome: 'unreachable' });

    const mute = createServer(() => {});
    await new Promise<void>((ready) => mute.listen(0, '127.0.0.1', ready));
    const address = mute.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const hanging = setup.client({ apiUrl: `https://127.0.0.1:${port}/api/v2`, timeoutMs: 100 });
    await expect(hanging.place(likesRequest)).resolves.toMatchObject({ outcome: 'unreachable' });
    mute.close();
    expect(setup.callCount()).toBe(0);
  });
});
