import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beatAnswerMs, beatEveryMs, liveClose } from '../contract/live.ts';
import { longestDelayMs, lookForTokenMs, openWithinMs, restAfterMs, shortestDelayMs } from './live.ts';
import { type LiveClient, liveClient, look, network, visit } from './testing-live.tsx';

let client: LiveClient;

beforeEach(() => {
  client = liveClient();
});

describe('a store that is gone', () => {
  it('A-66: is noticed within 5 s when it is frozen, although the socket stays open', () => {
    client.connected();
    vi.advanceTimersByTime(beatEveryMs + beatAnswerMs);
    expect(beatEveryMs + beatAnswerMs).toBeLessThanOrEqual(5_000);
    expect(client.events).toEqual([true, false]);
    expect(client.latest().closed).toBe(true);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(client.sockets).toHaveLength(2);
  });

  it('says nothing more through the old socket', () => {
    client.connected();
    const [old] = client.sockets;
    vi.advanceTimersByTime(beatEveryMs + beatAnswerMs + 2 * shortestDelayMs);
    old?.receive({ type: 'user-update' });
    old?.receive({ type: 'beat' });
    old?.ends(4401);
    client.latest().opens();
    client.latest().receive({ type: 'beat' });
    expect(client.events).toEqual([true, false, true]);
    expect(client.sockets).toHaveLength(2);
  });

  it('is given up when it never opens, or never answers the token', () => {
    client.start();
    vi.advanceTimersByTime(openWithinMs / 2);
    client.latest().opens();
    vi.advanceTimersByTime(openWithinMs / 2);
    expect(client.latest().closed).toBe(true);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(client.sockets).toHaveLength(2);
    expect(client.events).toEqual([]);
  });

  it('A-66: is tried again after 1 s at least, ever more rarely, and every 30 s at last', () => {
    client.random = 1;
    client.start();
    const delays = Array.from({ length: 7 }, client.failedAgainAfterMs);
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, longestDelayMs, longestDelayMs, longestDelayMs]);
    client.random = 0;
    expect(client.failedAgainAfterMs()).toBe(shortestDelayMs);
  });

  it('is tried soon again after a connection that was good', () => {
    client.random = 1;
    client.start();
    for (let times = 0; times < 5; times += 1) client.failedAgainAfterMs();
    client.latest().opens();
    client.latest().receive({ type: 'beat' });
    expect(client.failedAgainAfterMs()).toBe(2_000);
  });

  it.each(Object.values(liveClose).filter((code) => code !== 4401))('is tried again after the code %i', (code) => {
    client.connected();
    client.latest().ends(code);
    vi.advanceTimersByTime(2 * shortestDelayMs);
    expect(client.sockets).toHaveLength(2);
  });
});

describe('a token that is refused', () => {
  it('A-66: is not tried again; another one is', () => {
    client.start();
    client.latest().opens();
    client.latest().ends(4401);
    vi.advanceTimersByTime(600_000);
    expect(client.sockets).toHaveLength(1);
    client.token = 'two';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(client.sockets).toHaveLength(2);
  });

  it('A-66: is not tried again because somebody looks at the page', () => {
    client.connected();
    client.latest().ends(4401);
    look(true);
    look(false);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(600_000);
    expect(client.sockets).toHaveLength(1);
    expect(client.events).toEqual([true, false]);
  });

  it('that is missing is waited for', () => {
    client.token = null;
    client.start();
    vi.advanceTimersByTime(60_000);
    expect(client.sockets).toHaveLength(0);
    client.token = 'one';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(client.sockets).toHaveLength(1);
  });
});

describe('a page that is away', () => {
  it('rests after five minutes in which nobody looked, and comes back at once', () => {
    client.connected();
    look(false);
    client.answerFor(restAfterMs);
    expect(client.events).toEqual([true, false]);
    vi.advanceTimersByTime(600_000);
    expect(client.sockets).toHaveLength(1);
    look(true);
    expect(client.sockets).toHaveLength(2);
  });

  it('stays connected when somebody looks again before', () => {
    client.connected();
    look(false);
    client.answerFor(restAfterMs - 10_000);
    look(true);
    client.answerFor(restAfterMs);
    expect(client.sockets).toHaveLength(1);
    expect(client.events).toEqual([true]);
  });

  it('that opened in the background connects, and rests later', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    client.connected();
    client.answerFor(restAfterMs);
    expect(client.events).toEqual([true, false]);
  });

  it('does not try while there is no network, and tries at once when there is', () => {
    visit('https://shop.example/admin');
    client.connected();
    network(false);
    expect(client.events).toEqual([true, false]);
    vi.advanceTimersByTime(600_000);
    expect(client.sockets).toHaveLength(1);
    network(true);
    expect(client.sockets).toHaveLength(2);
  });

  it('that comes from the same machine needs no network', () => {
    visit('http://127.0.0.1:3000/admin');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    client.connected();
    network(false);
    expect(client.events).toEqual([true]);
  });
});
