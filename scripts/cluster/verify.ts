// After a fault: everything that was acknowledged is there exactly once, and the books agree with the gateway.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientOf } from '../../tests/support/client.ts';
import { orderBody } from '../../tests/support/orders.ts';
import { runProgram, until } from '../../tests/support/program.ts';
import { sandboxControl } from '../../tests/support/sandbox-control.ts';
import { isReady, type Stores } from './store-machines.ts';

/** Everything that the stores acknowledged since they started. */
export type Acknowledged = { placed: { id: string }[]; accepted: { id: string }[] };
export type Verdict = { lost: string[]; doubled: string[]; problems: string[] };

/** Claims of links that a fault interrupted last two minutes, and a job ends them, once a minute. */
const settledWithinMs = 240_000;

const sqlOf = {
  unpaid: `select id as it from orders where payment_status <> 'paid'`,
  unsent: `select order_id as it from dispatches where state in ('waiting', 'failed')
    union all select o.id from orders o left join dispatches d on d.order_id = o.id
      where o.payment_status = 'paid' and d.order_id is null`,
  inFlight: `select order_id as it from dispatches where state = 'sending'`,
  twiceOrdered: `select customer_email as it from orders where customer_email like '%@buyer.example'
    group by 1 having count(*) > 1`,
  twiceCaptured: `select order_id as it from payment_events where conclusion = 'captured' group by 1 having count(*) > 1`,
  dispatched: `select provider_order_id as it from dispatches where provider_order_id is not null`,
};

/** `isLast`: also waits for links whose call a fault interrupted. Otherwise a later verification covers them. */
export async function verifyStores(
  stores: Stores,
  { placed, accepted }: Acknowledged,
  isLast = true,
): Promise<Verdict> {
  const column = async (statement: string) => (await stores.sql(statement)).map(({ it }) => String(it));
  const control = sandboxControl(stores.sandbox.origin);
  const problems: string[] = [];
  await until(
    'both stores are ready with their jobs',
    async () => (await Promise.all(stores.machines.map(isReady))).every(Boolean),
    120_000,
  );
  const noUpdates = await whyNoLiveUpdates(stores).catch((error: Error) => error.message);
  if (noUpdates !== null) problems.push(noUpdates);
  const paid = accepted.map(({ id }) => id);
  const isSettled = async () => {
    await control('/gateway/deliver', {}).catch(() => null);
    const unpaid = new Set(await column(sqlOf.unpaid));
    return (
      paid.every((id) => !unpaid.has(id)) &&
      (await column(sqlOf.unsent)).length === 0 &&
      (!isLast || (await column(sqlOf.inFlight)).length === 0)
    );
  };
  await until('payments are settled and links are sent', isSettled, settledWithinMs).catch((error: Error) =>
    problems.push(error.message),
  );
  const orders = new Set(await column('select id as it from orders'));
  const unpaid = new Set(await column(sqlOf.unpaid));
  const dispatched = new Set(await column(sqlOf.dispatched));
  const atProvider = (await control('/provider/orders')) as unknown as { id: string | number; link: string }[];
  const lost = [
    ...placed.map(({ id }) => id).filter((id) => !orders.has(id)),
    ...paid.filter((id) => unpaid.has(id)).map((id) => `${id}: payment`),
  ];
  const unknownLinks = await column(`select order_id as it from dispatches where state in ('unknown', 'sending')`);
  const unrecorded = atProvider.filter(({ id }) => !dispatched.has(String(id)));
  // A link whose answer was lost is unknown: it is listed for a person, and not sent again.
  if (unrecorded.length > unknownLinks.length)
    lost.push(...unrecorded.map(({ id }) => `provider order ${id}: dispatch`));
  const links = atProvider.map(({ link }) => link);
  const doubled = [
    ...(await column(sqlOf.twiceOrdered)),
    ...(await column(sqlOf.twiceCaptured)),
    ...links.filter((link, at) => links.indexOf(link) !== at),
  ];
  const today = new Date().toISOString().slice(0, 10);
  const commands = [
    ['money-verify', []],
    ['audit-verify', []],
    ['money-reconcile', ['--from', new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), '--to', today]],
  ] as const;
  for (const [name, args] of commands) {
    const { exitCode, output } = await runProgram(name, stores.env, [...args], 120_000);
    if (exitCode !== 0) problems.push(`${name}: ${output.slice(-500)}`);
  }
  return { lost, doubled, problems };
}

// Whether the stores receive each other's notifications again: an order at one of them reaches an admin page of the other.

/** Null: no problem. */
async function whyNoLiveUpdates({ machines, login }: Stores): Promise<string | null> {
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
