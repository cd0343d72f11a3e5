import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeStandIn, startStripeStandIn } from '../../../../../tests/stand-ins/stripe-stand-in.ts';
import { openSession } from '../../../../../tests/stand-ins/stripe-stand-in-session.ts';

let setup: StripeStandIn;
beforeEach(async () => {
  setup = await startStripeStandIn();
});
afterEach(() => setup.stop());

describe('the truth of stripe', () => {
  it('rule 8: a session whose answer was lost is not asked for: no browser ever had it', async () => {
    await expect(setup.subject.retrieve({ gatewayOrderId: 'K7M2-1', sessionId: null })).resolves.toBeNull();
    expect(setup.callCount()).toBe(0);
  });

  it('A-29: declines are counted, and the form stays open however many there are', async () => {
    const { order, session } = await openSession(setup);
    for (let tries = 0; tries < 4; tries += 1) setup.server.objects.decline(session);
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({
      status: 'declined',
      failedTries: 4,
      formOpen: true,
      capturedCents: 0,
    });
  });

  it('rule 3: a captured payment names order, amount and currency', async () => {
    const { order, session } = await openSession(setup);
    setup.server.objects.decline(session);
    setup.server.objects.pay(session);
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({
      gatewayOrderId: 'K7M2NPQ4RSTV-1',
      status: 'captured',
      rawStatus: 'complete/paid',
      rawResult: 'succeeded',
      amountCents: 3000,
      capturedCents: 3000,
      refundedCents: 0,
      currency: 'USD',
      failedTries: 1,
      formOpen: false,
    });
  });

  it('rule 3: another currency of the charge is returned, not hidden', async () => {
    const { order, session } = await openSession(setup);
    setup.server.objects.pay(session, { currency: 'eur' });
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ status: 'captured', currency: 'USD/EUR' });
  });

  it('rule 3: a session of another order keeps that name', async () => {
    const { order, session } = await openSession(setup);
    session.client_reference_id = 'OTHER-1';
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ gatewayOrderId: 'OTHER-1' });
  });

  it.each([
    ['needs_response', 'disputed'],
    ['lost', 'disputed'],
    ['prevented', 'disputed'],
    ['won', 'captured'],
    ['warning_needs_response', 'captured'],
  ])('5.2: a dispute that is %s makes a payment %s', async (dispute, status) => {
    const { order, session } = await openSession(setup);
    setup.server.objects.pay(session);
    setup.server.objects.dispute(session, dispute);
    const view = await setup.subject.retrieve(order);
    expect(view).toMatchObject({ status, rawResult: `succeeded, dispute ${dispute}` });
  });

  it.each([
    [{ status: 'open', payment_status: 'paid' }, 'unclear'],
    [{ status: 'complete', payment_status: 'no_payment_required' }, 'unclear'],
    [{ status: 'melted', payment_status: 'unpaid' }, 'unclear'],
    [{ status: 'open', payment_status: 'unpaid', amount_total: -5 }, 'unpaid'],
  ])('rule 7: a session that is %j without a payment is %s', async (change, status) => {
    const { order, session } = await openSession(setup);
    Object.assign(session, change);
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ status });
  });

  it('rule 2: a list that goes on is read to its end', async () => {
    const { order, session } = await openSession(setup);
    for (let tries = 0; tries < 230; tries += 1) setup.server.objects.decline(session);
    await expect(setup.subject.retrieve(order)).resolves.toMatchObject({ failedTries: 230 });
    expect(setup.server.calls.filter(({ path }) => path === '/v1/charges')).toHaveLength(3);
  });
});
