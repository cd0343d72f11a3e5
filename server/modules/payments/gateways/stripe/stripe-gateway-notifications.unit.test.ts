import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeStandIn, startStripeStandIn, stripeKeys } from '../../../../../tests/stand-ins/stripe-stand-in.ts';
import { openSession } from '../../../../../tests/stand-ins/stripe-stand-in-session.ts';

let setup: StripeStandIn;
beforeEach(async () => {
  setup = await startStripeStandIn();
});
afterEach(() => setup.stop());

describe('a notification of stripe', () => {
  const session = {
    id: 'cs_test_1',
    object: 'checkout.session',
    client_reference_id: 'K7M2NPQ4RSTV-1',
    metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' },
  };
  const read = ({ headers, rawBody }: { headers: Record<string, string>; rawBody: string }) =>
    setup.subject.readNotification(headers, rawBody);

  it('S-5: is known by the id of its event', async () => {
    const event = setup.server.event(session, { id: 'evt_77' });
    await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', notificationId: 'evt_77' });
  });

  it('S-5: a body that was changed by a byte is forged', async () => {
    const { headers, rawBody } = setup.server.event(session);
    await expect(read({ headers, rawBody: `${rawBody} ` })).resolves.toEqual({ outcome: 'forged' });
    await expect(read({ headers, rawBody: rawBody.replace('-1', '-2') })).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: a right signature that is older than five minutes is no forgery, and is not taken', async () => {
    await expect(read(setup.server.event(session, { ageSeconds: 290 }))).resolves.toMatchObject({
      outcome: 'authentic',
    });
    await expect(read(setup.server.event(session, { ageSeconds: 310 }))).resolves.toMatchObject({
      outcome: 'unusable',
    });
  });

  it.each(['payment_intent', 'charge', 'refund'])(
    'S-5: a %s is about the order that its metadata name',
    async (object) => {
      const event = setup.server.event({ id: 'x_1', object, metadata: { gateway_order_id: 'K7M2NPQ4RSTV-1' } });
      await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    },
  );

  it('5.2: a dispute is about the order of its payment, of which Stripe is asked', async () => {
    const { session: made } = await openSession(setup);
    setup.server.objects.pay(made);
    const dispute = setup.server.objects.dispute(made);
    const event = setup.server.event(dispute, { type: 'charge.dispute.created' });
    await expect(read(event)).resolves.toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
    setup.meet('lost_answer');
    await expect(read(event)).rejects.toMatchObject({ fault: 'unavailable' });
  });

  it.each([
    ['a customer', { id: 'cus_1', object: 'customer', metadata: {} }, {}],
    ['a session of another shop on the same account', { ...session, metadata: {} }, {}],
    ['another account', session, { account: 'acct_1' }],
    ['real money, to a store of test money', session, { livemode: true }],
  ])('S-5: an event about %s is received and set aside', async (_, object, change) => {
    await expect(read(setup.server.event(object, change))).resolves.toMatchObject({ outcome: 'irrelevant' });
  });

  it('S-5: signatures that come twice, or of another kind, are forged', async () => {
    const { headers, rawBody } = setup.server.event(session);
    const twice = { 'stripe-signature': [String(headers['stripe-signature'])] };
    await expect(setup.subject.readNotification(twice, rawBody)).resolves.toEqual({ outcome: 'forged' });
    const other = { 'stripe-signature': String(headers['stripe-signature']).replace('v1=', 'v0=') };
    await expect(setup.subject.readNotification(other, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: while a secret is replaced, the old and the new one are both right', async () => {
    const rolling = setup.subjectWith({ webhookSecrets: ['whsec_new', stripeKeys.webhookSecret] });
    for (const secret of ['whsec_new', stripeKeys.webhookSecret]) {
      const { headers, rawBody } = setup.server.event(session, { secret });
      await expect(rolling.readNotification(headers, rawBody)).resolves.toMatchObject({ outcome: 'authentic' });
    }
    const { headers, rawBody } = setup.server.event(session, { secret: 'whsec_other' });
    await expect(rolling.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: one right signature among several is enough, wherever it stands', async () => {
    const { headers, rawBody } = setup.server.event(session);
    const [at = '', right = ''] = String(headers['stripe-signature']).split(',');
    const wrong = `v1=${'0'.repeat(64)}`;
    for (const several of [`${at},${wrong},${right}`, `${at},${right},${wrong}`, `${at},v0=abc,${right}`]) {
      await expect(read({ headers: { 'stripe-signature': several }, rawBody })).resolves.toMatchObject({
        outcome: 'authentic',
      });
    }
    await expect(read({ headers: { 'stripe-signature': `${at},${wrong},${wrong}` }, rawBody })).resolves.toEqual({
      outcome: 'forged',
    });
    // A signature that was made for another moment.
    const moved = `t=${Number(at.slice(2)) + 60},${right}`;
    await expect(read({ headers: { 'stripe-signature': moved }, rawBody })).resolves.toEqual({ outcome: 'forged' });
  });

  it('S-5: without a configured secret every notification is forged', async () => {
    const open = setup.subjectWith({ webhookSecrets: [''] });
    const { headers, rawBody } = setup.server.event(session, { secret: '' });
    await expect(open.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
  });
});
