import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LiveType, liveTypes } from '../../contract/live.ts';
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { type LiveWorld, startLive } from '../../tests/support/live-world.ts';
import { silentLog } from '../observability/log.ts';
import { createLive } from './announcements.ts';
import { createListener, type Listener, type ListenerOptions } from './listener.ts';

let test: TestDatabase;
let closers: (() => Promise<void>)[];
let live: ReturnType<typeof createLive>;

beforeEach(async () => {
  test = await freshDatabase();
  live = createLive({ database: test.database, log: silentLog });
  closers = [async () => live.close()];
});

afterEach(async () => {
  for (const close of closers.reverse()) await close();
  await test.drop();
});

describe('what one process announces', () => {
  it('A-66, D-28: is heard by the pages of every process', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const pages = [await one.signedIn(), await other.signedIn()];
    const received = Promise.all(pages.map((page) => page.next()));
    live.announce(test.database.db, 'order-update');
    expect(await received).toEqual(['{"type":"order-update"}', '{"type":"order-update"}']);
  });

  it('A-66: is heard after the commit, and never after a rollback', async () => {
    const received: LiveType[] = [];
    await startListener({ onMessage: (type) => received.push(type) });
    await test.database
      .transaction(async (tx) => {
        live.announce(tx, 'alert-update');
        throw new Error('rolled back');
      })
      .catch(() => {});
    await test.database.transaction(async (tx) => {
      live.announce(tx, 'order-update');
      live.announce(tx, 'order-update');
      live.announce(test.database.db, 'user-update');
      await expect.poll(() => received).toEqual(['user-update']);
    });
    await expect.poll(() => received).toEqual(['user-update', 'order-update']);
  });

  it('D-28: is left alone where it is none of the three types', async () => {
    const received: LiveType[] = [];
    await startListener({ onMessage: (type) => received.push(type) });
    await test.database.pool.query("select pg_notify('applaud_live', 'secret'), pg_notify('other', 'user-update')");
    live.announce(test.database.db, 'user-update');
    await expect.poll(() => received).toEqual(['user-update']);
  });
});

describe('a database that goes away', () => {
  it('A-66: is subscribed to again when it comes back, and then every type is announced once', async () => {
    const received: LiveType[] = [];
    await startListener({ onMessage: (type) => received.push(type) });
    expect(received).toEqual([]);
    expect(await endSessions()).toBe(1);
    await expect.poll(() => received).toEqual([...liveTypes]);
    live.announce(test.database.db, 'alert-update');
    await expect.poll(() => received).toEqual([...liveTypes, 'alert-update']);
  });

  it('A-66: that is frozen is noticed by its silence', async () => {
    const path = await startPath();
    const received: LiveType[] = [];
    const options = { connection: path.connection, checkEveryMs: 50, answerWithinMs: 2_000 };
    await startListener({ ...options, onMessage: (type) => received.push(type) });
    path.freeze(true);
    live.announce(test.database.db, 'user-update');
    await expect.poll(() => path.connections()).toBeGreaterThan(1);
    expect(received).toEqual([]);
    path.freeze(false);
    await expect.poll(() => received).toEqual([...liveTypes]);
  });

  it('is waited for when it is not there yet', async () => {
    const path = await startPath();
    path.freeze(true);
    const received: LiveType[] = [];
    const listener = listen({
      connection: path.connection,
      answerWithinMs: 200,
      onMessage: (type) => received.push(type),
    });
    await expect.poll(() => path.connections()).toBeGreaterThan(1);
    path.freeze(false);
    await listener.ready;
    expect(received).toEqual([...liveTypes]);
  });
});

describe('closing the listener', () => {
  it('ends its session, and what is announced later is not heard', async () => {
    const onMessage = vi.fn();
    const listener = await startListener({ onMessage });
    await listener.close();
    await expect.poll(() => endSessions()).toBe(0);
    live.announce(test.database.db, 'user-update');
    expect(onMessage).not.toHaveBeenCalled();
  });

  it('does not wait for a database that is away', async () => {
    const listener = listen({ connection: { ...test.connection, host: '/nowhere', port: 1 }, onMessage: () => {} });
    await listener.close();
    await listener.ready;
  });

  it('does not wait for a database that is frozen', async () => {
    const path = await startPath();
    path.freeze(true);
    const listener = listen({ connection: path.connection, answerWithinMs: 600_000, onMessage: () => {} });
    await expect.poll(() => path.connections()).toBe(1);
    await listener.close();
  });
});

/** The live half of a process: its own pages, its own session. */
async function startProcess(): Promise<LiveWorld> {
  const setup = await startLive();
  closers.push(() => setup.close());
  await startListener({
    onMessage: (type) => {
      if (type !== 'settings-update') setup.hub.broadcast(type);
    },
  });
  return setup;
}

async function startListener(options: Partial<ListenerOptions> & Pick<ListenerOptions, 'onMessage'>) {
  const listener = listen(options);
  await listener.ready;
  return listener;
}

function listen(options: Partial<ListenerOptions> & Pick<ListenerOptions, 'onMessage'>): Listener {
  const listener = createListener({ connection: test.connection, log: silentLog, ...options });
  closers.push(() => listener.close());
  return listener;
}

/** Ends the sessions of all listeners, as a database that restarts does; how many there were. */
async function endSessions(): Promise<number> {
  const { rowCount } = await test.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'applaud live'`,
  );
  return rowCount ?? 0;
}

/** A way to the database that can freeze: nothing is refused, nothing comes through. */
async function startPath() {
  const { host = 'localhost', port = 5432 } = new pg.Client(test.connection);
  const sockets = new Set<Socket>();
  let frozen = false;
  let count = 0;
  const server: Server = createServer((near) => {
    count += 1;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!frozen) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The path has no port.');
  return {
    connection: { ...test.connection, host: '127.0.0.1', port: address.port },
    connections: () => count,
    freeze: (now: boolean) => {
      frozen = now;
    },
  };
}
