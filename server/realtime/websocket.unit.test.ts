import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { authWithinMs, liveTypes } from '../../contract/live.ts';
import { type LiveWorld, type Page, startLive } from '../../tests/support/live-world.ts';
import { closeWithinMs, pingEveryMs, verifyEveryMs, verifyWithinMs } from './connection.ts';
import { sendEveryMs } from './hub.ts';

let live: LiveWorld;

beforeEach(async () => {
  // Only what our own rules wait for: the network keeps its real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  live = await startLive();
});

afterEach(async () => {
  vi.useRealTimers();
  await live.close();
});

describe('authentication', () => {
  it('A-66, D-28: a page with a good token hears the type and nothing else', async () => {
    const page = await live.signedIn();
    for (const type of liveTypes) {
      const message = page.next();
      live.hub.broadcast(type);
      expect(await message).toBe(`{"type":"${type}"}`);
    }
  });

  it('A-66: a page that has not said its token hears nothing', async () => {
    const silent = await live.open();
    const page = await live.signedIn();
    const message = page.next();
    live.hub.broadcast('user-update');
    await message;
    silent.send({ type: 'auth', token: 'good' });
    await silent.beat();
    expect(silent.heard).toEqual(['{"type":"beat"}']);
  });

  it('A-66: a page whose token is still being verified hears nothing', async () => {
    let answer = (_admin: null) => {};
    live.breakVerify(() => new Promise((resolve) => (answer = resolve)));
    const page = await live.open();
    page.send({ type: 'auth', token: 'slow' });
    await expect.poll(() => live.verified()).toBe(1);
    live.hub.broadcast('user-update');
    answer(null);
    expect((await page.ended).code).toBe(4401);
    expect(page.heard).toEqual([]);
  });

  it('A-66: a token that is not good closes with 4401', async () => {
    const page = await live.open();
    page.send({ type: 'auth', token: 'forged' });
    expect((await page.ended).code).toBe(4401);
  });

  it('a token that cannot be verified just now closes with 1013, to come again', async () => {
    live.breakVerify(() => Promise.reject(new Error('the database is away')));
    const page = await live.open();
    page.send({ type: 'auth', token: 'good' });
    expect((await page.ended).code).toBe(1013);
  });

  it('S-14: a token that is not verified within 10 s closes with 1013, to come again', async () => {
    live.breakVerify(() => new Promise(() => {}));
    const page = await live.open();
    page.send({ type: 'auth', token: 'good' });
    await expect.poll(() => live.verified()).toBe(1);
    await vi.advanceTimersByTimeAsync(verifyWithinMs);
    expect((await page.ended).code).toBe(1013);
  });

  it('S-14: no token within 5 s closes with 4408', async () => {
    const page = await live.open();
    await vi.advanceTimersByTimeAsync(authWithinMs - 1);
    expect(page.socket.readyState).toBe(page.socket.OPEN);
    await vi.advanceTimersByTimeAsync(1);
    expect((await page.ended).code).toBe(4408);
  });

  it.each(['{"type":"beat"}', '{"type":"auth"}', '{"type":"auth","token":7}', 'token', '[]', ''])(
    'A-66: a first message that is no token closes: %s',
    async (message) => {
      const page = await live.open();
      page.send(message);
      expect((await page.ended).code).toBe(1008);
      expect(live.verified()).toBe(0);
    },
  );

  it('A-66: binary messages close', async () => {
    const page = await live.open();
    page.socket.send(Buffer.from('{"type":"auth","token":"good"}'));
    expect((await page.ended).code).toBe(1008);
  });

  it('S-14: a first message of more than 4 kB closes with 1009', async () => {
    const page = await live.open();
    page.send({ type: 'auth', token: 'x'.repeat(5_000) });
    expect((await page.ended).code).toBe(1009);
    expect(live.verified()).toBe(0);
  });

  it('a second token, or anything but a beat, closes', async () => {
    const page = await live.signedIn();
    page.send({ type: 'auth', token: 'good' });
    expect((await page.ended).code).toBe(1008);
  });
});

describe('a session that ends', () => {
  it('A-66: loses its socket at the next verification, a minute later at most', async () => {
    const page = await live.signedIn();
    live.sessions.delete('good');
    await minuteWithPongs(page).catch(() => {});
    expect((await page.ended).code).toBe(4401);
    expect(live.verified()).toBe(2);
  });

  it('a good one is verified every minute and stays', async () => {
    const page = await live.signedIn();
    for (let minute = 0; minute < 3; minute += 1) await minuteWithPongs(page);
    expect(live.verified()).toBe(4);
    await page.beat();
  });

  it('is not taken for ended while the database is away', async () => {
    const page = await live.signedIn();
    live.breakVerify(() => Promise.reject(new Error('the database is away')));
    await minuteWithPongs(page);
    expect(live.verified()).toBe(2);
    await page.beat();
    live.breakVerify(null);
    live.sessions.clear();
    await minuteWithPongs(page).catch(() => {});
    expect((await page.ended).code).toBe(4401);
  });
});

