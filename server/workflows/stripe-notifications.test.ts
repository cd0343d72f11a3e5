// What comes to the address for Stripe's notifications and is none of ours, or comes too early.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paymentSteps } from '../../tests/support/payment-steps.ts';
import { stripeSetup } from '../../tests/support/stripe-setup.ts';

const { setup, start, stop, openedOrder, completed, notify } = stripeSetup();
beforeAll(start);
afterAll(stop);
afterEach(() => setup.stripe.meet(null));

const { confirm, read, rows } = paymentSteps(() => setup.store);

describe('what is no notification of ours', () => {
  test('S-5: forged is 401 with an alert, too old is 400; neither is kept', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    const forged = setup.stripe.event(session, { secret: 'whsec_guessed' });
    const old = setup.stripe.event(session, { ageSeconds: 3600 });
    const changed = completed(session);
    expect(await notify(forged)).toBe(401);
    expect(
      await notify({ ...changed, rawBody: changed.rawBody.replace('"object": "event"', '"object":  "event"') }),
    ).toBe(401);
    expect(await notify({ ...changed, headers: { 'content-type': 'application/json' } })).toBe(401);
    expect(await notify(old)).toBe(400);
    expect(await rows("select from alerts where type = 'webhook_forged'")).not.toEqual([]);
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'session' });
    expect(await rows('select from payment_notifications where gateway_order_id = $1', `${order.id}-1`)).toEqual([]);
  });

  test('S-5: events of another account, of another shop, and about other things are received and set aside', async () => {
    const { session } = await openedOrder();
    const before = await rows('select from payment_notifications');
    const others = [
      setup.stripe.event(session, { account: 'acct_other' }),
      setup.stripe.event({ ...session, metadata: {} }),
      setup.stripe.event({ id: 'cus_1', object: 'customer', metadata: {} }, { type: 'customer.created' }),
    ];
    for (const event of others) expect(await notify(event)).toBe(200);
    expect(await rows('select from payment_notifications')).toEqual(before);
  });

  test('rule 6: an event about a payment of which Stripe cannot be asked now is to come again', async () => {
    const { order, session } = await openedOrder();
    setup.stripe.objects.pay(session);
    await confirm(order.id);
    const event = setup.stripe.event(setup.stripe.objects.dispute(session), { type: 'charge.dispute.created' });
    setup.stripe.meet('busy');
    expect(await notify(event)).toBe(503);
    setup.stripe.meet(null);
    expect(await notify(event)).toBe(200);
    await setup.store.drain();
    expect(await read(order.id)).toMatchObject({ payment_status: 'disputed' });
  });
});
