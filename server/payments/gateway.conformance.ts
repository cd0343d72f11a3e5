// What every gateway adapter must do, whichever gateway it speaks to: one suite, run on a stand-in that the adapter's
// own test provides. Knows the port and no wire.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declineReason } from './decline-reasons.ts';
import type { Gateway, GatewayOrder, GatewayStatus, RefundStatus, SessionRequest } from './gateway.ts';

export type GatewayTrouble =
  /** The call is performed and the connection closed without a word. */
  | 'lost_answer'
  /** Nothing comes within the adapter's time. */
  | 'slow_answer'
  | 'reset_mid_body'
  | 'oversized'
  | 'html_page'
  | 'wrong_shape'
  /** To another address of the same stand-in, which counts it as a call. */
  | 'redirect'
  | 'bad_credentials'
  | 'busy'
  | 'server_error'
  /** The request itself is wrong. */
  | 'refusal';

export type HeldOrder = {
  gatewayOrderId: string;
  status: GatewayStatus;
  amountCents: number;
  capturedCents: number;
  refundedCents: number;
  /** Failed payments, beside successful authentications. */
  failedTries: number;
  lastUpdatedAt: Date;
};

/** The cards of every held order: the one of its failed tries, and the one that brought its money. */
export const heldCards = {
  failed: { brand: 'visa', number: '450875xxxxxx1019', declineCode: 'expired_card' },
  paid: { brand: 'mastercard', number: '512345xxxxxx0008' },
} as const;

export type GatewayStandIn = {
  subject: Gateway;
  /** Every call from now on meets this; with `acts` those that change something. Null: none any more. */
  meet(trouble: GatewayTrouble | null, only?: 'acts'): void;
  /** How refunds that are made from now on end. */
  refundsEnd(status: RefundStatus): void;
  /** Makes an order known, and says what it is asked for by. */
  hold(order: HeldOrder): GatewayOrder;
  /** The amounts asked for, one a session, as the wire wrote them. */
  amountsAsked(): string[];
  /** Calls that arrived. */
  callCount(): number;
  /** Listens no more: connections are refused. */
  hangUp(): Promise<void>;
  /** A notification as the gateway sends it. */
  notice(order: {
    gatewayOrderId: unknown;
    secret?: string;
    merchant?: string;
    /** Sent, and signed where notices are, in place of a notice. */
    instead?: string;
  }): { headers: Record<string, string | string[] | undefined>; rawBody: string };
  /** Everything that was logged. */
  logged(): string;
  secrets: readonly string[];
  stop(): Promise<void>;
};

const request: SessionRequest = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  amountCents: 3010,
  currency: 'USD',
  description: '500 likes',
  customerEmail: 'buyer@example.com',
  returnUrl: 'http://127.0.0.1:3000/success?orderId=K7M2NPQ4RSTV',
  notificationUrl: 'http://127.0.0.1:3000/api/bigpay/webhook',
  timeoutSeconds: 900,
};

const held: HeldOrder = {
  gatewayOrderId: 'K7M2NPQ4RSTV-1',
  status: 'captured',
  amountCents: 3010,
  capturedCents: 3010,
  refundedCents: 0,
  failedTries: 2,
  lastUpdatedAt: new Date('2026-11-02T10:00:00Z'),
};

const refund = { refundId: 'K7M2NPQ4RSTV-R1', amountCents: 110, currency: 'USD' as const };

const troubles: readonly [GatewayTrouble, openFault: string, readFault: string][] = [
  ['lost_answer', 'unknown', 'unavailable'],
  ['slow_answer', 'unknown', 'unavailable'],
  ['reset_mid_body', 'unknown', 'unavailable'],
  ['oversized', 'unknown', 'unavailable'],
  ['html_page', 'unknown', 'unavailable'],
  ['wrong_shape', 'unknown', 'unavailable'],
  ['redirect', 'unknown', 'unavailable'],
  ['busy', 'unavailable', 'unavailable'],
  ['server_error', 'unavailable', 'unavailable'],
  ['bad_credentials', 'refused', 'refused'],
  ['refusal', 'refused', 'refused'],
];

const setAside = ['unusable', 'irrelevant'];

export type GatewayAdapter = {
  name: string;
  /** A fresh stand-in for each test. */
  start(): Promise<GatewayStandIn>;
  /** What a server error says of an act: `unknown` where the gateway's documents leave open whether it was performed. */
  serverError?: 'unknown';
};

