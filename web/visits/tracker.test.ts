import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noPrivacySignals, privacySignals } from '../testing-privacy-signals.ts';
import { track } from './tracker.ts';

type Sent = {
  what: string;
  body: Record<string, unknown>;
  keepalive: boolean;
  token: string | null;
  prefer: string | null;
};
let sent: Sent[];
let answers: (what: string) => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = (what) => Response.json(what.startsWith('POST /api/admin/track') ? { userId: 'a1' } : { success: true });
  vi.stubGlobal('fetch', async (url: string, { method, body, keepalive, headers }: RequestInit) => {
    const what = `${method} ${url}`;
    const header = (name: string) => new Headers(headers).get(name);
    sent.push({
      what,
      body: JSON.parse(String(body)),
      keepalive: keepalive ?? false,
      token: header('authorization'),
      prefer: header('prefer'),
    });
    return answers(what);
  });
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/checkout?orderId=SECRET');
  listenersEndWithTheTest();
});
// Listeners of one test must not receive events of the next.
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const calls = () => sent.map(({ what }) => what);
const visit = 'POST /api/admin/visitor-analytics';
async function start(): Promise<void> {
  track();
  await settle();
}
function listenersEndWithTheTest(): void {
  const add = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    const seen = listener as EventListener;
    add(type, seen);
    ends.push(() => window.removeEventListener(type, seen));
  });
}
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('TRA-1, TRA-4, TRA-5: at its start a page registers and records its visit, without its query', async () => {
  await start();
  expect(calls()).toEqual([visit, 'POST /api/admin/track-user']);
  expect(sent[0]?.body).toMatchObject({
    page_url: '/checkout',
    session_duration: 0,
    is_returning_visitor: false,
    language: navigator.language,
    screen_resolution: expect.stringMatching(/^\d+x\d+$/),
    timezone: expect.any(String),
  });
  expect(sent[1]?.body).toEqual({ page: '/checkout' });
  expect(JSON.stringify(sent)).not.toContain('SECRET');
});

test('DATA-27: a record carries all twelve fields', async () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/1 Safari/604.1';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://search.example/?q=SECRET');
  await start();
  expect(sent[0]?.body).toEqual({
    is_mobile: true,
    device_type: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    user_agent: iphone,
    page_url: '/checkout',
    session_duration: 0,
    referrer: 'https://search.example/',
    screen_resolution: expect.stringMatching(/^\d+x\d+$/),
    timezone: expect.any(String),
    language: navigator.language,
    is_returning_visitor: false,
  });
  expect(JSON.stringify(sent)).not.toContain('SECRET');
});

test('TRA-3, TRA-8: a beat every 30 s, a record every 60 s with the seconds so far', async () => {
  await start();
  sent = [];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls().sort()).toEqual(['PATCH /api/admin/track-user/a1', 'PATCH /api/admin/track-user/a1', visit]);
  expect(sent.find(({ what }) => what === visit)?.body.session_duration).toBe(60);
});

test('TRA-7: a page that is left says so in a way that outlives it', async () => {
  await start();
  window.dispatchEvent(new Event('pagehide'));
  expect(sent.at(-1)).toMatchObject({ what: visit, keepalive: true });
});

test('TRA-2, TRA-6: another page, 100 ms after it is shown, beats and is recorded as another visit', async () => {
  await start();
  await vi.advanceTimersByTimeAsync(10_000);
  sent = [];
  window.history.replaceState(null, '', '/admin/orders');
  window.dispatchEvent(new Event('pageturn'));
  await vi.advanceTimersByTimeAsync(99);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ what, body }) => [what, body.page ?? body.page_url, body.session_duration])).toEqual([
    [visit, '/admin/orders', 0],
    ['PATCH /api/admin/track-user/a1', '/admin/orders', undefined],
  ]);
});

test('TRA-2: the next page of the same tab goes on under the same id', async () => {
  await start();
  sent = [];
  await start();
  expect(calls()).toContain('PATCH /api/admin/track-user/a1');
  expect(calls()).not.toContain('POST /api/admin/track-user');
});

test('A-64: a page that the store forgot registers again, once', async () => {
  sessionStorage.setItem('userId', 'old');
  answers = (what) =>
    what.startsWith('PATCH') ? Response.json({ code: 'not_found' }) : Response.json({ userId: 'new' });
  await start();
  expect(calls()).toEqual([visit, 'PATCH /api/admin/track-user/old', 'POST /api/admin/track-user']);
  expect(sessionStorage.getItem('userId')).toBe('new');
});

test('TRA-10, A-63: who was here before says so', async () => {
  await start();
  expect(localStorage.getItem('returning_visitor')).toBe('true');
  sent = [];
  await start();
  expect(sent[0]?.body.is_returning_visitor).toBe(true);
});

test('TRA-9, A-62: no token is needed; one that is there is shown, so that the staff is left out', async () => {
  await start();
  expect(sent.every(({ token }) => token === null)).toBe(true);
  localStorage.setItem('adminToken', 'a.b.c');
  sent = [];
  await start();
  expect(sent.every(({ token }) => token === 'Bearer a.b.c')).toBe(true);
});

describe.each(privacySignals)('D-29: with %j', (signal) => {
  test('one record is sent to be counted, nothing more, and nothing is remembered', async () => {
    vi.stubGlobal('navigator', { language: 'en', ...signal });
    await start();
    await vi.advanceTimersByTimeAsync(300_000);
    window.dispatchEvent(new Event('pagehide'));
    expect(calls()).toEqual([visit]);
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  });
});

test.each(noPrivacySignals)('D-29: with %j the visit is followed', async (signal) => {
  vi.stubGlobal('navigator', { language: 'en', ...signal });
  await start();
  expect(calls().length).toBeGreaterThan(1);
});

test('S-12, S-13: every call prefers a refusal that browsers do not log; after one, the page goes on', async () => {
  answers = () => Response.json({ message: 'Too many', code: 'rate_limited' });
  await start();
  expect(sent.map(({ prefer }) => prefer)).toEqual(['handling=lenient', 'handling=lenient']);
  answers = () => Response.json({ userId: 'a2' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls().at(-1)).toBe('POST /api/admin/track-user');
  expect(sessionStorage.getItem('userId')).toBe('a2');
});

test('blocked requests, refusals and answers that are no JSON do no harm', async () => {
  answers = () => Promise.reject(new TypeError('blocked'));
  await start();
  answers = () => Response.json({ message: 'Broken' }, { status: 500 });
  await vi.advanceTimersByTimeAsync(60_000);
  answers = () => new Response('<html>');
  await vi.advanceTimersByTimeAsync(60_000);
  answers = () => Response.json({ userId: 'late' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sessionStorage.getItem('userId')).toBe('late');
});

test('where storage is forbidden, the page view is still sent', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new Error('forbidden');
  });
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new Error('forbidden');
  });
  await start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls()).toEqual([visit, 'POST /api/admin/track-user', 'PATCH /api/admin/track-user/a1']);
});