describe('origins and other visitors', () => {
  it('A-66: the own page may connect, and so may what is no page', async () => {
    await live.signedIn({ origin: live.url });
    await live.signedIn({ origin: 'https://shop.example' });
    await live.signedIn();
  });

  it('A-66: a page of another site is refused before the upgrade', async () => {
    const refusal = await live.refused({ origin: 'https://evil.example' });
    expect(refusal).toMatchObject({ status: 403, body: { message: 'Pages of other sites may not connect here.' } });
  });

  it('a visitor without an upgrade gets an upgrade-required response', async () => {
    const answer = await fetch(`${live.url}/ws`);
    expect(answer.status).toBe(426);
    expect(answer.headers.get('upgrade')).toBe('websocket');
    expect(await answer.json()).toEqual({ message: 'This address speaks websocket only.', code: 'upgrade_required' });
    expect((await fetch(`${live.url}/ws`, { method: 'HEAD' })).status).toBe(426);
  });

  it('other methods are not allowed', async () => {
    const answer = await fetch(`${live.url}/ws`, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect(await answer.json()).toHaveProperty('message');
  });

  it('S-14: an upgrade of another address leaves no socket behind', async () => {
    const socket = connect(Number(new URL(live.url).port), '127.0.0.1');
    socket.write(
      'GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    socket.resume();
    socket.on('data', (chunk) => {
      // The closing handshake, as a page would answer it.
      if (chunk.includes(0x88)) socket.end(Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
    });
    await once(socket, 'close');
  });
});

describe('many changes', () => {
  it('A-66: a thousand changes in a moment are broadcast twice: at once, and at the end of the second', async () => {
    const page = await live.signedIn();
    for (let change = 0; change < 1_000; change += 1) live.hub.broadcast('user-update');
    live.hub.broadcast('order-update');
    await page.beat();
    expect(page.heard).toEqual(['{"type":"user-update"}', '{"type":"order-update"}', '{"type":"beat"}']);
    page.heard.length = 0;
    await vi.advanceTimersByTimeAsync(sendEveryMs * 3);
    await page.beat();
    expect(page.heard).toEqual(['{"type":"user-update"}', '{"type":"beat"}']);
  });
});

describe('pages that are gone', () => {
  it('S-14: a page that does not answer a ping is cut off', async () => {
    const page = await live.signedIn({ autoPong: false });
    const pinged = once(page.socket, 'ping');
    await vi.advanceTimersByTimeAsync(pingEveryMs);
    await pinged;
    await vi.advanceTimersByTimeAsync(pingEveryMs);
    expect((await page.ended).code).toBe(1006);
  });

  it('S-14: a page that does not answer the close is cut off and gives its place back', async () => {
    const pages = await Promise.all(Array.from({ length: 5 }, () => live.open()));
    // Stops reading, so that it never sees the close.
    for (const { socket } of pages) socket.pause();
    expect(live.hub.count()).toBe(5);
    await vi.advanceTimersByTimeAsync(authWithinMs + closeWithinMs);
    await expect.poll(() => live.hub.count()).toBe(0);
  });

  it('a beat is answered to its sender only', async () => {
    const [asking, other] = [await live.signedIn(), await live.signedIn()];
    await asking.beat();
    await other.beat();
    expect(other.heard).toEqual(['{"type":"beat"}']);
  });
});

describe('the end of the store', () => {
  it('closes every socket with 1001, and takes no more', async () => {
    const page = await live.signedIn();
    const closed = live.hub.close();
    expect(live.hub.findRefusal({ ip: '::1', origin: undefined, host: undefined, sessionSecrets: [] })?.error).toBe(
      'unavailable',
    );
    expect((await page.ended).code).toBe(1001);
    await closed;
    live.hub.broadcast('user-update');
  });

  it('does not wait for a page that is frozen', async () => {
    const page = await live.signedIn();
    page.socket.pause();
    const closed = live.hub.close();
    await vi.advanceTimersByTimeAsync(closeWithinMs);
    await closed;
  });
});

/** A minute in steps in which the pings of the store are answered. */
async function minuteWithPongs(page: Page): Promise<void> {
  const stepMs = verifyEveryMs / 12;
  for (let step = 0; step < 12; step += 1) {
    await vi.advanceTimersByTimeAsync(stepMs);
    await page.beat();
  }
}
