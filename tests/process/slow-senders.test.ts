// Requests that never arrive in full, against the built store and its real limit of 30 s.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { openSlowSender, type SlowSender, senderKinds } from '../support/slow-senders.ts';

const limitMs = 30_000;

let store: StoreProcess;
let senders: SlowSender[] = [];

afterEach(async () => {
  for (const sender of senders) sender.destroy();
  await store.close();
});

/** Inodes of the sockets that the store holds on its port, beside the one that listens. */
async function heldSockets(): Promise<string[]> {
  const port = Number(new URL(store.url).port).toString(16).toUpperCase().padStart(4, '0');
  const onPort = (await readFile('/proc/net/tcp', 'utf8'))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(`:${port}`) && state !== '0A')
    .map(([, , , , , , , , , inode]) => `socket:[${inode}]`);
  const fds = await readdir(`/proc/${store.pid()}/fd`);
  const links = await Promise.all(fds.map((fd) => readlink(`/proc/${store.pid()}/fd/${fd}`).catch(() => '')));
  return links.filter((link) => onPort.includes(link));
}

test.skipIf(process.platform !== 'linux')(
  '300 requests that never arrive in full are ended within seconds of 30 s, and the store keeps none of their sockets',
  async () => {
    store = await startOnSharedServer();
    const port = Number(new URL(store.url).port);
    // Connections of ours that are kept alive.
    const before = await heldSockets();
    const heldSince = async () => (await heldSockets()).filter((socket) => !before.includes(socket));
    const kinds = Array.from({ length: 300 }, (_, nth) => senderKinds[nth % senderKinds.length] ?? 'silent');
    senders = await Promise.all(kinds.map((kind) => openSlowSender(kind, port)));
    await expect.poll(async () => (await heldSince()).length).toBe(300);
    const isHeld = () => senders.some(({ kind, endedAfterMs }) => kind !== 'mute' && endedAfterMs() === null);
    await expect.poll(isHeld, { timeout: limitMs + 10_000, interval: 250 }).toBe(false);
    for (const sender of senders.filter(({ kind }) => kind !== 'mute')) {
      expect(sender.received(), sender.kind).toMatch(/^HTTP\/1\.1 408 .*The request took too long to arrive/s);
      expect(sender.endedAfterMs(), sender.kind).toBeGreaterThan(limitMs - 1_000);
      expect(sender.endedAfterMs(), sender.kind).toBeLessThan(limitMs + 5_000);
    }
    await expect.poll(heldSince, { timeout: 5_000 }).toEqual([]);
    expect((await fetch(`${store.url}/healthz`)).status).toBe(200);
    expect(store.output()).not.toContain('a request was refused');
  },
);
