import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, createApi, NetworkError, tooLate } from './api.ts';

const fetching = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

beforeEach(() => {
  fetching.mockReset().mockImplementation(async () => answer(200, { status: 'success', orderId: 'ORDER1' }));
  vi.stubGlobal('fetch', fetching);
});
afterEach(() => vi.unstubAllGlobals());

const order = { email: 'a@b.co', post_links: ['instagram.com/p/a/'], quantity: 500, price: 3 };

describe('a call', () => {
  it('API-1, API-2: goes below /api and sends JSON', async () => {
    await createApi().call('POST /api/create-order', { body: order });
    const [url, init] = fetching.mock.calls[0] ?? [];
    expect(url).toBe('/api/create-order');
    expect(init?.method).toBe('POST');
    expect(init?.headers).toMatchObject({ 'content-type': 'application/json', accept: 'application/json' });
    expect(JSON.parse(String(init?.body))).toEqual(order);
  });

  it('API-1, API-4: a question is a GET on its path, with its parts in it and nothing in the body', async () => {
    await createApi().call('GET /api/orders/by-email/{email}', { params: { email: 'a+b/c@d.co' } });
    await createApi().call('GET /api/orders', { query: { limit: 5, search: 'a b', cursor: undefined } });
    expect(fetching.mock.calls.map(([url, init]) => [init?.method, url, init?.body])).toEqual([
      ['GET', '/api/orders/by-email/a%2Bb%2Fc%40d.co', undefined],
      ['GET', '/api/orders?limit=5&search=a+b', undefined],
    ]);
    expect(fetching.mock.calls[0]?.[1]?.headers).not.toHaveProperty('content-type');
  });

  it('ADM-1: starts when the page is ready; one that may outlive the page starts at once', async () => {
    let token = 'T1';
    let allow = () => {};
    const ready = () =>
      new Promise<void>((resolve) => {
        allow = resolve;
      });
    const api = createApi({ ready, token: () => token });
    const running = api.call('GET /api/orders', { query: {} });
    await api.call('GET /api/orders', { query: {} }, { keepalive: true });
    expect(fetching).toHaveBeenCalledTimes(1);
    token = 'T2';
    allow();
    await running;
    expect(fetching).toHaveBeenCalledTimes(2);
    expect(fetching.mock.calls[1]?.[1]?.headers).toMatchObject({ authorization: 'Bearer T2' });
  });

  it('AUTH-4: carries the token as a bearer token where there is one, asked anew each time', async () => {
    let token: string | null = null;
    const api = createApi({ token: () => token });
    for (const now of [null, 'T1', 'T2']) {
      token = now;
      await api.call('GET /api/orders', { query: {} });
    }
    const sent = fetching.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
    expect(sent).toEqual([null, 'Bearer T1', 'Bearer T2']);
  });
});

describe('a refusal', () => {
  const refused = async (status: number, body: unknown) => {
    fetching.mockImplementation(async () => answer(status, body));
    return createApi()
      .call('POST /api/create-order', { body: order })
      .then(
        () => null,
        (error: unknown) => error,
      );
  };

  it('API-3: raises the message of the store', async () => {
    const error = await refused(400, { status: 'error', message: 'No.', field: 'email' });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'No.', status: 400, body: { field: 'email' } });
  });

  it.each([{}, { message: '' }, { message: 7 }, 'null', '<html>', ''])(
    'API-3: raises HTTP and the status when there is none: %j',
    async (body) => {
      expect(await refused(503, body)).toMatchObject({ name: 'ApiError', message: 'HTTP 503', status: 503 });
    },
  );

  it('ERR-12: a store that does not respond is distinguished from one that refuses', async () => {
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await createApi()
      .call('GET /api/orders', { query: {} })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NetworkError);
  });

  it('ERR-12: an answer that is cut off is a connection that broke, not an answer', async () => {
    for (const body of ['', '{"status":"success","orde']) {
      expect(await refused(200, body)).toBeInstanceOf(NetworkError);
    }
  });

  it.each([
    ['a read', 20_000, () => createApi().call('GET /api/orders', { query: {} })],
    ['an act', 60_000, () => createApi().call('POST /api/create-order', { body: order })],
  ])('ERR-12: %s without a response is given up', async (_, afterMs, call) => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    fetching.mockImplementation(
      (_url, init) =>
        new Promise((_, fail) => init?.signal?.addEventListener('abort', () => fail(init.signal?.reason))),
    );
    const failed = vi.fn();
    call().catch(failed);
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const [error] = failed.mock.calls[0] ?? [];
    expect(error).toBeInstanceOf(NetworkError);
    expect(error.cause).toBe(tooLate);
  });

  it('a call that its caller gave up is no failure of the network', async () => {
    const leaving = new AbortController();
    fetching.mockImplementation(async (_url, init) => {
      leaving.abort();
      throw init?.signal?.reason;
    });
    const error = await createApi()
      .call('GET /api/orders', { query: {} }, { signal: leaving.signal })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'AbortError' });
  });
});
