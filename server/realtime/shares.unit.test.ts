// Who may hold how many websockets: strangers share a total, every admin has a share of its own.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LiveWorld, type Page, startLive } from '../../tests/support/live-world.ts';
import { mostPerAdmin, mostUnverified, mostUnverifiedPerAddress } from './hub.ts';

let live: LiveWorld;

beforeEach(async () => {
  live = await startLive();
});

afterEach(() => live.close());

/** Sockets that send no token, five from each address, until strangers have no place left. */
async function fillWithStrangers(
  addresses = Array.from({ length: 40 }, (_, nth) => `198.51.${nth}.7`),
): Promise<Page[]> {
  const pages: Page[] = [];
  for (const ip of addresses) {
    pages.push(...(await Promise.all(Array.from({ length: mostUnverifiedPerAddress }, () => live.open({ ip })))));
  }
  expect(live.hub.count()).toBe(mostUnverified);
  return pages;
}

function isOpen({ socket }: Page): boolean {
  return socket.readyState === socket.OPEN;
}

describe('an admin among strangers', () => {
  it('S-14: connects, stays and hears of changes while strangers fill their share and renew it', async () => {
    await fillWithStrangers();
    const admin = await live.signedIn({ ip: '203.0.113.1' });
    for (let nth = 0; nth < 40; nth += 1) {
      await Promise.all(Array.from({ length: 5 }, () => live.open({ ip: `198.51.${nth}.7` })));
    }
    const message = admin.next();
    live.hub.broadcast('order-update');
    expect(await message).toBe('{"type":"order-update"}');
    expect(isOpen(admin)).toBe(true);
    expect((await live.signedIn({ ip: '203.0.113.2' })).socket.readyState).toBe(admin.socket.OPEN);
  });

  it('S-14: connects from an address whose strangers have used their share of it', async () => {
    const ip = '203.0.113.7';
    const strangers = await Promise.all(Array.from({ length: mostUnverifiedPerAddress }, () => live.open({ ip })));
    const admin = await live.signedIn({ ip });
    await Promise.all(Array.from({ length: mostUnverifiedPerAddress }, () => live.open({ ip })));
    expect((await strangers[0]?.ended)?.code).toBe(1013);
    await admin.beat();
  });

  it('is not counted among them: as many strangers as before find a place', async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => live.signedIn({ ip: '203.0.113.9' })));
    await Promise.all(Array.from({ length: mostUnverifiedPerAddress }, () => live.open({ ip: '203.0.113.9' })));
    expect(live.hub.count()).toBe(10 + mostUnverifiedPerAddress);
    expect(admins.every(isOpen)).toBe(true);
  });

  it('S-14: whose token is being verified goes before those that sent none', async () => {
    const ip = '203.0.113.7';
    live.breakVerify(() => new Promise(() => {}));
    const verifying = await live.open({ ip });
    verifying.send({ type: 'auth', token: 'good' });
    await expect.poll(() => live.verified()).toBe(1);
    const strangers: Page[] = [];
    for (let nth = 0; nth < 2 * mostUnverifiedPerAddress; nth += 1) strangers.push(await live.open({ ip }));
    await strangers[0]?.ended;
    expect(isOpen(verifying)).toBe(true);
  });
});

describe('strangers', () => {
  it('S-14: of one address keep five sockets: a sixth ends the oldest with 1013', async () => {
    const ip = '203.0.113.7';
    const pages: Page[] = [];
    for (let nth = 0; nth < mostUnverifiedPerAddress + 1; nth += 1) pages.push(await live.open({ ip }));
    expect(await pages[0]?.ended).toEqual({ code: 1013, reason: 'Too many open connections. Please try again later.' });
    expect(pages.slice(1).every(isOpen)).toBe(true);
    await expect.poll(() => live.hub.count()).toBe(mostUnverifiedPerAddress);
  });

  it('S-14: of one IPv6 /64 are one address', async () => {
    const pages: Page[] = [];
    for (let nth = 0; nth <= mostUnverifiedPerAddress; nth += 1) {
      pages.push(await live.open({ ip: `2001:db8:1:2::${nth + 1}` }));
    }
    expect((await pages[0]?.ended)?.code).toBe(1013);
    await live.open({ ip: '2001:db8:1:3::1' });
    expect(pages.slice(1).every(isOpen)).toBe(true);
  });

  it('S-14: keep 200 sockets in all: another one ends the oldest of the network that has most', async () => {
    const crowd = Array.from({ length: 3 }, (_, nth) => `198.51.100.${nth}`);
    const others = Array.from({ length: 37 }, (_, nth) => `192.0.${nth}.1`);
    const pages = await fillWithStrangers([...others, ...crowd]);
    const newcomer = await live.open({ ip: '203.0.113.1' });
    const firstOfCrowd = pages[others.length * mostUnverifiedPerAddress];
    expect((await firstOfCrowd?.ended)?.code).toBe(1013);
    expect(isOpen(newcomer)).toBe(true);
    expect(pages.filter((page) => !isOpen(page))).toEqual([firstOfCrowd]);
    await expect.poll(() => live.hub.count()).toBe(mostUnverified);
  });

  it('S-14: that do not answer the close are cut off at once', async () => {
    const ip = '203.0.113.7';
    const pages: Page[] = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const page = await live.open({ ip });
      page.socket.pause();
      pages.push(page);
    }
    // Sooner than the 30 s that the library gives a close.
    await expect.poll(() => live.hub.count(), { timeout: 20_000 }).toBe(mostUnverifiedPerAddress);
  });
});

describe('one admin', () => {
  it('S-14: keeps 50 pages: one more is sent away with 1013, and other admins are not', async () => {
    const pages = await Promise.all(
      Array.from({ length: mostPerAdmin }, (_, nth) => live.signedIn({ ip: `203.0.113.${nth}` })),
    );
    const more = await live.open({ ip: '203.0.113.99' });
    more.send({ type: 'auth', token: 'good' });
    expect(await more.ended).toEqual({ code: 1013, reason: 'Too many open pages of this admin.' });
    live.sessions.add('another');
    await live.signedIn({ ip: '203.0.113.99', token: 'another' });
    pages[0]?.socket.close();
    await pages[0]?.ended;
    await expect.poll(() => live.hub.count()).toBe(mostPerAdmin);
    await live.signedIn({ ip: '203.0.113.99' });
  });
});
