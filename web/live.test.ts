import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beatEveryMs } from '../contract/live.ts';
import { liveAddress, lookForTokenMs } from './live.ts';
import { type LiveClient, liveClient, look, network, visit } from './testing-live.tsx';

const auth = '{"type":"auth","token":"one"}';
const beat = '{"type":"beat"}';
let client: LiveClient;

beforeEach(() => {
  client = liveClient();
});

describe('the address', () => {
  it('ADM-LIVE-8: is /ws on the same host', () => {
    visit('http://shop.example:3000/admin?tab=live');
    client.connected();
    expect(client.latest().address).toBe('ws://shop.example:3000/ws');
  });

  it('ADM-LIVE-9: is secure when the page is secure', () => {
    expect(liveAddress({ protocol: 'https:', host: 'shop.example' })).toBe('wss://shop.example/ws');
    expect(liveAddress({ protocol: 'http:', host: 'shop.example' })).toBe('ws://shop.example/ws');
  });
});

describe('a good connection', () => {
  it('A-66: says the token first, and is connected once the store has answered a beat', () => {
    client.start();
    expect(client.latest().sent).toEqual([]);
    client.latest().opens();
    expect(client.latest().sent).toEqual([auth, beat]);
    expect(client.events).toEqual([]);
    client.latest().receive({ type: 'beat' });
    expect(client.events).toEqual([true]);
  });

  it('D-28, ADM-LIVE-7: hands on the three types and nothing else', () => {
    client.connected();
    for (const type of ['user-update', 'order-update', 'alert-update', 'other', 'beat'])
      client.latest().receive({ type });
    for (const odd of ['', '{', 'null', '{"type":7}']) client.latest().receive(odd);
    expect(client.events).toEqual([true, 'user-update', 'order-update', 'alert-update']);
  });

  it('lasts as long as every beat is answered', () => {
    client.connected();
    client.answerFor(60_000);
    expect(client.sockets).toHaveLength(1);
    expect(client.events).toEqual([true]);
  });

  it('is made anew when the token changes', () => {
    client.connected();
    client.token = 'two';
    vi.advanceTimersByTime(beatEveryMs);
    expect(client.sockets).toHaveLength(2);
    expect(client.sockets[0]?.closed).toBe(true);
    client.latest().opens();
    expect(client.latest().sent[0]).toBe('{"type":"auth","token":"two"}');
  });

  it('ends with the token, and waits for the next one', () => {
    client.connected();
    client.token = null;
    vi.advanceTimersByTime(60_000);
    expect(client.events).toEqual([true, false]);
    expect(client.sockets).toHaveLength(1);
    client.token = 'two';
    vi.advanceTimersByTime(lookForTokenMs);
    expect(client.sockets).toHaveLength(2);
  });
});

describe('closing', () => {
  it('ends the socket and everything that waits', () => {
    client.connected();
    client.connection?.close();
    expect(client.latest().closed).toBe(true);
    look(true);
    network(true);
    vi.advanceTimersByTime(600_000);
    client.latest().receive({ type: 'user-update' });
    expect(client.sockets).toHaveLength(1);
    expect(client.events).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
