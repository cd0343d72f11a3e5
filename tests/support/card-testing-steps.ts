// Steps of the tests of card testing: buyers of networks of their own, whose cards are declined.
import { orderBody, type Placed, payAtGateway, sessionBody } from './orders.ts';
import { paymentSteps } from './payment-steps.ts';
import type { TestStore } from './store.ts';

/** Limits as in a real store, behind one proxy. */
export const cardTestingEnv = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' };

export function cardTestingSteps(storeOf: () => TestStore) {
  const { rows } = paymentSteps(storeOf);

  let made = 0;
  /** An IPv6 network of its own; `visitor` is one /64 of it. */
  function aNetwork() {
    made += 1;
    const network = `2001:db8:${made.toString(16)}`;
    return (visitor: number) => `${network}:${visitor.toString(16)}::1`;
  }
  const anEmail = () => {
    made += 1;
    return `buyer${made}@example.com`;
  };

  /** From addresses of their own, so that only limits of declines count. */
  function anAddress() {
    made += 1;
    return { 'x-forwarded-for': `198.18.${made >> 8}.${made & 255}` };
  }

  async function anOrder(email = anEmail()): Promise<Placed> {
    const body = orderBody({ email });
    const { orderId: id } = await storeOf().visitor.call('POST /api/create-order', { body }, anAddress());
    return { ...body, id, postLinks: body.post_links, amount: body.price };
  }

  const confirm = (id: string) =>
    storeOf().visitor.call('POST /api/orders/{id}/confirm-payment', { params: { id }, body: {} }, anAddress());

  const open = (order: Placed, from: string, of = storeOf()) =>
    of.visitor.ask('POST /api/bigpay/init-session', { body: sessionBody(order) }, { 'x-forwarded-for': from });

  /** Opens a form and has so many cards declined in it, at most three; the store finds out by a return. */
  async function decline(order: Placed, from: string, tries: number): Promise<number> {
    const { status, body } = await open(order, from);
    if (status !== 200) return status;
    for (let done = 0; done < tries; done += 1) await payAtGateway(storeOf(), body.sessionId, '05/39');
    await confirm(order.id);
    return status;
  }

  const counted = async () => (await rows<{ n: number }>('select count(*)::int as n from card_declines'))[0]?.n;
  const alerts = (fact: string) =>
    rows<{ severity: string; mailed: boolean; ip: string | null }>(
      `select severity, details->>'ip' as ip, exists(select from mails where alert_id = a.id) as mailed from alerts a
       where type = 'card_testing' and once_key like 'card testing ' || $1 || ' %'`,
      fact,
    );

  return { rows, aNetwork, anEmail, anOrder, confirm, open, decline, counted, alerts };
}
