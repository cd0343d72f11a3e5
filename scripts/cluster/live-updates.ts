// Whether the stores receive each other's notifications again: an order at one of them reaches an admin page of the other.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientOf } from '../../tests/support/client.ts';
import { orderBody } from '../../tests/support/orders.ts';
import { until } from '../../tests/support/program.ts';
import type { Stores } from './store-machines.ts';

/** Null: it does. */
export async function whyNoLiveUpdates({ machines, login }: Stores): Promise<string | null> {
  const [near, far] = machines.map(({ host, name }) => `${host}:${name.replace('store', '300')}`);
  const { token } = await clientOf(`http://${near}`, null).call('POST /api/admin/login', { body: login });
  const socket = new WebSocket(`ws://${near}/ws`);
  const messages: string[] = [];
  socket.on('message', (text) => messages.push(String(text)));
  socket.on('error', () => {});
  try {
    await once(socket, 'open');
    for (const message of [{ type: 'auth', token }, { type: 'beat' }]) socket.send(JSON.stringify(message));
    await until('the page is signed in', () => messages.some((text) => text.includes('beat')));
    messages.length = 0;
    await clientOf(`http://${far}`, null).call('POST /api/create-order', { body: orderBody() });
    await until('a page of the other process is updated', () => messages.some((text) => text.includes('order-update')));
    return null;
  } catch (error) {
    return `live updates: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    socket.close();
  }
}