/** Registers the suite. */
export function gatewayConforms(adapter: GatewayAdapter): void {
  describe(`the gateway ${adapter.name}`, () => {
    let world: GatewayStandIn;
    beforeEach(async () => {
      world = await adapter.start();
    });
    afterEach(() => world.stop());

    it('PAY-7: opens a session for the amount asked and gives what the browser and the server need', async () => {
      const session = await world.subject.openSession(request);
      expect(session.sessionId).toMatch(/.+/);
      expect(session.successIndicator).toMatch(/.+/);
      expect(session.successIndicator).not.toBe(session.sessionId);
      expect(world.amountsAsked().map(Number)).toEqual([30.1]);
    });

    it('A-23, D-26: names the library, and allows the page to load it', () => {
      const { libraryUrl, library, sources } = world.subject.browser;
      expect(sources.script).toContain(new URL(libraryUrl).origin);
      if (library) expect(library.url).toBe(libraryUrl);
    });

    it('D-26: allows whole origins only, and none that anybody may have', () => {
      for (const source of Object.values(world.subject.browser.sources).flat()) {
        expect(source).toMatch(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/);
      }
    });

    it.each(troubles)('PAY-7: openSession that meets %s fails as %s, after one call', async (trouble, openFault) => {
      world.meet(trouble);
      await expect(world.subject.openSession(request)).rejects.toMatchObject({
        name: 'OutsideError',
        fault: (trouble === 'server_error' && adapter.serverError) || openFault,
      });
      expect(world.callCount()).toBe(1);
    });

    it.each(troubles)(
      'A-24: retrieve that meets %s is no answer (%s to an act, %s to a read)',
      async (trouble, _, fault) => {
        const order = world.hold(held);
        world.meet(trouble);
        await expect(world.subject.retrieve(order)).rejects.toMatchObject({
          name: 'OutsideError',
          fault,
        });
      },
    );

    it('PAY-7: where nobody listens, nothing happened', async () => {
      const order = world.hold(held);
      await world.hangUp();
      await expect(world.subject.openSession(request)).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(world.subject.retrieve(order)).rejects.toMatchObject({ fault: 'unavailable' });
    });

    it('A-24: tells the truth about an order in cents, counting failed payments only', async () => {
      const order = world.hold(held);
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ ...held, currency: 'USD' });
    });

    it('A-24: shows the card that paid and its transaction, whatever failed before', async () => {
      const view = await world.subject.retrieve(world.hold(held));
      expect(view?.lastTry).toEqual({
        cardBrand: 'Mastercard',
        cardLast4: '0008',
        declineCode: null,
        transactionId: expect.stringMatching(/./),
      });
    });

    it('A-24: shows the card of a declined try with a known reason', async () => {
      const view = await world.subject.retrieve(world.hold({ ...held, status: 'declined', capturedCents: 0 }));
      expect(view?.lastTry).toMatchObject({ cardBrand: 'Visa', cardLast4: '1019' });
      expect(view?.lastTry?.transactionId).toMatch(/./);
      expect(declineReason(view?.lastTry?.declineCode ?? '')).toBe('The card has expired.');
    });

    it('A-24: shows no try before the first', async () => {
      const order = world.hold({ ...held, status: 'unpaid', capturedCents: 0, failedTries: 0 });
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ lastTry: null });
    });

    it.each<GatewayStatus>([
      ...(['unpaid', 'declined', 'authorized', 'captured', 'partially_captured', 'partially_refunded'] as const),
      ...(['refunded', 'disputed', 'cancelled', 'expired', 'unclear'] as const),
    ])('A-24: an order that is %s is told as such', async (status) => {
      const order = world.hold({ ...held, status });
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ status });
    });

    it('A-24: an order that the gateway does not know is null', async () => {
      const { sessionId } = world.hold(held);
      const other = { gatewayOrderId: 'K7M2NPQ4RSTV-2', sessionId: sessionId && `x${sessionId}` };
      await expect(world.subject.retrieve(other)).resolves.toBeNull();
    });

    it('D-6: gives a part back once, however often the same refund is sent', async () => {
      const order = world.hold(held);
      const first = await world.subject.refund({ ...order, ...refund });
      expect(first).toMatchObject({
        refundId: 'K7M2NPQ4RSTV-R1',
        status: 'refunded',
        amountCents: 110,
        currency: 'USD',
      });
      await expect(world.subject.refund({ ...order, ...refund })).resolves.toEqual(first);
      await expect(world.subject.retrieveRefund(order, refund.refundId)).resolves.toEqual(first);
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 110 });
      await world.subject.refund({ ...order, ...refund, refundId: 'K7M2NPQ4RSTV-R2', amountCents: 40 });
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 150 });
    });

    it.each<RefundStatus>(['refunded', 'pending', 'failed', 'unclear'])(
      'D-6: a refund that is %s is told as such, at once and later',
      async (status) => {
        const order = world.hold(held);
        world.refundsEnd(status);
        await expect(world.subject.refund({ ...order, ...refund })).resolves.toMatchObject({ status });
        await expect(world.subject.retrieveRefund(order, refund.refundId)).resolves.toMatchObject({ status });
      },
    );

    it('rule 8: a refund whose answer was lost is found again, and one that was never sent is not', async () => {
      const order = world.hold(held);
      await expect(world.subject.retrieveRefund(order, refund.refundId)).resolves.toBeNull();
      world.meet('lost_answer', 'acts');
      await expect(world.subject.refund({ ...order, ...refund })).rejects.toMatchObject({ fault: 'unknown' });
      world.meet(null);
      await expect(world.subject.retrieveRefund(order, refund.refundId)).resolves.toMatchObject({ status: 'refunded' });
      await expect(world.subject.refund({ ...order, ...refund })).resolves.toMatchObject({ status: 'refunded' });
      await expect(world.subject.retrieve(order)).resolves.toMatchObject({ refundedCents: 110 });
    });

    it('D-6: more than was captured is refused, and of an order that is not known nothing is given back', async () => {
      const order = world.hold(held);
      const most = { ...order, ...refund, amountCents: held.capturedCents + 1 };
      await expect(world.subject.refund(most)).rejects.toMatchObject({ fault: 'refused' });
      const other = { gatewayOrderId: 'K7M2NPQ4RSTV-2', sessionId: order.sessionId && `x${order.sessionId}` };
      await expect(world.subject.refund({ ...other, ...refund })).rejects.toMatchObject({ fault: 'refused' });
      await expect(world.subject.retrieveRefund(other, refund.refundId)).resolves.toBeNull();
    });

    it.each(troubles)(
      'rule 8: a refund that meets %s fails as %s, a look at it as %s',
      async (trouble, fault, readFault) => {
        const order = world.hold(held);
        world.meet(trouble, 'acts');
        // Something between may have said it, after the gateway had performed.
        const expected = trouble === 'server_error' ? 'unknown' : fault;
        await expect(world.subject.refund({ ...order, ...refund })).rejects.toMatchObject({
          name: 'OutsideError',
          fault: expected,
        });
        world.meet(trouble);
        await expect(world.subject.retrieveRefund(order, refund.refundId)).rejects.toMatchObject({ fault: readFault });
      },
    );

    it('S-5: a notification with the secret is authentic, and the same one has the same id', async () => {
      const { headers, rawBody } = world.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
      const first = await world.subject.readNotification(headers, rawBody);
      expect(first).toMatchObject({ outcome: 'authentic', gatewayOrderId: 'K7M2NPQ4RSTV-1' });
      await expect(world.subject.readNotification(headers, rawBody)).resolves.toEqual(first);
    });

    it.each(['', 'wrong', 'x'.repeat(10_000)])('S-5: a notification with another secret is forged', async (secret) => {
      const { headers, rawBody } = world.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', secret });
      await expect(world.subject.readNotification(headers, rawBody)).resolves.toEqual({ outcome: 'forged' });
    });

    it('S-5: a notification without headers is forged', async () => {
      const { rawBody } = world.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1' });
      await expect(world.subject.readNotification({}, rawBody)).resolves.toEqual({ outcome: 'forged' });
    });

    it('S-5: a notification about another merchant is set aside', async () => {
      const { headers, rawBody } = world.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', merchant: 'SOMEBODY' });
      expect(setAside).toContain((await world.subject.readNotification(headers, rawBody)).outcome);
    });

    it.each([undefined, null, '', 7, {}, 'x'.repeat(41), 'a\u0000b'])(
      'S-5: a notification about the order %j is set aside',
      async (gatewayOrderId) => {
        const { headers, rawBody } = world.notice({ gatewayOrderId });
        expect(setAside).toContain((await world.subject.readNotification(headers, rawBody)).outcome);
      },
    );

    it.each(['null', '{', '"text"', '[]', '3'])('S-5: a notification whose body is %s is unusable', async (instead) => {
      const { headers, rawBody } = world.notice({ gatewayOrderId: 'K7M2NPQ4RSTV-1', instead });
      const read = await world.subject.readNotification(headers, rawBody);
      expect(read).toMatchObject({ outcome: 'unusable' });
    });

    it.each(troubles)('rule 10: no secret and no address of the payer is logged or told on %s', async (trouble) => {
      const order = world.hold(held);
      world.meet(trouble);
      const messages = await Promise.all(
        [
          world.subject.openSession(request),
          world.subject.retrieve(order),
          world.subject.refund({ ...order, ...refund }),
        ].map((call) => call.then(() => 'fine', String)),
      );
      for (const secret of [...world.secrets, request.customerEmail]) {
        expect(messages.join() + world.logged()).not.toContain(secret);
      }
    });
  });
}
